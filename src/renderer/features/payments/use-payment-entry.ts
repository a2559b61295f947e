import { useRef, useState } from 'react';
import { formatAmount, parsePesos, type Centavos } from '#domain/money.ts';
import {
  defaultStatus,
  isLikePayment,
  MINIMUM_PAYMENT,
  paymentProblem,
  remainingAmount,
  remainingCash,
  type CountedPayment,
  type PaymentEntry,
  type PaymentKind,
  type Tender,
} from '#domain/payments.ts';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import { SECOND_CLICK } from '#renderer/lib/second-click.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { Buyer } from './buyer-dialog.tsx';
import { useScreenshot } from './use-screenshot.ts';

export type PaymentRow = Omit<PaymentEntry, 'amount' | 'expected_date'> & {
  /** Null while the remaining amount is proposed. */
  amountText: string | null;
  expectedDate: string;
  notes: string;
};

/** A parked row, which waits beside the form until the sale is completed. */
export type WaitingRow = PaymentRow & { no: number; screenshot_url: string | null };

type TypedRows = { row: PaymentRow; waiting: readonly WaitingRow[] };
/** The saved input of the payment screen; the receipt's address and buyer only if they were typed. */
export type TypedPayments = TypedRows & { email?: string | undefined; buyer?: Buyer | undefined };

export type RowErrors = Partial<
  Record<'amount' | 'reference_number' | 'expected_date' | 'method' | 'notes', string>
>;

const asText = (amount: Centavos) => (amount > 0 ? formatAmount(amount) : '');

const newRow = (method: Tender): PaymentRow => ({
  method,
  amountText: null,
  status: defaultStatus(method),
  reference_number: '',
  expectedDate: '',
  notes: '',
});

/** Returns a row in the domain's shape; an amount that cannot be read counts as zero. */
const entryOf = (row: PaymentRow, proposed: Centavos): PaymentEntry => ({
  method: row.method,
  amount: row.amountText === null ? proposed : (parsePesos(row.amountText) ?? 0),
  status: row.status,
  reference_number: row.reference_number,
  expected_date: row.expectedDate || null,
});

const isUntouched = (row: PaymentRow) => JSON.stringify(row) === JSON.stringify(newRow(row.method));

/** A row ready to be sent. */
export type ReadyRow = PaymentEntry & { notes: string | null; screenshot_url: string | null };

/** A sale's total and its payments so far, and the chain's smallest coin. */
type Paying = { total: Centavos; payments: readonly CountedPayment[]; coin: Centavos };

const asCounted = (one: PaymentEntry): CountedPayment & PaymentEntry => ({ ...one, deleted_at: null });

/** The rows as they are typed and parked, with the errors and the picture of the form's. */
function useRows(first: Tender, journaled: TypedRows | null) {
  const [row, setRow] = useState<PaymentRow>(() => journaled?.row ?? newRow(first));
  const [waiting, setWaiting] = useState<readonly WaitingRow[]>(journaled?.waiting ?? []);
  const [errors, setErrors] = useState<RowErrors>({});
  const screenshot = useScreenshot();
  const parkedAt = useRef(-Infinity);
  const drop = (no: number) => setWaiting((all) => all.filter((one) => one.no !== no));
  const reset = () => {
    setRow(newRow(first));
    setErrors({});
    screenshot.clear();
  };
  return {
    row,
    setRow,
    waiting,
    errors,
    setErrors,
    screenshot,
    change: (changes: Partial<PaymentRow>) => {
      // The cashier has begun the next row: a click from now on is no second click.
      parkedAt.current = -Infinity;
      setRow((current) => ({ ...current, ...changes }));
      setErrors({});
    },
    /** Clears the form after its row was taken. */
    reset,
    drop,
    /** Moves a parked row into the form and replaces what is there. */
    putBack: ({ no, screenshot_url, ...back }: WaitingRow, wrong: RowErrors) => {
      setRow(back);
      setErrors(wrong);
      screenshot.restore(screenshot_url);
      drop(no);
    },
    /** Parks a row, and clears the form. */
    park: (parked: Omit<WaitingRow, 'no'>) => {
      const no = Math.max(0, ...waiting.map((one) => one.no)) + 1;
      setWaiting((all) => [...all, { ...parked, no }]);
      parkedAt.current = performance.now();
      reset();
    },
    /** True just after a row was parked, when a click may be the second one of a double click. */
    isJustParked: () => performance.now() - parkedAt.current < SECOND_CLICK,
  };
}

type Rows = ReturnType<typeof useRows>;

/** Returns what the rows come to. */
function amountsOf({ row, waiting, screenshot }: Rows, { total, payments, coin }: Paying) {
  const waitingEntries = waiting.map((one) => entryOf(one, 0));
  const before = [...payments, ...waitingEntries.map(asCounted)];
  const remaining = remainingAmount(total, before, coin);
  const remainingInCash = remainingCash(total, before, coin);
  const proposed = row.method === 'cash' ? remainingInCash : remaining;
  const entry = entryOf(row, proposed);
  const amountText = row.amountText ?? asText(proposed);
  const isTyped = row.amountText !== null && entry.amount > 0;
  return {
    entry,
    amountText,
    /** The amount left for the form's row. */
    remaining,
    /** The same in cash, down to the smallest coin. */
    remainingInCash,
    proposed,
    /** True if the form's row proposes the remaining amount and no amount was typed. */
    isProposed: row.amountText === null,
    /** True if the amount is filled in: the sale takes it, so it must be valid. */
    isFilled: amountText.trim() !== '' && parsePesos(amountText) !== 0,
    /** The typed rows, without the proposal. */
    typed: [...waitingEntries, ...(isTyped ? [entry] : [])].map(asCounted),
    /** The rows with anything typed, also beside a proposed amount. */
    unsaved: [
      ...waiting.map((one) => ({ ...entryOf(one, 0), notes: one.notes })),
      ...(isUntouched(row) && screenshot.screenshot.kind === 'none' ? [] : [{ ...entry, notes: row.notes }]),
    ],
    /** All rows that the sale takes, including the proposal. */
    counted: [...waitingEntries, ...(entry.amount > 0 ? [entry] : [])].map(asCounted),
    /** True while no row was typed. */
    isUntouched: isUntouched(row) && waiting.length === 0,
  };
}

/**
 * Keeps the rows for new payments: the form's, which proposes the remaining amount, and the parked ones. Restores the
 * saved input of an interrupted till; each broken rule shows at its field.
 */
export function usePaymentEntry(
  paying: Paying,
  first: Tender,
  { today, journaled }: { today: CalendarDate; journaled: TypedRows | null },
) {
  const notify = useNotify();
  const rows = useRows(first, journaled);
  const { row, setRow, waiting, setErrors, screenshot, change, reset, drop, putBack, isJustParked } = rows;
  const { proposed, amountText, ...amounts } = amountsOf(rows, paying);
  const { entry, remaining } = amounts;
  const [reckoned, setReckoned] = useState(remaining);
  if (reckoned !== remaining) {
    setReckoned(remaining);
    // An emptied amount is proposed again once the remaining amount changes.
    if (row.amountText?.trim() === '') setRow({ ...row, amountText: null });
  }
  /** Returns true if the form's row is valid; otherwise shows the first broken rule, a missing amount also as a toast. */
  const isSound = (): boolean => {
    const problem = paymentProblem(entry, { remaining, today });
    setErrors(problem ? { [problem.field]: problem.message } : {});
    if (problem && entry.amount < MINIMUM_PAYMENT) notify.error('Invalid amount', problem.message);
    return problem === null;
  };
  /** Returns the picture's address once it is uploaded; null for cash. */
  const pictureOf = async () =>
    row.method === 'cash' || screenshot.screenshot.kind === 'none' ? null : screenshot.settled();
  const ready = async (): Promise<ReadyRow> => ({
    ...entry,
    notes: row.notes || null,
    screenshot_url: await pictureOf(),
  });
  return {
    ...amounts,
    row: { ...row, amountText },
    errors: rows.errors,
    screenshot,
    waiting,
    /** The input to save against a crash. */
    toKeep: { row, waiting },
    change,
    choose: (method: Tender) => {
      const isTooMuch = method !== 'cash' && entry.amount > remaining;
      change({ method, status: defaultStatus(method), ...(isTooMuch ? { amountText: null } : {}) });
    },
    /** Takes the field's text; undoing back to the proposed text restores the proposal. */
    typeAmount: (text: string, isUndone: boolean) =>
      change({ amountText: isUndone && text === asText(proposed) ? null : text }),
    /** Sets the amount from a button; ignores a second click, as parking a row moves the buttons under the pointer. */
    setAmount: (amount: Centavos) => {
      if (!isJustParked()) change({ amountText: asText(amount) });
    },
    isJustParked,
    isSound,
    showErrors: setErrors,
    /** Returns the form's row to be saved on its own. */
    ready,
    /** Returns all rows in the order of entry. */
    allReady: async (withForm: boolean): Promise<ReadyRow[]> => {
      const parked = waiting.map((one) => ({
        ...entryOf(one, 0),
        notes: one.notes || null,
        screenshot_url: one.screenshot_url,
      }));
      return withForm ? [...parked, await ready()] : parked;
    },
    /** Shows the server's errors at a row; a parked row moves into the form. */
    showRowErrors: (place: number, wrong: RowErrors) => {
      const refused = waiting[place];
      if (refused) putBack(refused, wrong);
      else setErrors(wrong);
    },
    /** Parks the form's row; the form then proposes the rest. Returns false if the row breaks a rule. */
    park: async (): Promise<boolean> => {
      if (!isSound()) return false;
      rows.park({ ...row, amountText: asText(entry.amount), screenshot_url: await pictureOf() });
      return true;
    },
    takeBack: (no: number) => {
      const back = waiting.find((one) => one.no === no);
      if (back) putBack(back, {});
    },
    drop,
    /** Takes out the row that became a payment without an answer: the parked one that is like it, else the form's. */
    takeOut: (taken: PaymentKind) => {
      const parked = isLikePayment(entry, taken)
        ? undefined
        : waiting.find((one) => isLikePayment(entryOf(one, 0), taken));
      if (parked) drop(parked.no);
      else reset();
    },
    reset,
  };
}
export type UnsavedPayment = PaymentEntry & { notes: string };
export type PaymentEntryState = ReturnType<typeof usePaymentEntry>;
