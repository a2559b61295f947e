import type { ReactNode } from 'react';
import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { lowPriceText } from '#domain/low-price.ts';
import { basisPointsToPercent, formatMoney, type Centavos } from '#domain/money.ts';
import { countingPayments, paymentMethodLabels } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { soundError } from '#renderer/lib/sound.ts';
import type { Notify } from '#renderer/ui/toasts.tsx';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import type { Overpaid } from '../drafts/existing-payments.tsx';
import { finishInterruptedSale, isCompletedElsewhere } from '../recovery/interrupted-sale.ts';
import { notWithoutServer } from '../offline/why-not.ts';
import { printCutOff } from '../recovery/cut-off-sale.ts';
import { whoHoldsWhat } from './holds.ts';
import { createWorkingSale, type WorkingSale, type WorkingSaleDeps } from './working-sale.ts';

/** Milliseconds; long enough for a cashier who is scanning already. */
const COMPLETED_LIFETIME = 30_000;
/** Milliseconds for which a changed total stays announced: the customer was told the former one. */
const TOTAL_LIFETIME = 30_000;

type TillSaleDeps = Pick<WorkingSaleDeps, 'services' | 'staffId' | 'storeId' | 'tax' | 'zones'> & {
  notify: Pick<Notify, 'error' | 'warning'>;
  /** Returns a text with a button that opens the draft, if there is one. */
  withWay: (text: string, draft: ErrorDetails['draft']) => ReactNode;
  /** Says that the customer has a draft already, with a link to it. */
  tellExisting: (draft: ErrorDetails['draft']) => void;
  /** Says that too much is paid on a draft, with a link to its payments; null takes that back. */
  tellOverpaid: (told: Overpaid) => void;
  print: PrintReceipt;
  /** Formats an amount as the cart shows it. */
  inCart: (amount: Centavos) => string;
  /** Replaces the current page by the page at an address. */
  goTo: (path: string) => unknown;
};

/** Creates the sale at this till with its messages and sounds for the cashier. */
export function createTillSale({
  notify,
  withWay,
  tellExisting,
  tellOverpaid,
  print,
  inCart,
  goTo,
  ...deps
}: TillSaleDeps): WorkingSale {
  /** The server's sentence, with the amounts in it as the cart shows them. */
  const textOf = ({ details, message }: ApiError): string => {
    if (details.low_price) return lowPriceText(details.low_price, inCart);
    if (details.total_amount === undefined) return message;
    return `The total is now ${inCart(details.total_amount)}. Check the prices again`;
  };
  const report = (error: unknown, title: string) => {
    const hasOwnText = error instanceof ApiError && ['price_floor', 'total_changed'].includes(error.code);
    const text = hasOwnText ? { title, body: textOf(error) } : errorTextFor(error, title);
    const details = error instanceof ApiError ? error.details : {};
    const inOwn = details.own_draft && whoHoldsWhat(details, deps.zones());
    notify.error(text.title, inOwn ? withWay(inOwn, details.own_draft) : text.body);
    soundError();
  };
  /** The till is at another cart by now, but the cashier still owes this customer their change. */
  const tellCompleted = ({ change_due: change, ...transaction }: Transaction) => {
    const handOver = change > 0 ? `Change: ${formatMoney(change, 'payment')}. ` : '';
    const where = `${handOver}Its receipt is under Transactions.`;
    notify.warning(`${numberOf(transaction)} is complete`, where, { lifetime: COMPLETED_LIFETIME });
    soundError();
  };
  const tellOver = async (transactionId: number) => {
    const finishing = finishInterruptedSale({ services: deps.services, print }, sale, transactionId);
    const completed = await finishing.catch((error: unknown) => {
      if (!isCompletedElsewhere(error)) throw error;
      report(error, 'Failed to complete transaction');
      return null;
    });
    if (completed) {
      if (!completed.isShown) tellCompleted(completed.transaction);
      return goTo('/pos');
    }
    notify.warning('Transaction already completed', 'This transaction has already been completed');
    // Lines added since then stay in the till.
    if (sale.read().cart.lines.length === 0) await goTo(`/transactions/${transactionId}`);
  };
  const sale = createWorkingSale({
    ...deps,
    report,
    textOf,
    onTakenOver: ({ cart, total, refusal, isSplit }) => {
      const { held_by: holder } = refusal.details;
      const at = holder?.device ? ` at ${holder.device}` : '';
      const whose = cart.customer ? `${cart.customer.name}, ` : '';
      const taken = holder
        ? `${cart.draft?.number} (${whose}${inCart(total)}) is open${at} now, with ${holder.name}.`
        : refusal.message;
      const rest = isSplit ? ' What only this till had is in a new draft.' : '';
      notify.error('Cart taken over', `${taken}${rest}`);
      soundError();
    },
    onLost: (messages) => {
      notify.error(
        messages.length === 1 ? 'An item was lost' : `${messages.length} items were lost`,
        messages[0],
      );
      soundError();
    },
    onDraftExists: (draft) => {
      tellExisting(draft);
      soundError();
    },
    onCancelled: ({ draft }, hasRest) => {
      const rest = hasRest ? ' Its items are in a new draft here.' : '';
      if (draft?.cancelled !== undefined) {
        const asked = `${draft.number} was cancelled, as you asked.`;
        notify.warning('Transaction cancelled', asked + rest);
        return;
      }
      notify.warning('Transaction cancelled elsewhere', `${draft?.number} was cancelled meanwhile.${rest}`);
      soundError();
    },
    onCartSold: ({ draft }, kept, hasRest) => {
      const rest = hasRest ? ' What that does not have is in a new cart here.' : '';
      const sold = `${draft?.number ?? 'It'} is sale ${kept.invoice_number ?? kept.number}.`;
      notify.warning('This cart was sold already', sold + rest);
      soundError();
    },
    onRejoined: (isConflict) =>
      notify.warning(
        'Draft changed in another window',
        isConflict
          ? 'The customer, or a discount, was changed there and here: the cart shows what was saved there. Check it.'
          : 'The cart shows what was saved there, with what you changed here.',
      ),
    onOverpaid: ({ id, payments }, excess) => {
      const named = countingPayments(payments).filter(({ method }) => method !== 'cash');
      const list = named.map(({ method, amount }) => `${paymentMethodLabels[method]} ${inCart(amount)}`);
      tellOverpaid({
        draftId: id,
        title: `${inCart(excess)} more is paid than the total`,
        text: `Saved on this draft: ${list.join(', ')}. Only cash gives change: change the amount or delete the payment, or take back what lowered the total.`,
      });
      soundError();
    },
    onNotOverpaid: () => tellOverpaid(null),
    onFrozen: () => {
      notify.error('The cart stays as it was sent', notWithoutServer.unanswered);
      soundError();
    },
    onTaxChanged: ({ tax, from, to }) => {
      const rate = `${basisPointsToPercent(tax.rate)}%`;
      const title = tax.pricesIncludeTax ? `Prices now include ${rate} tax` : `Tax is now ${rate}`;
      const before = from === to ? '' : ` It was ${inCart(from)}.`;
      notify.warning(title, `The total is ${inCart(to)}.${before}`, {
        lifetime: TOTAL_LIFETIME,
      });
      soundError();
    },
    onSoldBefore: (kept) =>
      void printCutOff(deps.services, print, kept)
        .then((status) => sale.showPrint({ print: status }))
        .catch((error: unknown) => report(error, 'Failed to print receipt')),
    onOver: (transactionId) =>
      void tellOver(transactionId).catch((error: unknown) => report(error, 'Failed to resume draft')),
  });
  return sale;
}
