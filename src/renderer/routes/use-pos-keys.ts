import { useContext, type RefObject } from 'react';
import { cartTotals, isPaidInFull } from '#domain/cart.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { notWithoutServer } from '#renderer/features/pos/offline/why-not.ts';
import { useTillState } from '#renderer/features/pos/sale/till-context.ts';
import { keyHelp } from '#renderer/features/pos/screen/key-strip.tsx';
import type { TillActions } from '#renderer/features/pos/screen/use-till-actions.ts';
import { useTillKeys, type TillKeys } from '#renderer/features/pos/screen/use-till-keys.ts';
import { ChangeCashier } from '#renderer/lib/change-cashier.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { till } from '#renderer/lib/till.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import type { TillDialog } from './pos-dialogs.tsx';
import { useIsSelling } from './use-pos-adding.ts';
import type { useShiftDesk } from './use-shift-desk.tsx';

const HELP_LIFETIME = 10_000;

type Deps = {
  actions: TillActions;
  desk: ReturnType<typeof useShiftDesk>;
  /** True while this till sells without the server. */
  sellsOffline: boolean;
  setDialog: (dialog: TillDialog) => void;
  /** Opens the list of sales without the server; null without any. */
  openSales: (() => void) | null;
  search: RefObject<HTMLInputElement | null>;
};

/** What the till's function keys do, and the buttons beside them. */
export function usePosKeys({ actions, desk, sellsOffline, setDialog, openSales, search }: Deps) {
  const { store, hasLostStore, may } = useSignedIn();
  const { cart } = useTillState();
  const notify = useNotify();
  const { isReachable } = useConnection();
  const isSelling = useIsSelling();
  const trading = useApproval('trade_in');
  const changeCashier = useContext(ChangeCashier);
  const { smallest_coin: coin } = useChainSettings();
  const isPaid = isPaidInFull(cart, cartTotals(cart, taxRuleOf(store.settings)), coin);
  // A fully paid sale can be completed after the till was switched off, but not after the store was lost.
  const isSettled = isPaid && !hasLostStore;
  const checkout = () =>
    (isSettled || isSelling('Nothing is sold here now')) && desk.isReady() && actions.checkout();
  const chooseCustomer = may('customers.view')
    ? () =>
        sellsOffline
          ? notify.info('Customer stays as it is', notWithoutServer.customer)
          : setDialog('customer')
    : null;
  const openDrawer = () =>
    isReachable
      ? desk.isReady() && setDialog('no-sale')
      : notify.info('The drawer stays closed', notWithoutServer.noSale);
  const keys: TillKeys = {
    F1: () => notify.info('Keyboard shortcuts', keyHelp(keys), { lifetime: HELP_LIFETIME }),
    F2: () => search.current?.focus(),
    F3: () => chooseCustomer?.(),
    F4: () =>
      cart.lines.length > 0
        ? setDialog('discounts')
        : notify.info('No items in cart', 'Add items to the cart before giving a discount'),
    ...(trading.isPossible
      ? { F5: () => isSelling('Nothing is bought here now') && desk.isReady() && actions.tradeIn() }
      : {}),
    ...(changeCashier ? { F6: changeCashier } : {}),
    F8: checkout,
    // A browser has no drawer.
    ...(till.kind === 'electron' ? { F9: openDrawer } : {}),
    ...desk.keys,
    ...(openSales ? { F11: openSales } : {}),
  };
  useTillKeys(keys);
  return { keys, checkout, chooseCustomer, isSettled };
}
