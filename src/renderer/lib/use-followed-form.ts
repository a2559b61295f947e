import { useEffect, useRef } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import type { z } from '#contract/zod.ts';
import { useContractForm, type ContractForm, type Sending } from './use-contract-form.ts';

export type Seen<Thing> = {
  /** The thing as the form shows it, but for what was typed. */
  seen: Thing;
};

/** Refusals of what somebody else saved meanwhile: they name the fields that both changed. */
const CLASHES: readonly ErrorCode[] = [
  'settings_changed',
  'store_changed',
  'supplier_changed',
  'staff_changed',
];

type FollowedForm<S extends z.ZodObject, Thing> = {
  /** As it is known now. */
  thing: Thing;
  valuesOf: (thing: Thing) => z.input<S> & FieldValues;
  /** Asks the server for it again; null where it does not say. */
  load: () => Promise<Thing | null>;
  send: (values: z.output<S>, sending: Sending<S> & Seen<Thing>) => Promise<unknown>;
};

/**
 * A form of what others may save meanwhile: while nothing was typed, it follows; what both changed is not overwritten
 * before it was said. Then the rest of the form follows, and saving again means it.
 */
export function useFollowedForm<S extends z.ZodObject, Thing>(
  schema: S,
  { thing, valuesOf, load, send }: FollowedForm<S, Thing>,
): ContractForm<S> {
  const seen = useRef(thing);
  const form: ContractForm<S> = useContractForm(schema, {
    values: valuesOf(thing),
    send: async (values, sending) => {
      let clashes: string[] = [];
      const tell: typeof sending.tell = (refusal) => {
        if (CLASHES.includes(refusal.code)) clashes = Object.keys(refusal.fields);
        return sending.tell(refusal);
      };
      await send(values, { ...sending, tell, seen: seen.current });
      if (clashes.length > 0) await follow(clashes);
    },
  });
  const { reset, setError, state } = form;

  /** Takes what somebody else saved into the fields that were not changed here, and marks the others. */
  const follow = async (clashes: readonly string[]): Promise<void> => {
    const fresh = await load();
    if (!fresh) return;
    seen.current = fresh;
    reset(valuesOf(fresh), { keepDirtyValues: true, keepDirty: true });
    clashes.forEach((field, place) => {
      const message = 'Somebody else changed this meanwhile. Save again to replace it';
      setError(field as Path<z.input<S> & FieldValues>, { message }, { shouldFocus: place === 0 });
    });
  };

  const valuesNow = useRef(valuesOf);
  const isUntouched = useRef(true);
  useEffect(() => {
    valuesNow.current = valuesOf;
    isUntouched.current = !state.isDirty;
  });
  // Somebody else saved it: what stands untouched follows.
  useEffect(() => {
    if (!isUntouched.current) return;
    seen.current = thing;
    reset(valuesNow.current(thing));
  }, [thing, reset]);
  return form;
}
