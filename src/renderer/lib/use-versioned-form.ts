import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { ReadRoute } from '#contract/define-route.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { z } from '#contract/zod.ts';
import { read, type ReadInput } from './read.ts';
import { useContractForm, type ContractForm, type Sending } from './use-contract-form.ts';

type Fields<S extends z.ZodObject, Thing> = keyof NonNullable<Thing> & keyof z.output<S>;

/** The values that a versioned form sends. */
export type Followed<S extends z.ZodObject, Thing> = Sending<S> & {
  /** The thing as the form shows it, without the user's input. */
  seen: Thing;
  /**
   * The sent fields as they were seen: the server keeps what others saved since, and refuses fields that both sides
   * changed. Without uncertain fields, whose current value may come from this form.
   */
  known: Partial<Pick<NonNullable<Thing>, Fields<S, Thing>>>;
};

/** Refusals because another user saved meanwhile; they name the fields that both sides changed. */
const CLASHES: readonly ErrorCode[] = [
  'customer_changed',
  'product_changed',
  'variation_changed',
  'settings_changed',
  'store_changed',
  'supplier_changed',
  'staff_changed',
];

type VersionedForm<S extends z.ZodObject, Thing> = {
  /** The latest data. */
  thing: Thing;
  valuesOf: (thing: Thing) => z.input<S> & FieldValues;
  /** Fetches it again; null on failure. */
  load: () => Promise<Thing | null>;
  send: (values: z.output<S>, sending: Followed<S, Thing>) => Promise<unknown>;
};

/** Refetches a read, for the `load` of a form; null on failure. */
export function useReload<R extends ReadRoute>(route: R, ...given: ReadInput<R>) {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...read(route, ...given), staleTime: 0 }).catch(() => null);
}

/** A contract form that follows the changes of others. */
type FollowedContractForm<S extends z.ZodObject, Thing> = ContractForm<S> & {
  /** Resets the form to a thing, such as after saving. */
  show: (thing: Thing) => void;
};

/**
 * A versioned form: follows the data while untouched. Fields that both sides changed are reported before they are
 * overwritten: the rest of the form is updated, and saving again overwrites.
 */
export function useVersionedForm<S extends z.ZodObject, Thing extends object | null>(
  schema: S,
  { thing, valuesOf, load, send }: VersionedForm<S, Thing>,
): FollowedContractForm<S, Thing> {
  const seen = useRef(thing);
  const form: ContractForm<S> = useContractForm(schema, {
    values: valuesOf(thing),
    send: async (values, sending) => {
      let clashes: string[] = [];
      const onError: typeof sending.onError = (refusal) => {
        if (CLASHES.includes(refusal.code)) clashes = Object.keys(refusal.fields);
        return sending.onError(refusal);
      };
      const shown = Object.entries(seen.current ?? {}).filter(
        ([field]) => field in sending.changed && !sending.uncertain.has(field),
      );
      const known = Object.fromEntries(shown) as Followed<S, Thing>['known'];
      await send(values, { ...sending, onError, seen: seen.current, known });
      if (clashes.length > 0) await follow(clashes);
    },
  });
  const { getValues, reset, setError, state } = form;

  /** Loads the other user's changes into untouched fields, and marks the others. */
  const follow = async (clashes: readonly string[]): Promise<void> => {
    const fresh = await load();
    if (!fresh) return;
    const [before, after] = [valuesOf(seen.current), valuesOf(fresh)];
    seen.current = fresh;
    // A list changed here stays whole: otherwise rows of both sides would be mixed field by field.
    const lists = Object.entries(getValues()).filter(
      ([name, value]) => Array.isArray(value) && JSON.stringify(value) !== JSON.stringify(before[name]),
    );
    reset({ ...after, ...Object.fromEntries(lists) }, { keepDirtyValues: true, keepDirty: true });
    if (lists.length > 0) reset(after, { keepValues: true, keepDirty: true, keepFieldsRef: true });
    clashes.forEach((field, place) => {
      const message = 'Somebody else changed this meanwhile. Save again to replace it';
      setError(
        field as Path<z.input<S> & FieldValues>,
        { type: 'server', message },
        { shouldFocus: place === 0 },
      );
    });
  };

  const valuesNow = useRef(valuesOf);
  const isUntouched = useRef(true);
  useEffect(() => {
    valuesNow.current = valuesOf;
    isUntouched.current = !state.isDirty;
  });
  const show = useCallback(
    (shown: Thing) => {
      seen.current = shown;
      reset(valuesNow.current(shown));
    },
    [reset],
  );
  // Another user saved it: an untouched form follows.
  useEffect(() => {
    if (isUntouched.current) show(thing);
  }, [thing, show]);
  return { ...form, show };
}
