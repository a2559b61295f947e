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
import { tellBy, type Tellers } from './till-events.ts';
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

/** The server's sentence, with the amounts in it as the cart shows them. */
const textIn =
  ({ inCart }: Pick<TillSaleDeps, 'inCart'>) =>
  ({ details, message }: ApiError): string => {
    if (details.low_price) return lowPriceText(details.low_price, inCart);
    if (details.total_amount === undefined) return message;
    return `The total is now ${inCart(details.total_amount)}. Check the prices again`;
  };

type CartTellers = Omit<Tellers, 'sold_before' | 'over'>;

/** Returns what tells the cashier of what happened to the cart. */
function cartTellers(deps: TillSaleDeps): CartTellers {
  const { notify, zones, withWay, tellExisting, tellOverpaid, inCart } = deps;
  const textOf = textIn(deps);
  const warn = (...told: Parameters<typeof notify.warning>) => {
    notify.warning(...told);
    soundError();
  };
  const fail = (...told: Parameters<typeof notify.error>) => {
    notify.error(...told);
    soundError();
  };
  return {
    failed: ({ error, title }) => {
      const hasOwnText = error instanceof ApiError && ['price_floor', 'total_changed'].includes(error.code);
      const text = hasOwnText ? { title, body: textOf(error) } : errorTextFor(error, title);
      const details = error instanceof ApiError ? error.details : {};
      const inOwn = details.own_draft && whoHoldsWhat(details, zones());
      fail(text.title, inOwn ? withWay(inOwn, details.own_draft) : text.body);
    },
    taken_over: ({ cart, total, refusal, isSplit }) => {
      const { held_by: holder } = refusal.details;
      const at = holder?.device ? ` at ${holder.device}` : '';
      const whose = cart.customer ? `${cart.customer.name}, ` : '';
      const taken = holder
        ? `${cart.draft?.number} (${whose}${inCart(total)}) is open${at} now, with ${holder.name}.`
        : refusal.message;
      fail('Cart taken over', `${taken}${isSplit ? ' What only this till had is in a new draft.' : ''}`);
    },
    lost: ({ messages }) =>
      fail(messages.length === 1 ? 'An item was lost' : `${messages.length} items were lost`, messages[0]),
    draft_exists: ({ draft }) => {
      tellExisting(draft);
      soundError();
    },
    cancelled: ({ cart: { draft }, hasRest }) => {
      const rest = hasRest ? ' Its items are in a new draft here.' : '';
      if (draft?.cancelled === undefined)
        warn('Transaction cancelled elsewhere', `${draft?.number} was cancelled meanwhile.${rest}`);
      else notify.warning('Transaction cancelled', `${draft.number} was cancelled, as you asked.${rest}`);
    },
    cart_sold: ({ cart: { draft }, kept, hasRest }) => {
      const rest = hasRest ? ' What that does not have is in a new cart here.' : '';
      const sold = `${draft?.number ?? 'It'} is sale ${kept.invoice_number ?? kept.number}.`;
      warn('This cart was sold already', sold + rest);
    },
    rejoined: ({ isConflict }) =>
      notify.warning(
        'Draft changed in another window',
        isConflict
          ? 'The customer, or a discount, was changed there and here: the cart shows what was saved there. Check it.'
          : 'The cart shows what was saved there, with what you changed here.',
      ),
    overpaid: ({ saved: { id, payments }, excess }) => {
      const named = countingPayments(payments).filter(({ method }) => method !== 'cash');
      const list = named.map(({ method, amount }) => `${paymentMethodLabels[method]} ${inCart(amount)}`);
      tellOverpaid({
        draftId: id,
        title: `${inCart(excess)} more is paid than the total`,
        text: `Saved on this draft: ${list.join(', ')}. Only cash gives change: change the amount or delete the payment, or take back what lowered the total.`,
      });
      soundError();
    },
    not_overpaid: () => tellOverpaid(null),
    frozen: () => fail('The cart stays as it was sent', notWithoutServer.unanswered),
    tax_changed: ({ tax, from, to }) => {
      const rate = `${basisPointsToPercent(tax.rate)}%`;
      const title = tax.pricesIncludeTax ? `Prices now include ${rate} tax` : `Tax is now ${rate}`;
      const before = from === to ? '' : ` It was ${inCart(from)}.`;
      warn(title, `The total is ${inCart(to)}.${before}`, { lifetime: TOTAL_LIFETIME });
    },
  };
}

/** Creates the sale at this till with its messages and sounds for the cashier. */
export function createTillSale(deps: TillSaleDeps): WorkingSale {
  const { services, notify, print, goTo } = deps;
  const ofCart = cartTellers(deps);
  const report = (error: unknown, title: string) => ofCart.failed({ kind: 'failed', error, title });
  /** The till is at another cart by now, but the cashier still owes this customer their change. */
  const tellCompleted = ({ change_due: change, ...transaction }: Transaction) => {
    const handOver = change > 0 ? `Change: ${formatMoney(change, 'payment')}. ` : '';
    const where = `${handOver}Its receipt is under Transactions.`;
    notify.warning(`${numberOf(transaction)} is complete`, where, { lifetime: COMPLETED_LIFETIME });
    soundError();
  };
  const tellOver = async (transactionId: number) => {
    const finishing = finishInterruptedSale({ services, print }, sale, transactionId);
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
    textOf: textIn(deps),
    tell: tellBy({
      ...ofCart,
      sold_before: ({ kept }) =>
        void printCutOff(services, print, kept)
          .then((status) => sale.showPrint({ print: status }))
          .catch((error: unknown) => report(error, 'Failed to print receipt')),
      over: ({ draftId }) =>
        void tellOver(draftId).catch((error: unknown) => report(error, 'Failed to resume draft')),
    }),
  });
  return sale;
}
