import { useEffect, useMemo, useRef, useState } from 'react';
import type { Customer } from '#contract/customers.ts';
import type { FoundVariation } from '#contract/products.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { forgetTyped, keepTyped, readTyped, signedInName } from '#renderer/lib/typed-in-tab.ts';
import type { TradeInForm } from './trade-in-fields.tsx';

const NAME = signedInName('trade-in');

/** The typed values of a trade-in form, with the names of the chosen product and customer. */
type TypedTradeIn = {
  values?: object;
  variation?: FoundVariation | null;
  customer?: Pick<Customer, 'id' | 'name'> | null;
};

export type KeptTradeIn = {
  /** The values typed before a reload; null if there were none. */
  begun: TypedTradeIn | null;
  keep: (typed: TypedTradeIn) => void;
  forget: () => void;
};

type Subject = { draft: { id: number } | null; unit: string };

/**
 * Keeps in this tab what is typed of the trade-in of a unit, until the trade-in is made or dropped, or its cashier signs
 * out.
 */
export function useKeptTradeIn({ draft, unit }: Subject): KeptTradeIn {
  const { staff } = useSignedIn();
  const subject = `${staff.id}/${draft?.id ?? ''}/${unit}`;
  const [begun] = useState(() => {
    const typed = readTyped(NAME) as (TypedTradeIn & { subject?: string }) | null;
    return typed?.subject === subject ? typed : null;
  });
  const typed = useRef<TypedTradeIn>(begun ?? {});
  return useMemo(
    () => ({
      begun,
      keep: (more) => {
        typed.current = { ...typed.current, ...more };
        keepTyped(NAME, { ...typed.current, subject });
      },
      forget: () => forgetTyped(NAME),
    }),
    [begun, subject],
  );
}

/** Fills in what was typed before a reload, and keeps what is typed from then on. */
export function useKeptValues({ reset, subscribe, state }: TradeInForm, kept: KeptTradeIn): void {
  const { begun, keep, forget } = kept;
  useEffect(() => {
    const stop = subscribe({ formState: { values: true }, callback: ({ values }) => keep({ values }) });
    if (begun?.values) reset(begun.values, { keepDefaultValues: true });
    // That of another trade-in.
    else forget();
    return stop;
  }, [begun, keep, forget, reset, subscribe]);
  const wasDirty = useRef(false);
  useEffect(() => {
    if (wasDirty.current && !state.isDirty) forget();
    wasDirty.current = state.isDirty;
  }, [state.isDirty, forget]);
}
