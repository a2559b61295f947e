import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import { transactions, type Transaction } from '#contract/transactions.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import {
  countingIds,
  isCovered,
  isLikePayment,
  remainingAmount,
  remainingCash,
  type CountedPayment,
} from '#domain/payments.ts';
import { unitOf } from '#domain/sale-line.ts';
import { type Approved, CompletedBefore, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { fieldMessages, errorTextFor } from '#renderer/lib/failures.ts';
import { read } from '#renderer/lib/read.ts';
import { services } from '#renderer/lib/services.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useOnce } from '#renderer/lib/use-once.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { wasTaken, type JournaledPayment, type SentPayment } from './journaled-payment.ts';
import { createPaying, type Completed, type Exchanging, type OnReceipt, type Paying } from './paying.ts';
import { draftIdOf, type SaleToPay } from './sale-to-pay.ts';
import type { PaymentEntryState, ReadyRow, RowErrors } from './use-payment-entry.ts';

/** Milliseconds after a saved payment in which the new proposal is not taken: nobody has read it yet. */
export const PROPOSAL_UNREAD = 1000;

/** The subject of what is told of a completion that was not answered. */
export const COMPLETION = 'completion';

/** The fields that show their own errors. */
const fieldsShown = ['amount', 'reference_number', 'expected_date', 'notes'];

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'transaction_not_found';

/** Returns the place and errors of the row that a refusal names (`payments.1.amount`); null if it names none. */
function refusedRow(error: unknown): { place: number; fields: RowErrors } | null {
  const said = Object.entries(fieldMessages(error) ?? {});
  const [place] = said.flatMap(([path]) => /^payments\.(\d+)\./.exec(path)?.[1] ?? []);
  if (place === undefined) return null;
  const prefix = `payments.${place}.`;
  const fields = said
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, text]) => [path.slice(prefix.length), text]);
  return { place: Number(place), fields: Object.fromEntries(fields) as RowErrors };
}

/** Returns the names of the units that a refusal concerns: "iPhone 17, iPhone 17". */
function lostNames({ lines }: SaleToPay, { details }: ApiError): string {
  const lost = lines.filter((line) => details.inventory_item_ids?.includes(unitOf(line)));
  return lost.map(({ product_name }) => product_name).join(', ');
}

type CompletingDeps = {
  toPay: SaleToPay;
  /** The sale's total and what covers it, with what an exchange carries over; and the chain's smallest coin. */
  due: { total: Centavos; payments: readonly CountedPayment[]; coin: Centavos };
  /** Returns what comes back in an exchange, as it is sent, once it may be; null if somebody went back. */
  askExchange: (() => Promise<(Approved & { exchanging: Exchanging }) | null>) | null;
  entry: PaymentEntryState;
  /** The requests that an earlier run of the till sent without an answer. */
  journaled: JournaledPayment;
  /** Makes the sale without the server; resolves to false after a refusal, which was told. Null while it can be reached. */
  record: ((onReceipt: OnReceipt, rows: readonly ReadyRow[], paying: Paying) => Promise<boolean>) | null;
  /** True where this till makes the sale without the server once that does not answer. */
  sellsOffline: boolean;
  /** Called before the completion is sent, and with false once it is refused. */
  onSent: (isSent: boolean) => void;
  onCompleted: (completed: Completed) => void;
  /** Returns who has the refused units, and until when. */
  whyLost: (refusal: ApiError) => string;
  /** Marks the units that another till has as lost in the cart. */
  onLost: (unitIds: readonly number[], why: string) => void;
  /** Called if prices changed since the customer was told. */
  onPricesChanged: () => void;
  /** Called if the draft was changed elsewhere; resolves to true if another till took it over, and the cashier was told. */
  onDraftChanged: () => Promise<boolean>;
};

/** Sends the payments of a sale and its completion. Keeps which draft the customer was shown. */
function useSending({ toPay, journaled }: Pick<CompletingDeps, 'toPay' | 'journaled'>) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  // A cart that was begun without the server gets its draft while it is paid.
  const id = draftIdOf(toPay);
  const paying = useMemo(() => createPaying(services, id, journaled), [id, journaled]);
  const { queryKey } = useMemo(() => read(transactions.get, { params: { transactionId: id } }), [id]);
  return {
    /** One for all parts: what succeeds dismisses the errors of each. */
    notify,
    paying,
    /** The draft as its customer was told it. */
    shown: { payments: toPay.payments, version: toPay.draft?.version ?? 0 },
    askAgain: useMemo(() => () => void queryClient.invalidateQueries({ queryKey }), [queryClient, queryKey]),
    /** Adds a payment that was taken. */
    notePayment: (payment: Payment) => {
      const known = queryClient.getQueryData<Transaction>(queryKey)?.payments ?? toPay.payments;
      const payments = [...known.filter((other) => other.id !== payment.id), payment];
      queryClient.setQueryData<Transaction>(queryKey, (current) => current && { ...current, payments });
    },
  };
}

/** Keeps if the sale is made: the screen is left then, and a second press in that moment does nothing. */
function createMade() {
  let made = false;
  return {
    isMade: () => made,
    noteMade: (isMade: boolean) => {
      made = isMade;
    },
  };
}

type Sending = ReturnType<typeof useSending> & ReturnType<typeof createMade>;

/** Keeps the payments that were sent without an answer, here or before the till or this page was opened anew. */
function useUnsure(
  { toPay, journaled, entry }: CompletingDeps,
  { notify, paying, askAgain, isMade }: Sending,
) {
  const unsure = useRef<readonly SentPayment[]>(journaled.payments.map(({ content }) => content));
  // Such a payment may have been taken: asks for the sale again when the server is back.
  useEffect(
    () =>
      services.connection.onChange(() => {
        if (services.connection.read().isReachable && unsure.current.length > 0) askAgain();
      }),
    [askAgain],
  );
  const takenOut = useLatest(entry.takeOut);
  useEffect(() => {
    const taken = unsure.current.filter((sent) => wasTaken(sent, toPay));
    if (taken.length === 0 || isMade()) return;
    unsure.current = unsure.current.filter((sent) => !taken.includes(sent));
    notify.settled();
    for (const { body } of taken) {
      // The same payment once more is another one.
      paying.forgetPayment(body);
      takenOut.current(body);
      const amount = formatMoney(body.amount, 'payment');
      notify.warning('Payment saved', `${amount} was taken at the first try. Look at what remains.`);
    }
  }, [toPay, notify, paying, isMade, takenOut]);
  return {
    noteUnsure: (sent: SentPayment): void => {
      unsure.current = [...unsure.current, sent];
    },
    forgetUnsure: (body: ReadyRow): void => {
      unsure.current = unsure.current.filter((sent) => !isLikePayment(sent.body, body));
    },
  };
}

/** Tells why a payment or the completion was refused, where that belongs. */
function createRefusals(deps: CompletingDeps, { notify, askAgain }: Sending) {
  const { toPay, entry, sellsOffline, whyLost, onLost, onPricesChanged, onDraftChanged } = deps;
  const fail = (error: unknown, title: string) => {
    const text = errorTextFor(error, title);
    notify.error(text.title, text.body);
  };
  const isTakenOver = async (error: unknown): Promise<boolean> =>
    error instanceof ApiError && error.code === 'draft_changed' && (await onDraftChanged());
  /** The draft was deleted elsewhere: reloading it leads back to the till. */
  const leave = (text: string) => {
    notify.error('No transaction found', text);
    askAgain();
  };
  const refuseSale = async (error: unknown) => {
    if (error instanceof CompletedBefore) {
      notify.warning('The sale was completed before your changes', 'Your later changes are not in it.');
      return askAgain();
    }
    if (isGone(error)) return leave('Cannot complete transaction without a transaction ID');
    const refused = refusedRow(error);
    if (refused) return entry.showRowErrors(refused.place, refused.fields);
    if (error instanceof ApiError && error.code === 'item_unavailable') {
      const why = whyLost(error);
      onLost(error.details.inventory_item_ids ?? [], why);
      notify.error('Failed to complete transaction', `${lostNames(toPay, error)}: ${why}`);
    } else if (error instanceof ApiError && error.code === 'total_changed') {
      onPricesChanged();
      notify.error('Prices have changed', error.message);
    } else if (error instanceof ServerUnreachable && sellsOffline) {
      notify.warning(
        'The server did not answer',
        countingIds(toPay.payments).length > 0
          ? 'This cart has payments on the server: it is completed when the connection is back.'
          : 'Press Complete again: the sale is recorded once.',
        { about: COMPLETION },
      );
    } else if (error instanceof ServerUnreachable && error.reason === null) {
      notify.error(
        'The server cannot be reached',
        'The sale may already be complete. Press Complete again when the server is back: it is not sold twice.',
        { about: COMPLETION },
      );
    } else if (error instanceof ApiError && error.code === 'insufficient_payment') {
      notify.error('Insufficient payment', error.message);
    } else if (!(await isTakenOver(error))) fail(error, 'Failed to complete transaction');
    // Without an answer the page stays as it is, so that a retry gets the lost answer.
    if (error instanceof ApiError) askAgain();
  };
  return {
    fail,
    refuseSale,
    refusePayment: async (error: unknown) => {
      const fields = fieldMessages(error);
      if (fields && fieldsShown.some((field) => field in fields)) entry.showErrors(fields);
      else if (isGone(error)) leave('Cannot save payment without a transaction');
      else {
        if (!(await isTakenOver(error))) fail(error, 'Failed to add payment');
        // Another till may have the draft by now, or the sale may be completed.
        if (error instanceof ApiError) askAgain();
      }
    },
  };
}

/** Keeps for a moment that a payment was just saved: the proposal of the rest is not taken then. */
function useUnread() {
  const [isUnread, setUnread] = useState(false);
  const end = useRef<() => void>(() => undefined);
  return {
    isUnread,
    begin: () => {
      end.current();
      setUnread(true);
      end.current = services.clock.after(PROPOSAL_UNREAD, () => setUnread(false));
    },
  };
}

/** Keeps if a completion was sent, or a sale is being made without the server. */
function useSent({ notify }: Pick<Sending, 'notify'>) {
  const [isSent, setSent] = useState(false);
  const wasSent = useRef(false);
  useEffect(() => {
    wasSent.current = isSent;
  }, [isSent]);
  // If the answer was lost, the till shows the sale once it is known to be completed; messages about it are removed.
  useEffect(
    () => () => {
      if (!wasSent.current) return;
      notify.settled();
      notify.withdraw(COMPLETION);
    },
    [notify],
  );
  return [isSent, setSent] as const;
}

/** Says what the payments lack; null if they cover what is due. */
function missingText({ due: { total, payments, coin }, entry }: CompletingDeps): string | null {
  const counted = [...payments, ...entry.counted];
  if (isCovered(total, counted, coin)) return null;
  const left = entry.entry.method === 'cash' ? remainingCash : remainingAmount;
  return `Please add ${formatMoney(left(total, counted, coin), 'payment')} more in payments`;
}

/** Saves a payment, or completes the sale with the unsaved rows; a retry after a failure does nothing twice. */
export function useCompleting(deps: CompletingDeps) {
  const { askExchange, entry, record, onSent, onCompleted } = deps;
  const unread = useUnread();
  const [made] = useState(createMade);
  const sending: Sending = { ...useSending(deps), ...made };
  const { notify, paying, shown, isMade, noteMade } = sending;
  const [isSent, setSent] = useSent(sending);
  const { noteUnsure, forgetUnsure } = useUnsure(deps, sending);
  const { fail, refuseSale, refusePayment } = createRefusals(deps, sending);
  const { busy, run: once } = useOnce((work: () => Promise<void>) => work());

  const hasPicture = entry.row.method !== 'cash' && entry.screenshot.screenshot.kind !== 'none';
  const tellMissingPictures = (rows: readonly ReadyRow[], hadPicture: boolean) => {
    if (!hadPicture || rows.at(-1)?.screenshot_url) return;
    notify.warning('Screenshot could not be uploaded', 'The payment was saved without it');
  };
  const isTooSoon = unread.isUnread && entry.isProposed && entry.isFilled;

  /** Saves the form's row as a payment; returns true if that succeeded. */
  const takeRow = async (): Promise<boolean> => {
    if (!entry.isSound()) return false;
    const body = await entry.ready();
    try {
      const payment = await paying.pay(body, shown);
      forgetUnsure(body);
      tellMissingPictures([body], hasPicture);
      sending.notePayment(payment);
      entry.reset();
      return true;
    } catch (error) {
      if (error instanceof ServerUnreachable) noteUnsure({ body, known: shown.payments.map(({ id }) => id) });
      await refusePayment(error);
      return false;
    }
  };
  const makeOffline = async (onReceipt: OnReceipt, make: NonNullable<typeof record>) => {
    setSent(true);
    const isKept = await make(onReceipt, await entry.allReady(entry.isFilled), paying).catch(
      (error: unknown) => {
        fail(error, 'The sale was not kept');
        return false;
      },
    );
    noteMade(isKept);
    if (!isKept) setSent(false);
  };
  const completeAtServer = async (onReceipt: OnReceipt) => {
    const exchanged = askExchange ? await askExchange() : null;
    if (askExchange && !exchanged) return;
    setSent(true);
    try {
      const rows = await entry.allReady(entry.isFilled);
      onSent(true);
      const completed = await paying.complete(onReceipt, rows, shown, exchanged);
      noteMade(true);
      onCompleted(completed);
      tellMissingPictures(rows, entry.isFilled && hasPicture);
      paying.forgetCompletion();
      notify.settled();
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        setSent(false);
        onSent(false);
      }
      await refuseSale(error);
    }
  };

  return {
    busy,
    /** True just after a payment was saved, while the proposal of the rest is not taken. */
    isTooSoon,
    /** True while a completion with the typed rows is sent or unanswered: leaving then loses nothing. */
    isSent,
    save: () =>
      once(async () => {
        if (isTooSoon || (entry.isJustParked() && entry.isProposed) || !(await takeRow())) return;
        unread.begin();
        notify.success('Payment saved');
      }),
    /** Completes the sale with every unsaved row, including the form's. */
    complete: (onReceipt: OnReceipt) =>
      once(async () => {
        if (isMade() || isTooSoon || (entry.isFilled && !entry.isSound())) return;
        const text = missingText(deps);
        if (text !== null) {
          entry.showErrors({ amount: text });
          notify.error('Insufficient payment', text);
        } else if (record) await makeOffline(onReceipt, record);
        else await completeAtServer(onReceipt);
      }),
  };
}
