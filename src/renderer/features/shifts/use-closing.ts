import { useState } from 'react';
import { z } from '#contract/zod.ts';
import { shifts, type Shift } from '#contract/shifts.ts';
import { pesosToCentavos } from '#domain/money.ts';
import { paymentMethods, type PaymentMethod } from '#domain/payments.ts';
import { denominations, type DenominationKey } from '#domain/shifts.ts';
import { useKeptNote } from '#renderer/lib/kept-note.ts';
import { useChange } from '#renderer/lib/use-change.ts';
import { countedIn, problemsIn, typedFrom, type TypedPieces } from './pieces.ts';

const pieces = Object.fromEntries(denominations.map(({ key }) => [key, z.string().optional()]));

/** What was typed of a count and is not closed yet: neither a reload nor a crash loses it. */
export const keptCount = z.object({
  typed: z.object(pieces as Record<DenominationKey, z.ZodOptional<z.ZodString>>),
  others: z.partialRecord(z.enum(paymentMethods), z.number()),
});
export type KeptCount = z.output<typeof keptCount>;
export const NOTHING_COUNTED: KeptCount = { typed: {}, others: {} };
export const countNote = (shiftId: number): string => `shift-count-${shiftId}`;

type Others = Partial<Record<PaymentMethod, number | null>>;

/** The count of a shift's drawer: what was typed, counting, going back to the till, and closing. */
export function useClosing(shift: Shift, kept: KeptCount) {
  const [typed, setTyped] = useState<TypedPieces>(() =>
    shift.count && Object.keys(kept.typed).length === 0 ? typedFrom(shift.count) : kept.typed,
  );
  const [others, setOthers] = useState<Others>(kept.others);
  const [reason, setReason] = useState(shift.reason ?? '');
  const [reasonError, setReasonError] = useState<string | null>(null);
  const counting = useChange(shifts.count, { failed: 'The count was not taken' }, { repeats: true });
  const resuming = useChange(shifts.resume, { failed: 'The shift stays counted' });
  const closing = useChange(shifts.close, { failed: 'The shift was not closed' });
  const busy = counting.busy || resuming.busy || closing.busy;
  const isNothing = shift.status === 'closed' || Object.keys(typed).length + Object.keys(others).length === 0;
  const note: KeptCount = {
    typed: typed as KeptCount['typed'],
    others: Object.fromEntries(Object.entries(others).filter(([, amount]) => typeof amount === 'number')),
  };
  useKeptNote(countNote(shift.id), isNothing ? null : note);

  const params = { shiftId: shift.id };
  const problems = problemsIn(typed);
  const isEmpty = Object.keys(countedIn(typed)).length === 0;
  const badMethod = Object.values(others).some((amount) => amount !== null && Number.isNaN(amount));

  /** Counts what was typed; closes at once where that is near enough to what should be there. */
  const count = async (): Promise<Shift | null> => {
    const methods = paymentMethods.flatMap((method) => {
      const amount = others[method];
      if (method === 'cash' || amount === undefined || amount === null) return [];
      return [{ method, amount: pesosToCentavos(amount) }];
    });
    const counted = await counting.run({ params, body: { denominations: countedIn(typed), methods } });
    if (!counted || counted.wants_reason) return counted;
    return closing.run({ params, body: { counted_amount: counted.counted_amount ?? 0 } });
  };
  const close = async (): Promise<Shift | null> => {
    const words = reason.trim();
    if (words === '') {
      setReasonError('Reason required');
      return null;
    }
    return closing.run(
      { params, body: { reason: words, counted_amount: shift.counted_amount ?? 0 } },
      (refusal) => {
        const [message] = refusal.fields['reason'] ?? [];
        setReasonError(message ?? null);
        return message === undefined ? refusal : null;
      },
    );
  };
  return {
    typed,
    type: (key: DenominationKey, text: string) => setTyped((known) => ({ ...known, [key]: text })),
    others,
    setOther: (method: PaymentMethod, amount: number | null) =>
      setOthers((known) => ({ ...known, [method]: amount })),
    reason,
    setReason: (text: string) => {
      setReason(text);
      setReasonError(null);
    },
    reasonError,
    busy,
    isEmpty,
    problem:
      problems.length > 0 ? 'Some counts are no whole numbers' : badMethod ? 'Some amounts are none' : null,
    count,
    close,
    resume: () => resuming.run({ params }),
  };
}
