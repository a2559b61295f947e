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

/** An object of fields, as the contract defines what a call takes. */
type FormSchema = z.ZodObject;
type Typed<S extends FormSchema> = z.input<S> & FieldValues;
type Checked<S extends FormSchema> = z.output<S>;

export type Sending<S extends FormSchema> = {
  /**
   * Only what was touched, or sent before and perhaps kept, its answer lost: the rest may have been changed by somebody
   * else meanwhile.
   */
  changed: Partial<Checked<S>>;
  /** Fields that were sent before with another value, which the server may have kept, its answer lost. */
  uncertain: ReadonlySet<string>;
  /** For `useRouteMutation`'s `run`: puts the server's messages on their fields. */
  onError: OnError;
  /** Whether the form still stands there once the answer has come: whoever went elsewhere meanwhile is left in peace. */
  isShown: () => boolean;
};

export type ContractForm<S extends FormSchema> = UseFormReturn<Typed<S>, unknown, Checked<S>> & {
  /** For a field to be spread into: what `register` gives, and the message that stands on it. */
  field: (
    name: Path<Typed<S>>,
    options?: RegisterOptions<Typed<S>, Path<Typed<S>>>,
  ) => UseFormRegisterReturn & { error: string | undefined };
  /** For `Form`, `FormPage` and `FormDialog`. */
  state: FormState;
};

export type ContractFormOptions<S extends FormSchema> = {
  /** What stands in the fields at first. */
  values: Typed<S>;
  /** Sends what was checked, and waits for what becomes of it; pressed twice, it is sent once. */
  send: (values: Checked<S>, sending: Sending<S>) => Promise<unknown>;
};

/** How many fields are wrong, also those within others. */
const countErrors = (errors: object): number =>
  Object.values(errors).reduce<number>((sum, error: unknown) => {
    if (typeof error !== 'object' || error === null) return sum;
    return sum + ('type' in error && typeof error.type === 'string' ? 1 : countErrors(error));
  }, 0);

/**
 * A form by a schema of the contract: its rules stand on the fields before it is sent, the server's afterwards. What the
 * server says of a field that the form does not have is left to be told by a toast.
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
  /** Fields that were sent and not refused, with what they were sent as: the server may hold any of it. */
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
    return new ApiError(code, { message: others[0]?.[1][0] ?? refusal.message, fields, details });
  };
  const submit = handleSubmit(async (checked) => {
    const defaults: Record<string, unknown> = formState.defaultValues ?? {};
    // A list is changed as a whole: its rows may be those of others by now, with other fields of them touched.
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

/** What of a thing stands in its form, as it is typed: percent and pesos instead of basis points and centavos. */
export function valuesFrom<S extends FormSchema>(
  schema: S,
  thing: { readonly [K in keyof Checked<S>]?: unknown },
): Typed<S> {
  const entries = Object.entries(schema.shape).map(([name, field]) => {
    const value = thing[name as keyof typeof thing] ?? null;
    const { data, success } = z.safeEncode(field as z.ZodType, value);
    // What was kept under older rules stands there all the same, to be mended.
    return [name, success ? data : value];
  });
  return Object.fromEntries(entries) as Typed<S>;
}

type EmptyValue = undefined | null | string | boolean | never[];
/** What begins empty may be given; what has no empty value has to be. */
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
 * The values of a form in which nothing is filled in yet, but what is `given`: what begins with something else, and what
 * has no empty value, such as a number. Fields that need a permission stand in it only where they are given.
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

/** Ways of `register` to read what stands in a field. */
export const as = {
  /** What is not filled in is sent as null. */
  textOrNull: { setValueAs: (value: string | null) => (value?.trim() ? value.trim() : null) },
  /** A choice of a list by its id; none is null. */
  idOrNull: { setValueAs: (value: string | number | null) => (value ? Number(value) : null) },
  /** A number that may be left out: null then. */
  numberOrNull: {
    setValueAs: (value: string | number | null) =>
      value === null || String(value).trim() === '' ? null : Number(value),
  },
  /** A whole number, by its digits; what is none is no number at all. */
  count: { setValueAs: (value: string | number | null) => parseCount(String(value ?? '')) ?? NaN },
  /** What is not a number is none at all. */
  number: { setValueAs: (value: string | number | null) => (value === '' ? NaN : Number(value)) },
};
