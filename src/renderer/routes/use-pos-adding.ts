import { useCallback, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { CatalogueProduct } from '#contract/pos.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useAdding } from '#renderer/features/pos/cart/use-adding.ts';
import type { PaidUnit } from '#renderer/features/pos/catalogue/paid-unit-dialog.tsx';
import type { Unpriced } from '#renderer/features/pos/catalogue/price-dialog.tsx';
import { useRefreshStock } from '#renderer/features/pos/catalogue/use-picked.ts';
import { useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useScan } from '#renderer/features/pos/scanning/use-scan.ts';
import { whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import type { TillActions } from '#renderer/features/pos/screen/use-till-actions.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

type Picking = { product: CatalogueProduct; variationId: number | undefined };

/** Returns how the sale of a scanned unit or receipt is opened. */
function useOpenSale() {
  const { may } = useSignedIn();
  const sale = useWorkingSale();
  const notify = useNotify();
  const navigate = useNavigate();
  const maySeeSales = may('transactions.view');
  return useCallback(
    (saleId: number, unitId: number | undefined) => {
      if (maySeeSales) {
        // What comes back for this cart is asked at once; anything else may be a refund or an exchange.
        const isExchanged = sale.read().cart.exchange?.transaction_id === saleId;
        const asked = unitId === undefined ? '' : `?${isExchanged ? 'exchange' : 'refund'}Item=${unitId}`;
        return void navigate(`/transactions/${saleId}${asked}`);
      }
      notify.warning('This was sold already', 'Somebody who may see transactions can open its sale.');
      soundError();
    },
    [maySeeSales, navigate, notify, sale],
  );
}

/** Returns what tells if the store sells: it returns false and says why if not. No unit is looked up then. */
export function useIsSelling(): (title?: string) => boolean {
  const { store, hasLostStore } = useSignedIn();
  const notify = useNotify();
  const closed = whyClosed({ store, hasLostStore });
  return useCallback(
    (title = 'Nothing was added') => {
      if (closed === null) return true;
      notify.warning(title, closed);
      soundError();
      return false;
    },
    [closed, notify],
  );
}

type Deps = {
  actions: TillActions;
  /** True while this till sells without the server. */
  sellsOffline: boolean;
  /** Why no scan is taken now, besides the dialogs that an item opens; null if one is. */
  whyNoScan: string | null;
  search: RefObject<HTMLInputElement | null>;
};

/** Adds to the cart: by scan, from the cards, and through the dialogs that an item opens. */
export function usePosAdding({ actions, sellsOffline, whyNoScan, search }: Deps) {
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const notify = useNotify();
  const isSelling = useIsSelling();
  const refreshStock = useRefreshStock();
  const [picked, setPicked] = useState<Picking | null>(null);
  const [unpriced, setUnpriced] = useState<Unpriced | null>(null);
  const [paid, setPaid] = useState<PaidUnit | null>(null);
  const [added, setAdded] = useState(0);
  const pick = useCallback(
    (product: CatalogueProduct, variationId?: number) => setPicked({ product, variationId }),
    [],
  );
  const adding = useAdding({
    timeZone: zonesOf(store),
    pick,
    askPrice: setUnpriced,
    askPaid: setPaid,
    openSale: useOpenSale(),
    sellsOffline,
  });
  const scan = async (code: string) => {
    const why = whyNoScan ?? (unpriced || paid ? 'Close the dialog first' : null);
    if (why !== null) {
      notify.info('Scan ignored', why);
      soundError();
      return false;
    }
    if (!isSelling()) return false;
    const isAdded = await adding.scan(code);
    if (isAdded) {
      setPicked(null);
      // While focused, the search field takes the till's keys; it keeps the focus if text in it is still being
      // edited.
      if (search.current?.value === '') search.current.blur();
    }
    return isAdded;
  };
  useScan(scan, sale.noteAddition);
  return {
    scan,
    choose: useCallback(
      (product: CatalogueProduct) =>
        isSelling() &&
        void adding.choose(product).then((isAdded) => isAdded && setAdded((count) => count + 1)),
      [adding, isSelling],
    ),
    /** Adds an item that a dialog asked about; the dialog of that item is closed. */
    addAsked: (unitId: number): void => {
      // Another item may have asked meanwhile.
      setUnpriced((asked) => (asked?.unitId === unitId ? null : asked));
      setPaid((asked) => (asked?.unitId === unitId ? null : asked));
      if (!isSelling()) return;
      actions.whileBusy('Failed to add item', async () => {
        if (await adding.addItem(unitId)) {
          setPicked(null);
          setAdded((count) => count + 1);
        } else await refreshStock();
      });
    },
    /** How many were added from the cards. */
    added,
    picked,
    stopPicking: () => setPicked(null),
    unpriced,
    stopPricing: () => setUnpriced(null),
    paid,
    stopPaid: () => setPaid(null),
  };
}

export type PosAdding = ReturnType<typeof usePosAdding>;
