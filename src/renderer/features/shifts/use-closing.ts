import { useState } from 'react';
import { z } from '#contract/zod.ts';
import { shifts, type Shift } from '#contract/shifts.ts';
import { centavosToPesos, pesosToCentavos } from '#domain/money.ts';
import { tenders, type Tender } from '#domain/payments.ts';
import { denominations, type DenominationKey } from '#domain/shifts.ts';
import { useSavedNote } from '#renderer/lib/saved-note.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { countedIn, problemsIn, typedFrom, type TypedPieces } from './pieces.ts';

const pieces = Object.fromEntries(denominations.map(({ key }) => [key, z.string().optional()]));

/** Saved input of a count that is not closed yet, which survives reloads and crashes. */
export const savedCount = z.object({
  typed: z.object(pieces as Record<DenominationKey, z.ZodOptional<z.ZodString>>),
  others: z.partialRecord(z.enum(tenders), z.number()),
  /** The shift's moment (see `momentOf`): input for one count does not carry over to the next. */
  of: z.string().default('open 0'),
});
export type SavedCount = z.output<typeof savedCount>;
export const NOTHING_COUNTED: SavedCount = { typed: {}, others: {}, of: 'open 0' };
export const countNote = (shiftId: number): string => `shift-count-${shiftId}`;

type Others = Partial<Record<Tender, number | null>>;
type TypedCount = { typed: TypedPieces; others: Others };

/** Identifies a state of the shift: changes with every count, and when selling resumes. */
const momentOf = ({ status, counts_made }: Shift) => `${status} ${counts_made}`;

/** Returns the server's count as field values. */
const takenCount = ({ count, differences }: Shift): TypedCount => ({
  typed: typedFrom(count ?? {}),
  others: Object.fromEntries(
    (differences ?? [])
      .filter(({ method }) => method !== 'cash')
      .map(({ method, counted }) => [method, centavosToPesos(counted)]),
  ),
});

/** True if two counts are equal: an empty field counts as none. */
function isSameCount(one: TypedCount, other: TypedCount): boolean {
  const [pieces, others] = [countedIn(one.typed), countedIn(other.typed)];
  return (
    problemsIn(one.typed).length === 0 &&
    denominations.every(({ key }) => (pieces[key] ?? 0) === (others[key] ?? 0)) &&
    tenders.every((method) => (one.others[method] ?? null) === (other.others[method] ?? null))
  );
}

/** The count of a shift's drawer: input, counting, returning to the till, and closing. */
export function useClosing(shift: Shift, saved: SavedCount) {
  const moment = momentOf(shift);
  const isSaved =
    saved.of === moment && Object.keys(saved.typed).length + Object.keys(saved.others).length > 0;
  const begun = isSaved ? saved : takenCount(shift);
  const [typed, setTyped] = useState<TypedPieces>(begun.typed);
  const [others, setOthers] = useState<Others>(begun.others);
  const [reason, setReason] = useState(shift.reason ?? '');
  const [reasonError, setReasonError] = useState<string | null>(null);
  const [missing, setMissing] = useState<readonly Tender[]>([]);
  const [seen, setSeen] = useState(moment);
  if (moment !== seen) {
    // A count was recorded, here or by somebody else, and is shown now; or selling resumed, which dropped the count.
    setSeen(moment);
    const counted = takenCount(shift);
    setTyped(counted.typed);
    setOthers(counted.others);
    // The typed reason stays, whoever counted: it is in sight before the shift closes with it.
    setReasonError(null);
    setMissing([]);
  }
  const counting = useRouteMutation(shifts.count, { failed: 'The count was not taken' }, { repeats: true });
  const resuming = useRouteMutation(shifts.resume, { failed: 'The shift stays counted' });
  const closing = useRouteMutation(shifts.close, { failed: 'The shift was not closed' });
  const busy = counting.busy || resuming.busy || closing.busy;
  const isNothing = shift.status === 'closed' || Object.keys(typed).length + Object.keys(others).length === 0;
  const note: SavedCount = {
    of: moment,
    typed: typed as SavedCount['typed'],
    others: Object.fromEntries(Object.entries(others).filter(([, amount]) => typeof amount === 'number')),
  };
  useSavedNote(countNote(shift.id), isNothing ? null : note);

  const params = { shiftId: shift.id };
  const problems = problemsIn(typed);
  const isEmpty = Object.keys(countedIn(typed)).length === 0;
  const badMethod = Object.values(others).some((amount) => amount !== null && Number.isNaN(amount));

  const isLeftOut = (method: Tender) => (others[method] ?? null) === null;

  /** Records the count; the first one also closes the shift if its difference is small enough. */
  const count = async (): Promise<Shift | null> => {
    const leftOut = shift.methods_counted.filter(isLeftOut);
    setMissing(leftOut);
    if (leftOut.length > 0) return null;
    const methods = tenders.flatMap((method) => {
      const amount = others[method];
      if (method === 'cash' || amount === undefined || amount === null) return [];
      return [{ method, amount: pesosToCentavos(amount) }];
    });
    const counted = await counting.run({ params, body: { denominations: countedIn(typed), methods } });
    if (!counted || counted.wants_reason || shift.status === 'counted') return counted;
    return closing.run({ params, body: { counts_made: counted.counts_made } });
  };
  const close = async (): Promise<Shift | null> => {
    const text = reason.trim();
    if (text === '' && shift.wants_reason) {
      setReasonError('Reason required');
      return null;
    }
    return closing.run(
      { params, body: { reason: text || null, counts_made: shift.counts_made } },
      (refusal) => {
        const [message] = refusal.fields['reason'] ?? [];
        setReasonError(message ?? null);
        return message === undefined ? refusal : null;
      },
    );
  };
  const taken = takenCount(shift);
  const { isReachable } = useConnection();
  return {
    // A closed shift shows the count it was closed with.
    ...(shift.status === 'closed' ? taken : { typed, others }),
    /** True if the fields differ from the recorded count: it must be counted again before closing. */
    isChanged: shift.status === 'counted' && !isSameCount({ typed, others }, taken),
    type: (key: DenominationKey, text: string) => setTyped((known) => ({ ...known, [key]: text })),
    /** Methods of an earlier count that this one leaves out. */
    missing,
    setOther: (method: Tender, amount: number | null) =>
      setOthers((known) => ({ ...known, [method]: amount })),
    reason,
    setReason: (text: string) => {
      setReason(text);
      setReasonError(null);
    },
    reasonError,
    busy,
    isEmpty,
    problem: !isReachable
      ? 'The drawer is counted when the connection is back'
      : problems.length > 0
        ? 'Some counts are not right yet'
        : badMethod
          ? 'Some amounts are not right yet'
          : null,
    count,
    close,
    resume: () => resuming.run({ params }),
  };
}
