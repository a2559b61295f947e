import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { ReadRoute } from '#contract/define-route.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { z } from '#contract/zod.ts';
import { read, type ReadInput } from './read.ts';
import { useContractForm, type ContractForm, type Sending } from './use-contract-form.ts';

type Fields<S extends z.ZodObject, Thing> = keyof NonNullable<Thing> & keyof z.output<S>;

/** What the form of a thing that others may change sends. */
export type Followed<S extends z.ZodObject, Thing> = Sending<S> & {
  /** The thing as the form shows it, but for what was typed. */
  seen: Thing;
  /**
   * The fields that are sent as they were seen: the server keeps what others saved since, and refuses what both changed.
   * Without those that are uncertain: what stands there now may be what this form sent.
   */
  known: Partial<Pick<NonNullable<Thing>, Fields<S, Thing>>>;
};

/** Refusals of what somebody else saved meanwhile: they name the fields that both changed. */
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
  /** As it is known now. */
  thing: Thing;
  valuesOf: (thing: Thing) => z.input<S> & FieldValues;
  /** Asks the server for it again; null where it does not say. */
  load: () => Promise<Thing | null>;
  send: (values: z.output<S>, sending: Followed<S, Thing>) => Promise<unknown>;
};

/** Asks the server for a read again, for the `load` of a form; null where it does not say. */
export function useReload<R extends ReadRoute>(route: R, ...given: ReadInput<R>) {
  const queryClient = useQueryClient();
  return () => queryClient.fetchQuery({ ...read(route, ...given), staleTime: 0 }).catch(() => null);
}

/** A form that follows what others save. */
type FollowedContractForm<S extends z.ZodObject, Thing> = ContractForm<S> & {
  /** Begins anew with a thing, as after it was saved. */
  show: (thing: Thing) => void;
};

/**
 * A form of what others may save meanwhile: while nothing was typed, it follows; what both changed is not overwritten
 * before it was said. Then the rest of the form follows, and saving again means it.
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

  /** Takes what somebody else saved into the fields that were not changed here, and marks the others. */
  const follow = async (clashes: readonly string[]): Promise<void> => {
    const fresh = await load();
    if (!fresh) return;
    const [before, after] = [valuesOf(seen.current), valuesOf(fresh)];
    seen.current = fresh;
    // A list that was changed here stays as a whole: else rows of both would be mixed field by field.
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
  // Somebody else saved it: what stands untouched follows.
  useEffect(() => {
    if (isUntouched.current) show(thing);
  }, [thing, show]);
  return { ...form, show };
}
