import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#contract/errors.ts';
import { transactions, type HeldDraft } from '#contract/transactions.ts';
import type { TaxRule } from '#domain/totals.ts';
import type { Approved } from '#renderer/lib/api-client.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useNotify, type Notify } from '#renderer/ui/toasts.tsx';
import { useTellExistingPayments } from '#renderer/ui/way-to-payments.tsx';
import { blockText, whyNoCheckout } from '../cart/checkout-text.ts';
import type { OfflineSelling } from '../offline/use-offline-selling.ts';
import { notWithoutServer } from '../offline/why-not.ts';
import { useWorkingSale } from '../sale/till-context.ts';

/** Returns what saves the cart, and goes to a page that takes its payment. */
function usePayOn(notify: Notify, selling: OfflineSelling | null, storeTax: TaxRule) {
  const sale = useWorkingSale();
  const navigate = useNavigate();
  const { isReachable } = useConnection();
  /** The newest values: the connection may be lost while scans are waited for. */
  const now = useLatest({ isReachable, selling, storeTax });

  /** Goes to the payment of the cart as it is on this till. */
  const payOffline = (): void => {
    const { cart } = sale.read();
    const why = whyNoCheckout(sale.read(), { ...now.current, isReachable: false, closed: null });
    if (why) notify.warning(why);
    else void navigate(cart.draft ? `/pos/${cart.draft.id}/payment` : '/pos/payment');
  };

  return {
    now,
    payOn: async (page: 'payment' | 'trade-in'): Promise<void> => {
      const block = sale.checkoutBlock();
      if (block && block !== 'empty') return notify.warning(blockText[block]);
      if (!now.current.isReachable) {
        if (now.current.selling && page === 'payment') payOffline();
        else if (now.current.selling) notify.info('Trade in', notWithoutServer.tradeIn);
        return;
      }
      const draftId = await sale.readyToPay();
      if (draftId !== null) await navigate(`/pos/${draftId}/${page}`);
    },
  };
}

/** Returns what runs work with the buttons disabled; errors are reported under its title. */
function useWhileBusy(notify: Notify) {
  const [count, setCount] = useState(0);
  const last = useRef<Promise<void>>(Promise.resolve());
  const whileBusy = (title: string, work: () => Promise<void>): Promise<void> => {
    setCount((before) => before + 1);
    const done = work()
      .then(notify.settled)
      .catch((error: unknown) => {
        const text = errorTextFor(error, title);
        notify.error(text.title, text.body);
      })
      .finally(() => setCount((before) => before - 1));
    last.current = Promise.all([last.current, done]).then(() => undefined);
    return done;
  };
  return {
    busy: count > 0,
    whileBusy,
    /** Resolves once the work that runs now is done. */
    idle: (): Promise<void> => last.current,
  };
}

/** Returns the actions on the whole cart; each reports its result, and only one runs at a time, after what is being added or recovered. */
export function useTillActions(selling: OfflineSelling | null, storeTax: TaxRule) {
  const sale = useWorkingSale();
  const notify = useNotify();
  const navigate = useNavigate();
  const deletion = useRouteMutation(transactions.delete, { failed: 'Failed to delete draft' });
  const tellExistingPayments = useTellExistingPayments();
  const { now, payOn } = usePayOn(notify, selling, storeTax);
  const { busy, whileBusy, idle } = useWhileBusy(notify);
  const isActing = useRef(false);

  /** Runs `work` once the cart has all that was scanned or added before; not at all if it lacks some of it, which was told. */
  const onceAdded = (title: string, work: () => Promise<void> | void): void => {
    if (isActing.current) return;
    isActing.current = true;
    const before = idle();
    void whileBusy(title, async () => {
      await before;
      if (await sale.allAdded()) await work();
    }).finally(() => {
      isActing.current = false;
    });
  };

  return {
    busy,
    whileBusy: (title: string, work: () => Promise<void>): void => void whileBusy(title, work),
    checkout: (): void =>
      onceAdded('Failed to save draft', () => {
        if (sale.checkoutBlock() !== 'empty') return payOn('payment');
        notify.warning('Cart is empty', 'Add items to the cart before checkout');
      }),
    /** Takes a unit in trade: in payment of the cart, or alone if it is empty. */
    tradeIn: (): void =>
      onceAdded('Failed to save draft', () => {
        if (sale.read().cart.exchange) {
          return notify.warning(
            'Nothing is bought during an exchange',
            'Complete the exchange, or cancel it, and press F5 again',
          );
        }
        if (sale.checkoutBlock() !== 'empty') return payOn('trade-in');
        if (now.current.isReachable) void navigate('/pos/trade-in');
        else if (now.current.selling) notify.info('Trade in', notWithoutServer.tradeIn);
      }),
    /** Parks the cart under View Transactions and empties the till. */
    save: (): void =>
      onceAdded('Failed to save draft', async () => {
        if (sale.read().cart.lines.length === 0) {
          return notify.warning('No items in cart', 'Add items to the cart before saving as draft');
        }
        const { exchange } = sale.read().cart;
        const parked = await sale.park();
        if (parked === null) return;
        const { number, isKept } = parked;
        const rest = exchange ? ` What comes back of ${exchange.number} is kept at this till.` : '';
        if (isKept)
          notify.success('Cart kept at this till', `Recover ${number} when the connection is back.`);
        else notify.success('Transaction saved', `${number} waits under View Transactions.${rest}`);
        await navigate('/pos', { replace: true });
      }),
    /** Deletes a held draft; its units are unlocked. */
    deleteDraft: async ({ id, transaction_number: number }: HeldDraft, approved: Approved): Promise<void> => {
      const done = await deletion.run({ params: { transactionId: id }, body: {}, ...approved }, (refusal) => {
        if (refusal.code !== 'has_payments') return refusal;
        tellExistingPayments(id, refusal.message);
        return null;
      });
      if (done) notify.success('Draft deleted', `${number} is gone and its items are unlocked.`);
    },
    clear: (): void => {
      if (sale.clear()) notify.success('Transaction cleared');
    },
    cancel: (): void =>
      void whileBusy('Error cancelling transaction', async () => {
        const draftId = sale.read().cart.draft?.id;
        try {
          if (!(await sale.cancel())) return;
        } catch (error) {
          const hasPayments = error instanceof ApiError && error.code === 'has_payments';
          if (!hasPayments || draftId === undefined) throw error;
          return tellExistingPayments(draftId, error.message);
        }
        notify.success('Transaction cancelled');
        await navigate('/pos', { replace: true });
      }),
  };
}
export type TillActions = ReturnType<typeof useTillActions>;
