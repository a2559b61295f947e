import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useId, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import { z } from '#contract/zod.ts';
import { permissionFor } from '#contract/codecs.ts';
import { ApiError, type FieldErrors } from '#contract/errors.ts';
import { parseCount } from '#domain/money.ts';
import type { FormState } from '#renderer/ui/form.tsx';
import { fieldMessages } from './failures.ts';
import { isLost } from './send-once.ts';
import type { OnError } from './use-route-mutation.ts';
import { useIsShown } from './use-is-shown.ts';
import { useOnce } from './use-once.ts';

/** An object schema of fields, such as a call's body. */
type FormSchema = z.ZodObject;
type Typed<S extends FormSchema> = z.input<S> & FieldValues;
type Checked<S extends FormSchema> = z.output<S>;

export type Sending<S extends FormSchema> = {
  /**
   * The fields that were touched, or sent before with a lost answer: the others may have been changed by another user
   * meanwhile.
   */
  changed: Partial<Checked<S>>;
  /** Fields sent before with another value, which the server may have saved because the answer was lost. */
  uncertain: ReadonlySet<string>;
  /** For `useRouteMutation`'s `run`: shows the server's messages on their fields. */
  onError: OnError;
  /** True if the form is still open when the answer arrives: after leaving, nothing is shown. */
  isShown: () => boolean;
};

export type ContractForm<S extends FormSchema> = UseFormReturn<Typed<S>, unknown, Checked<S>> & {
  /** Returns the props of a field: those of `register`, and its error message. */
  field: (
    name: Path<Typed<S>>,
    options?: RegisterOptions<Typed<S>, Path<Typed<S>>>,
  ) => UseFormRegisterReturn & { error: string | undefined };
  /** For `Form`, `FormPage` and `FormDialog`. */
  state: FormState;
};

export type ContractFormOptions<S extends FormSchema> = {
  /** The initial values. */
  values: Typed<S>;
  /** Sends the validated values and waits for the result; pressed twice, it sends once. */
  send: (values: Checked<S>, sending: Sending<S>) => Promise<unknown>;
};

/** Returns the number of invalid fields, including nested ones. */
const countErrors = (errors: object): number =>
  Object.values(errors).reduce<number>((sum, error: unknown) => {
    if (typeof error !== 'object' || error === null) return sum;
    return sum + ('type' in error && typeof error.type === 'string' ? 1 : countErrors(error));
  }, 0);

/**
 * A form by a schema of the contract: shows its errors before sending, the server's afterwards. Server messages for
 * fields that the form does not have are left to a toast.
 */
export function useContractForm<S extends FormSchema>(
  schema: S,
  { values, send }: ContractFormOptions<S>,
): ContractForm<S> {
  const id = useId();
  const isShown = useIsShown();
  const { busy, run } = useOnce(({ checked, sending }: { checked: Checked<S>; sending: Sending<S> }) =>
    send(checked, sending),
  );
  const form = useForm<Typed<S>, unknown, Checked<S>>({
    resolver: zodResolver(schema) as never,
    defaultValues: values as DefaultValues<Typed<S>>,
  });
  const { formState, getFieldState, getValues, handleSubmit, register, reset, setError } = form;
  const { dirtyFields, errors } = formState;
  /** Fields that were sent and not refused, with all values sent: the server may hold any of them. */
  const [unsure, setUnsure] = useState<ReadonlyMap<string, ReadonlySet<string>>>(new Map());
  const isDirty = formState.isDirty || unsure.size > 0;

  const onError: OnError = (refusal) => {
    const said = Object.entries(fieldMessages(refusal) ?? {});
    const isOurs = ([field]: [string, unknown]) => (field.split('.')[0] ?? '') in schema.shape;
    said.filter(isOurs).forEach(([field, message], place) => {
      setError(field as Path<Typed<S>>, { type: 'server', message }, { shouldFocus: place === 0 });
    });
    const others = Object.entries(refusal.fields).filter((entry) => !isOurs(entry));
    if (said.length > 0 && others.length === 0) return null;
    const fields: FieldErrors = Object.fromEntries(others);
    const { code, details } = refusal;
    const [first] = others[0]?.[1] ?? [];
    const isWordless = refusal.isWordless && first === undefined;
    return new ApiError(code, { message: first ?? refusal.message, fields, details, isWordless });
  };
  const submit = handleSubmit(async (checked) => {
    const defaults: Record<string, unknown> = formState.defaultValues ?? {};
    // A list is sent as a whole: its rows may belong to other entries by now, with other fields touched.
    const isOtherList = (name: string, value: unknown) =>
      Array.isArray(value) &&
      JSON.stringify(getValues(name as Path<Typed<S>>)) !== JSON.stringify(defaults[name]);
    const changed = Object.entries(checked).filter(
      ([name, value]) => name in dirtyFields || unsure.has(name) || isOtherList(name, value),
    );
    const sent = changed.map(([name, value]) => {
      const values = unsure.get(name) ?? new Set();
      return [name, values.union(new Set([JSON.stringify(value)]))] as const;
    });
    let isRefused = false;
    const sending = {
      changed: Object.fromEntries(changed) as Partial<Checked<S>>,
      uncertain: new Set(sent.filter(([, values]) => values.size > 1).map(([name]) => name)),
      onError: (refusal: ApiError) => {
        isRefused = !isLost(refusal);
        return onError(refusal);
      },
      isShown,
    };
    setUnsure(new Map([...unsure, ...sent]));
    await run({ checked, sending });
    if (isRefused) setUnsure(unsure);
  });
  const begin: typeof reset = useCallback(
    (...values) => {
      setUnsure(new Map());
      reset(...values);
    },
    [reset],
  );
  return {
    ...form,
    reset: begin,
    field: (name, options) => ({
      ...register(name, options),
      error: getFieldState(name, formState).error?.message,
    }),
    state: {
      id,
      isDirty,
      busy,
      errors: countErrors(errors),
      submit: (event) => void submit(event),
    },
  };
}

/** Returns a thing's form values as they are typed: percent and pesos instead of basis points and centavos. */
export function valuesFrom<S extends FormSchema>(
  schema: S,
  thing: { readonly [K in keyof Checked<S>]?: unknown },
): Typed<S> {
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const value = thing[name as keyof typeof thing] ?? null;
    const { data, success } = z.safeEncode(field as z.ZodType, value);
    // A value saved under older rules is shown too, so that it can be corrected.
    return [name, success ? data : value];
  });
  return Object.fromEntries(entries) as Typed<S>;
}

type EmptyValue = undefined | null | string | boolean | never[];
/** Fields with an empty value may be given, the others must be. */
type Given<S extends FormSchema> = { [K in keyof z.input<S>]?: z.input<S>[K] | null } & {
  [K in keyof z.input<S> as [Extract<EmptyValue, z.input<S>[K]>] extends [never] ? K : never]:
    | z.input<S>[K]
    | null
    | undefined;
};

function emptyValue(field: z.core.$ZodType): unknown {
  if (field instanceof z.ZodNullable) return null;
  if (field instanceof z.ZodOptional) return emptyValue(field.unwrap());
  if (field instanceof z.ZodPipe) return emptyValue(field.in);
  if (field instanceof z.core.$ZodString) return '';
  if (field instanceof z.ZodBoolean) return false;
  return field instanceof z.ZodArray ? [] : undefined;
}

/**
 * Returns the values of an empty form plus `given`: other initial values, and those without an empty value, such as a
 * number. Fields with a field permission are included only if given.
 */
export function emptyForm<S extends FormSchema>(
  schema: S,
  ...[given]: Record<never, never> extends Given<S> ? [given?: Given<S>] : [given: Given<S>]
): Typed<S> {
  const empty = Object.entries(schema.shape).flatMap(([name, field]) => {
    const value = permissionFor(field) === null ? emptyValue(field) : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(empty), ...given } as Typed<S>;
}

/** Options of `register` that parse a field's text. */
export const as = {
  /** Sends an empty field as null. */
  textOrNull: { setValueAs: (value: string | null) => (value?.trim() ? value.trim() : null) },
  /** The id of a chosen option; null for none. */
  idOrNull: { setValueAs: (value: string | number | null) => (value ? Number(value) : null) },
  /** An optional number; null if empty. */
  numberOrNull: {
    setValueAs: (value: string | number | null) =>
      value === null || String(value).trim() === '' ? null : Number(value),
  },
  /** A whole number; NaN for other text. */
  count: { setValueAs: (value: string | number | null) => parseCount(String(value ?? '')) ?? NaN },
  /** A number; NaN if empty. */
  number: { setValueAs: (value: string | number | null) => (value === '' ? NaN : Number(value)) },
};
