import { makeStyles } from '@fluentui/react-components';
import { useCallback, useContext, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { CatalogueProduct } from '#contract/pos.ts';
import { cartTotals, isPaidInFull } from '#domain/cart.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CartQuestions, type CartQuestion } from '#renderer/features/pos/cart/cart-questions.tsx';
import { groupOf } from '#renderer/features/pos/cart/cart-lines.ts';
import { whyNoCheckout } from '#renderer/features/pos/cart/checkout-text.ts';
import { DraftBar, DraftStatus, wholeActions } from '#renderer/features/pos/drafts/draft-bar.tsx';
import { ClosedBanner, whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { keyHelp, KeyStrip } from '#renderer/features/pos/screen/key-strip.tsx';
import { OfflineBanner } from '#renderer/features/pos/screen/offline-banner.tsx';
import { useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { useSalesDialog } from '#renderer/features/pos/offline/use-sales-dialog.tsx';
import { notWithoutServer } from '#renderer/features/pos/offline/why-not.ts';
import { PaidUnitDialog, type PaidUnit } from '#renderer/features/pos/catalogue/paid-unit-dialog.tsx';
import { PriceDialog, type Unpriced } from '#renderer/features/pos/catalogue/price-dialog.tsx';
import { useRefreshStock } from '#renderer/features/pos/catalogue/use-picked.ts';
import { ProductPane } from '#renderer/features/pos/catalogue/product-pane.tsx';
import { RecoveryOffer } from '#renderer/features/pos/recovery/recovery-offer.tsx';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import type { SavedCart } from '#renderer/features/pos/sale/till-state.ts';
import { UnitPicker } from '#renderer/features/pos/catalogue/unit-picker.tsx';
import { useAdding } from '#renderer/features/pos/cart/use-adding.ts';
import { useLeftCart } from '#renderer/features/pos/cart/use-left-cart.ts';
import { TakeOverDialog } from '#renderer/features/pos/drafts/take-over-dialog.tsx';
import { useHeldDrafts } from '#renderer/features/pos/drafts/use-held-drafts.ts';
import { useOpenDraft, useResumeDraft } from '#renderer/features/pos/drafts/use-open-draft.ts';
import { useScan } from '#renderer/features/pos/scanning/use-scan.ts';
import { SaleSide } from '#renderer/features/pos/screen/sale-side.tsx';
import { TillFoot } from '#renderer/features/pos/screen/till-foot.tsx';
import { TillMenu } from '#renderer/features/pos/screen/till-menu.tsx';
import { UpdateBanner } from '#renderer/features/pos/screen/update-banner.tsx';
import { usePane } from '#renderer/features/pos/screen/use-pane.ts';
import { useTillActions } from '#renderer/features/pos/screen/use-till-actions.ts';
import { useTillKeys, type TillKeys } from '#renderer/features/pos/screen/use-till-keys.ts';
import { ChangeCashier } from '#renderer/lib/change-cashier.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { asksForDrafts } from '#renderer/lib/open-drafts.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { useLater } from '#renderer/lib/use-later.ts';
import { soundError } from '#renderer/lib/sound.ts';
import { till } from '#renderer/lib/till.ts';
import { sizes, windows } from '#renderer/ui/theme.ts';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { useToastsOverProducts } from '#renderer/ui/toast-place.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { PosDialogs, type TillDialog } from './pos-dialogs.tsx';
import { useShiftDesk } from './use-shift-desk.tsx';

type Picking = { product: CatalogueProduct; variationId: number | undefined };

const HELP_LIFETIME = 10_000;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  panes: {
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${sizes.cart}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
    flexGrow: 1,
    minHeight: 0,
    [windows.narrow]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.cartNarrow}px` },
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  left: { display: 'flex', flexDirection: 'column', minHeight: 0 },
});

/** The till: products on the left, the cart (or the sale just completed) on the right; one of them in a narrow window. */
export function PosPage() {
  const styles = useStyles();
  const { store, hasLostStore, may } = useSignedIn();
  const closed = whyClosed({ store, hasLostStore });
  const navigate = useNavigate();
  const sale = useWorkingSale();
  const state = useTillState();
  const notify = useNotify();
  const { isReachable } = useConnection();
  const { transactionId } = useParams();
  const search = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState<Picking | null>(null);
  const [unpriced, setUnpriced] = useState<Unpriced | null>(null);
  const [paidUnit, setPaidUnit] = useState<PaidUnit | null>(null);
  const [added, setAdded] = useState(0);
  const [asking, setAsking] = useLater<CartQuestion>(null);
  const { state: way } = useLocation() as { state: unknown };
  const [dialog, setDialog] = useLater<TillDialog>(asksForDrafts(way) ? 'drafts' : null);
  const drafts = useHeldDrafts();
  const isOnePane = useMedia(ONE_PANE);
  const [pane, setPane] = usePane(transactionId);
  // An answer must not reach the next cart.
  useLeftCart(state.cart, () => setAsking(null));
  useToastsOverProducts();
  useShownTitle(state.cart.draft?.number ?? null);
  const opening = useOpenDraft(transactionId);
  useResumeDraft();

  const pick = useCallback(
    (product: CatalogueProduct, variationId?: number) => setPicked({ product, variationId }),
    [],
  );
  const maySeeSales = may('transactions.view');
  const openSale = useCallback(
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
  const selling = useOfflineSelling(store);
  const adding = useAdding({
    timeZone: zonesOf(store),
    pick,
    askPrice: setUnpriced,
    askPaid: setPaidUnit,
    openSale,
    sellsOffline: selling !== null,
  });
  /** Returns false and says why if the store does not sell: no unit is looked up then. */
  const isSelling = useCallback(
    (title = 'Nothing was added') => {
      if (closed === null) return true;
      notify.warning(title, closed);
      soundError();
      return false;
    },
    [closed, notify],
  );
  const scan = async (code: string) => {
    const isAsked = asking || state.takeOver;
    if (isAsked || dialog || unpriced || paidUnit) {
      notify.info('Scan ignored', isAsked ? 'Answer the question first' : 'Close the dialog first');
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
  const choose = useCallback(
    (product: CatalogueProduct) =>
      isSelling() && void adding.choose(product).then((isAdded) => isAdded && setAdded((count) => count + 1)),
    [adding, isSelling],
  );

  const storeTax = taxRuleOf(store.settings);
  const actions = useTillActions(selling, storeTax);
  const sales = useSalesDialog(store);
  const trading = useApproval('trade_in');
  const changeCashier = useContext(ChangeCashier);
  const { lines } = state.cart;
  const { smallest_coin: smallestCoin } = useChainSettings();
  const isPaid = isPaidInFull(state.cart, cartTotals(state.cart, storeTax), smallestCoin);
  // A fully paid sale can be completed after the till was switched off, but not after the store was lost.
  const isSettled = isPaid && !hasLostStore;
  const desk = useShiftDesk(store, { setDialog, may });
  const checkout = () =>
    (isSettled || isSelling('Nothing is sold here now')) && desk.isReady() && actions.checkout();
  const chooseCustomer = may('customers.view')
    ? () =>
        selling ? notify.info('Customer stays as it is', notWithoutServer.customer) : setDialog('customer')
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
      lines.length > 0
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
    ...(sales.open ? { F11: sales.open } : {}),
  };
  useTillKeys(keys);
  const refreshStock = useRefreshStock();
  const recover = (offer: SavedCart) =>
    actions.whileBusy('Failed to resume draft', () => sale.recover(offer));

  const wholeActionsNow = wholeActions({
    cart: state.cart,
    busy: actions.busy,
    onSave: actions.save,
    onClear: () =>
      state.cart.lines.length > 0
        ? setAsking('clear')
        : notify.warning('No items to clear', 'The cart is already empty'),
    onCancel: () => {
      setAsking('cancel');
      // The question names the payments.
      if (state.cart.draft?.paid) void drafts.refetch();
    },
  });
  const why = whyNoCheckout(state, { storeTax, isReachable, selling, closed: isSettled ? null : closed });
  const side = (
    <SaleSide
      store={store}
      why={why}
      busy={actions.busy}
      sellsOffline={selling !== null}
      onCheckout={checkout}
      onChooseCustomer={chooseCustomer}
      onEditCustomer={may('customers.edit') && !selling ? () => setDialog('edit-customer') : null}
      linkTo={maySeeSales ? (saleId) => `/transactions/${saleId}` : null}
      onEmail={maySeeSales ? () => setDialog('email') : null}
    />
  );

  const addPicked = (unitId: number) =>
    isSelling() &&
    actions.whileBusy('Failed to add item', async () => {
      if (await adding.addItem(unitId)) {
        setPicked(null);
        setAdded((count) => count + 1);
      } else await refreshStock();
    });

  return (
    <div className={styles.root}>
      <VisuallyHidden>
        <h1>Point of Sale</h1>
      </VisuallyHidden>
      <OfflineBanner store={store} onShowSales={sales.open} />
      <ClosedBanner store={store} hasLostStore={hasLostStore} />
      <UpdateBanner />
      <RecoveryOffer
        offers={state.offers}
        timeZone={zonesOf(store)}
        busy={actions.busy || state.isRecovering}
        onRecover={recover}
        onDiscard={(offer) => actions.whileBusy('The cart stays', () => sale.discard(offer))}
      />
      {desk.bar}
      <div className={styles.panes}>
        <div className={styles.left}>
          {isOnePane ? null : <DraftBar state={state} timeZone={zonesOf(store)} actions={wholeActionsNow} />}
          <ProductPane
            timeZone={zonesOf(store)}
            group={groupOf(state.cart)}
            heldDrafts={drafts.data?.length ?? 0}
            onViewDrafts={() => {
              setDialog('drafts');
              void drafts.refetch();
            }}
            searchRef={search}
            added={added}
            onChoose={choose}
            onCode={scan}
            onePane={
              isOnePane
                ? {
                    cart: pane === 'cart' ? side : null,
                    actions: <TillMenu actions={wholeActionsNow} keys={keys} />,
                    status: <DraftStatus state={state} timeZone={zonesOf(store)} />,
                    onSearch: () => setPane('products'),
                  }
                : null
            }
          />
          {isOnePane ? (
            <TillFoot
              pane={pane}
              onPane={setPane}
              state={state}
              storeTax={storeTax}
              why={why}
              busy={actions.busy}
              onCheckout={checkout}
            />
          ) : (
            <KeyStrip keys={keys} sellsOffline={selling !== null} />
          )}
        </div>
        {isOnePane ? null : side}
      </div>
      {picked ? (
        <UnitPicker
          key={picked.product.id}
          card={picked.product}
          variationId={picked.variationId}
          storeName={store.name}
          timeZone={zonesOf(store)}
          group={groupOf(state.cart)}
          busy={actions.busy}
          onAdd={addPicked}
          onClose={() => setPicked(null)}
        />
      ) : null}
      {unpriced ? (
        <PriceDialog
          key={unpriced.unitId}
          unpriced={unpriced}
          onPriced={(unitId) => {
            setUnpriced(null);
            addPicked(unitId);
          }}
          onClose={() => setUnpriced(null)}
        />
      ) : null}
      {paidUnit ? (
        <PaidUnitDialog
          key={paidUnit.unitId}
          paid={paidUnit}
          onAgreed={(unitId) => {
            setPaidUnit(null);
            addPicked(unitId);
          }}
          onClose={() => setPaidUnit(null)}
        />
      ) : null}
      {sales.dialog}
      {opening.approving}
      <TakeOverDialog />
      <PosDialogs dialog={dialog} drafts={drafts} actions={actions} onClose={() => setDialog(null)} />
      <CartQuestions
        asking={asking}
        cart={state.cart}
        drafts={drafts.data ?? []}
        onClear={() => {
          setAsking(null);
          actions.clear();
        }}
        onCancel={() => {
          setAsking(null);
          actions.cancel();
        }}
        onKeep={() => setAsking(null)}
      />
    </div>
  );
}
