import { useRef, useState } from 'react';
import { formatAmount, parsePesos, type Centavos } from '#domain/money.ts';
import {
  defaultStatus,
  paymentProblem,
  type CountedPayment,
  type PaymentEntry,
  type PaymentMethod,
} from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { useScreenshot } from './use-screenshot.ts';

/** A payment row as it is typed. */
export type PaymentRow = Omit<PaymentEntry, 'amount' | 'expected_date'> & {
  /** Null while what remains is proposed. */
  amountText: string | null;
  expectedDate: string;
  notes: string;
};

/** A row that stands beside the form until the sale is completed with it. */
export type WaitingRow = PaymentRow & { no: number; screenshot_url: string | null };

/** What is typed on the payment screen, as it is kept against a crash. */
export type TypedPayments = { row: PaymentRow; waiting: readonly WaitingRow[] };

export type RowErrors = Partial<
  Record<'amount' | 'reference_number' | 'expected_date' | 'method' | 'notes', string>
>;

const asText = (amount: Centavos) => (amount > 0 ? formatAmount(amount) : '');

const newRow = (method: PaymentMethod): PaymentRow => ({
  method,
  amountText: null,
  status: defaultStatus(method),
  reference_number: '',
  expectedDate: '',
  notes: '',
});

/** A row as the domain judges it; an amount that is none counts as zero. */
const entryOf = (row: PaymentRow, proposed: Centavos): PaymentEntry => ({
  method: row.method,
  amount: row.amountText === null ? proposed : (parsePesos(row.amountText) ?? 0),
  status: row.status,
  reference_number: row.reference_number,
  expected_date: row.expectedDate || null,
});

const sumOf = (rows: readonly PaymentEntry[]) => rows.reduce((sum, { amount }) => sum + amount, 0);

const isUntouched = (row: PaymentRow) => JSON.stringify(row) === JSON.stringify(newRow(row.method));

/** A row that is ready to be sent. */
export type ReadyRow = PaymentEntry & { notes: string | null; screenshot_url: string | null };

/**
 * The rows for new payments: one in the form, which proposes what remains, and those that wait beside it. What was typed
 * when the till was interrupted stands there again; every rule is told on its field.
 */
export function usePaymentEntry(
  unpaid: Centavos,
  first: PaymentMethod,
  { today, journaled }: { today: CalendarDate; journaled: TypedPayments | null },
) {
  const [row, setRow] = useState<PaymentRow>(() => journaled?.row ?? newRow(first));
  const [waiting, setWaiting] = useState<readonly WaitingRow[]>(journaled?.waiting ?? []);
  const [errors, setErrors] = useState<RowErrors>({});
  const screenshot = useScreenshot();
  const parkedAt = useRef(-Infinity);

  const waitingEntries = waiting.map((one) => entryOf(one, 0));
  /** What the row in the form is for. */
  const remaining = Math.max(0, unpaid - sumOf(waitingEntries));
  const [reckoned, setReckoned] = useState(remaining);
  if (reckoned !== remaining) {
    setReckoned(remaining);
    // What was emptied is proposed again once something else remains.
    if (row.amountText?.trim() === '') setRow({ ...row, amountText: null });
  }
  const entry = entryOf(row, remaining);
  const amountText = row.amountText ?? asText(remaining);

  const isJustParked = () => performance.now() - parkedAt.current < SECOND_CLICK;
  const change = (changes: Partial<PaymentRow>) => {
    setRow((current) => ({ ...current, ...changes }));
    setErrors({});
  };
  const reset = () => {
    setRow(newRow(first));
    setErrors({});
    screenshot.clear();
  };
  /** Puts a waiting row into the form, in the place of what stands there. */
  const putBack = ({ no, screenshot_url, ...back }: WaitingRow, wrong: RowErrors) => {
    setRow(back);
    setErrors(wrong);
    screenshot.restore(screenshot_url);
    setWaiting((all) => all.filter((other) => other.no !== no));
  };
  /** Shows the first rule that the form's row breaks. */
  const isSound = (): boolean => {
    const problem = paymentProblem(entry, { remaining, today });
    setErrors(problem ? { [problem.field]: problem.message } : {});
    return problem === null;
  };
  /** The picture's address once its upload is over; cash has none. */
  const pictureOf = async () =>
    row.method === 'cash' || screenshot.screenshot.kind === 'none' ? null : screenshot.settled();
  const ready = async (): Promise<ReadyRow> => ({
    ...entry,
    notes: row.notes || null,
    screenshot_url: await pictureOf(),
  });

  const asCounted = (one: PaymentEntry): CountedPayment => ({ ...one, deleted_at: null });
  const isTyped = row.amountText !== null && entry.amount > 0;
  return {
    row: { ...row, amountText },
    entry,
    errors,
    screenshot,
    waiting,
    remaining,
    /** The row in the form takes what remains, and nobody has typed an amount. */
    isProposed: row.amountText === null,
    /** An amount stands there: it is taken with the sale, so it must be valid. */
    isFilled: amountText.trim() !== '' && parsePesos(amountText) !== 0,
    /** What a person typed, as far as it counts: a proposal does not. */
    typed: [...waitingEntries, ...(isTyped ? [entry] : [])].map(asCounted),
    /** All that is taken with the sale, the proposal as well. */
    counted: [...waitingEntries, ...(entry.amount > 0 ? [entry] : [])].map(asCounted),
    /** What is to be kept against a crash; null while nothing was typed. */
    toKeep: isUntouched(row) && waiting.length === 0 ? null : { row, waiting },
    change,
    choose: (method: PaymentMethod) => {
      const isTooMuch = method !== 'cash' && entry.amount > remaining;
      change({ method, status: defaultStatus(method), ...(isTooMuch ? { amountText: null } : {}) });
    },
    /** What stands in the field now; a proposal that comes back when typed text is taken out of it is one again. */
    typeAmount: (text: string, isUndone: boolean) =>
      change({ amountText: isUndone && text === asText(remaining) ? null : text }),
    /** By a button; it moves beneath the pointer when a row is parked, and takes no second click for a first one. */
    setAmount: (amount: Centavos) => {
      if (!isJustParked()) change({ amountText: asText(amount) });
    },
    /** Whether a row was parked so lately that a click may be the second one of that. */
    isJustParked,
    isSound,
    showErrors: setErrors,
    /** The form's row, to be saved by itself. */
    ready,
    /** Every row, in the order they were entered. */
    allReady: async (withForm: boolean): Promise<ReadyRow[]> => {
      const rows = waiting.map((one) => ({
        ...entryOf(one, 0),
        notes: one.notes || null,
        screenshot_url: one.screenshot_url,
      }));
      return withForm ? [...rows, await ready()] : rows;
    },
    /** Shows what the server says of a row: of one that waits, in the form. */
    showRowErrors: (place: number, wrong: RowErrors) => {
      const refused = waiting[place];
      if (refused) putBack(refused, wrong);
      else setErrors(wrong);
    },
    /** Puts the form's row beside it; the form is for what then remains. Returns whether it broke no rule. */
    park: async (): Promise<boolean> => {
      if (!isSound()) return false;
      const screenshot_url = await pictureOf();
      const no = Math.max(0, ...waiting.map((one) => one.no)) + 1;
      setWaiting((all) => [...all, { ...row, amountText: asText(entry.amount), no, screenshot_url }]);
      parkedAt.current = performance.now();
      reset();
      return true;
    },
    takeBack: (no: number) => {
      const back = waiting.find((one) => one.no === no);
      if (back) putBack(back, {});
    },
    drop: (no: number) => setWaiting((all) => all.filter((one) => one.no !== no)),
    /** A fresh row, once the one in the form was taken. */
    reset,
  };
}
export type PaymentEntryState = ReturnType<typeof usePaymentEntry>;
