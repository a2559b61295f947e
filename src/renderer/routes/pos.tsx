import { makeStyles } from '@fluentui/react-components';
import { useRef } from 'react';
import { useLocation, useParams } from 'react-router';
import { taxRuleOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CartQuestions, type CartQuestion } from '#renderer/features/pos/cart/cart-questions.tsx';
import { groupOf } from '#renderer/features/pos/cart/cart-lines.ts';
import { whyNoCheckout } from '#renderer/features/pos/cart/checkout-text.ts';
import { useLeftCart } from '#renderer/features/pos/cart/use-left-cart.ts';
import { PaidUnitDialog } from '#renderer/features/pos/catalogue/paid-unit-dialog.tsx';
import { PriceDialog } from '#renderer/features/pos/catalogue/price-dialog.tsx';
import { ProductPane } from '#renderer/features/pos/catalogue/product-pane.tsx';
import { UnitPicker } from '#renderer/features/pos/catalogue/unit-picker.tsx';
import { DraftBar, DraftStatus, wholeActions } from '#renderer/features/pos/drafts/draft-bar.tsx';
import { TakeOverDialog } from '#renderer/features/pos/drafts/take-over-dialog.tsx';
import { useHeldDrafts, type HeldDrafts } from '#renderer/features/pos/drafts/use-held-drafts.ts';
import { useOpenDraft, useResumeDraft } from '#renderer/features/pos/drafts/use-open-draft.ts';
import {
  useOfflineSelling,
  type OfflineSelling,
} from '#renderer/features/pos/offline/use-offline-selling.ts';
import { useSalesDialog } from '#renderer/features/pos/offline/use-sales-dialog.tsx';
import { RecoveryOffer } from '#renderer/features/pos/recovery/recovery-offer.tsx';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { KeyStrip } from '#renderer/features/pos/screen/key-strip.tsx';
import { OfflineBanner } from '#renderer/features/pos/screen/offline-banner.tsx';
import { SaleSide } from '#renderer/features/pos/screen/sale-side.tsx';
import { ClosedBanner, whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { TillFoot } from '#renderer/features/pos/screen/till-foot.tsx';
import { TillMenu } from '#renderer/features/pos/screen/till-menu.tsx';
import { UpdateBanner } from '#renderer/features/pos/screen/update-banner.tsx';
import { usePane } from '#renderer/features/pos/screen/use-pane.ts';
import { useTillActions, type TillActions } from '#renderer/features/pos/screen/use-till-actions.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { asksForDrafts } from '#renderer/lib/open-drafts.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { useLater } from '#renderer/lib/use-later.ts';
import { sizes, windows } from '#renderer/ui/theme.ts';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { useToastsOverProducts } from '#renderer/ui/toast-place.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { PosDialogs, type TillDialog } from './pos-dialogs.tsx';
import { usePosAdding, type PosAdding } from './use-pos-adding.ts';
import { usePosKeys } from './use-pos-keys.ts';
import { useShiftDesk } from './use-shift-desk.tsx';

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

/** What is asked on the till: a dialog, or a question about the whole cart. */
function usePosQuestions() {
  const { cart, takeOver } = useTillState();
  const [asking, setAsking] = useLater<CartQuestion>(null);
  const { state: way } = useLocation() as { state: unknown };
  const [dialog, setDialog] = useLater<TillDialog>(asksForDrafts(way) ? 'drafts' : null);
  // An answer must not reach the next cart.
  useLeftCart(cart, () => setAsking(null));
  const isAsked = asking ?? takeOver;
  const ofDialog = dialog ? 'Close the dialog first' : null;
  return {
    asking,
    setAsking,
    dialog,
    setDialog,
    /** Why no scan is taken now; null if one is. */
    whyNoScan: isAsked ? 'Answer the question first' : ofDialog,
  };
}

type PosQuestions = ReturnType<typeof usePosQuestions>;

/** Returns the buttons for the whole cart. */
function useWholeActions({ setAsking }: PosQuestions, actions: TillActions, drafts: HeldDrafts) {
  const { cart } = useTillState();
  const notify = useNotify();
  return wholeActions({
    cart,
    busy: actions.busy,
    onSave: actions.save,
    onClear: () =>
      cart.lines.length > 0
        ? setAsking('clear')
        : notify.warning('No items to clear', 'The cart is already empty'),
    onCancel: () => {
      setAsking('cancel');
      // The question names the payments.
      if (cart.draft?.paid) void drafts.refetch();
    },
  });
}

/** The till: products on the left, the cart (or the sale just completed) on the right; one of them in a narrow window. */
export function PosPage() {
  const styles = useStyles();
  const { store, hasLostStore, may } = useSignedIn();
  const state = useTillState();
  const { isReachable } = useConnection();
  const { transactionId } = useParams();
  const search = useRef<HTMLInputElement>(null);
  const questions = usePosQuestions();
  const { dialog, setDialog } = questions;
  const drafts = useHeldDrafts();
  const isOnePane = useMedia(ONE_PANE);
  const [pane, setPane] = usePane(transactionId);
  useToastsOverProducts();
  useShownTitle(state.cart.draft?.number ?? null);
  const opening = useOpenDraft(transactionId);
  useResumeDraft();
  const storeTax = taxRuleOf(store.settings);
  const selling = useOfflineSelling(store);
  const sellsOffline = selling !== null;
  const actions = useTillActions(selling, storeTax);
  const adding = usePosAdding({ actions, sellsOffline, whyNoScan: questions.whyNoScan, search });
  const sales = useSalesDialog(store);
  const desk = useShiftDesk(store, { setDialog, may });
  const deps = { actions, desk, sellsOffline, setDialog, openSales: sales.open, search };
  const { keys, checkout, chooseCustomer, isSettled } = usePosKeys(deps);
  const whole = useWholeActions(questions, actions, drafts);
  const closed = isSettled ? null : whyClosed({ store, hasLostStore });
  const why = whyNoCheckout(state, { storeTax, isReachable, selling, closed });
  const side = (
    <Side
      why={why}
      busy={actions.busy}
      selling={selling}
      checkout={checkout}
      chooseCustomer={chooseCustomer}
      setDialog={setDialog}
    />
  );
  const zones = zonesOf(store);
  return (
    <div className={styles.root}>
      <VisuallyHidden>
        <h1>Point of Sale</h1>
      </VisuallyHidden>
      <OfflineBanner store={store} onShowSales={sales.open} />
      <ClosedBanner store={store} hasLostStore={hasLostStore} />
      <UpdateBanner />
      <Recovery actions={actions} />
      {desk.bar}
      <div className={styles.panes}>
        <div className={styles.left}>
          {isOnePane ? null : <DraftBar state={state} timeZone={zones} actions={whole} />}
          <ProductPane
            timeZone={zones}
            group={groupOf(state.cart)}
            heldDrafts={drafts.data?.length ?? 0}
            onViewDrafts={() => {
              setDialog('drafts');
              void drafts.refetch();
            }}
            searchRef={search}
            added={adding.added}
            onChoose={adding.choose}
            onCode={adding.scan}
            onePane={
              isOnePane
                ? {
                    cart: pane === 'cart' ? side : null,
                    actions: <TillMenu actions={whole} keys={keys} />,
                    status: <DraftStatus state={state} timeZone={zones} />,
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
            <KeyStrip keys={keys} sellsOffline={sellsOffline} />
          )}
        </div>
        {isOnePane ? null : side}
      </div>
      <ItemDialogs adding={adding} busy={actions.busy} />
      {sales.dialog}
      {opening.approving}
      <TakeOverDialog />
      <PosDialogs dialog={dialog} drafts={drafts} actions={actions} onClose={() => setDialog(null)} />
      <WholeQuestions {...questions} actions={actions} drafts={drafts} />
    </div>
  );
}

type SideProps = Pick<ReturnType<typeof usePosKeys>, 'checkout' | 'chooseCustomer'> &
  Pick<PosQuestions, 'setDialog'> & {
    why: string | null;
    busy: boolean;
    selling: OfflineSelling | null;
  };

/** The cart, or the sale that was just completed. */
function Side({ why, busy, selling, checkout, chooseCustomer, setDialog }: SideProps) {
  const { store, may } = useSignedIn();
  const maySeeSales = may('transactions.view');
  return (
    <SaleSide
      store={store}
      why={why}
      busy={busy}
      sellsOffline={selling !== null}
      onCheckout={checkout}
      onChooseCustomer={chooseCustomer}
      onEditCustomer={may('customers.edit') && !selling ? () => setDialog('edit-customer') : null}
      linkTo={maySeeSales ? (saleId) => `/transactions/${saleId}` : null}
      onEmail={maySeeSales ? () => setDialog('email') : null}
    />
  );
}

/** The carts that were cut off. */
function Recovery({ actions }: { actions: TillActions }) {
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const { offers, isRecovering } = useTillState();
  return (
    <RecoveryOffer
      offers={offers}
      timeZone={zonesOf(store)}
      busy={actions.busy || isRecovering}
      onRecover={(offer) => actions.whileBusy('Failed to resume draft', () => sale.recover(offer))}
      onDiscard={(offer) => actions.whileBusy('The cart stays', () => sale.discard(offer))}
    />
  );
}

type WholeQuestionsProps = Pick<PosQuestions, 'asking' | 'setAsking'> & {
  actions: TillActions;
  drafts: HeldDrafts;
};

/** What is asked before the whole cart is cleared or cancelled. */
function WholeQuestions({ asking, setAsking, actions, drafts }: WholeQuestionsProps) {
  const { cart } = useTillState();
  return (
    <CartQuestions
      asking={asking}
      cart={cart}
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
  );
}

/** The dialogs that an item opens before it is added: which unit, at what price, or whether it may be taken from a paid draft. */
function ItemDialogs({ adding, busy }: { adding: PosAdding; busy: boolean }) {
  const { store } = useSignedIn();
  const { cart } = useTillState();
  const { picked, unpriced, paid, addAsked } = adding;
  return (
    <>
      {picked ? (
        <UnitPicker
          key={picked.product.id}
          card={picked.product}
          variationId={picked.variationId}
          storeName={store.name}
          timeZone={zonesOf(store)}
          group={groupOf(cart)}
          busy={busy}
          onAdd={addAsked}
          onClose={adding.stopPicking}
        />
      ) : null}
      {unpriced ? (
        <PriceDialog
          key={unpriced.unitId}
          unpriced={unpriced}
          onPriced={addAsked}
          onClose={adding.stopPricing}
        />
      ) : null}
      {paid ? (
        <PaidUnitDialog key={paid.unitId} paid={paid} onAgreed={addAsked} onClose={adding.stopPaid} />
      ) : null}
    </>
  );
}
