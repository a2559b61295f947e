import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Store } from '#contract/stores.ts';
import type { HeldDraft } from '#contract/transactions.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { chosenCustomer } from '#renderer/features/pos/cart/cart-lines.ts';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import { useCartCustomer } from '#renderer/features/pos/cart/use-cart-customer.ts';
import { useIsCartLeft } from '#renderer/features/pos/cart/use-left-cart.ts';
import type { HeldDrafts } from '#renderer/features/pos/drafts/use-held-drafts.ts';
import type { TillActions } from '#renderer/features/pos/screen/use-till-actions.ts';
import type { CountedFloat } from '#renderer/features/shifts/open-shift-dialog.tsx';
import { useOfflineSelling } from '#renderer/features/pos/offline/use-offline-selling.ts';
import { till as thisTill } from '#renderer/lib/till.ts';
import { useCurrentShift } from '#renderer/features/shifts/use-current-shift.ts';
import { useShiftSlips } from '#renderer/features/shifts/use-shift-slips.ts';
import { useOfflineTill, useUnsent } from '#renderer/lib/offline-till.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useToday } from '#renderer/lib/use-today.ts';
import { sizes } from '#renderer/ui/theme.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useApproval } from '#renderer/ui/use-approval.tsx';
import { cartFacts } from '#renderer/ui/cart-facts.ts';
import { NARROW_WINDOW, ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';

const loadDrafts = () => import('#renderer/features/pos/drafts/drafts-dialog.tsx');
const loadDiscounts = () => import('#renderer/features/pos/cart/discounts-dialog.tsx');
const loadNoSale = () => import('#renderer/features/pos/drawer/no-sale-dialog.tsx');
const loadSearch = () => import('#renderer/features/customers/customer-search-dialog.tsx');
const loadEmail = () => import('#renderer/features/transactions/email-receipt-dialog.tsx');
const loadNameTill = () => import('#renderer/features/shifts/name-till-dialog.tsx');
const loadOpenShift = () => import('#renderer/features/shifts/open-shift-dialog.tsx');
const loadMovement = () => import('#renderer/features/shifts/movement-dialog.tsx');
const loadPayment = () => import('./payment.tsx');
const loadDrawer = () => import('#renderer/features/customers/customer-drawer.tsx');

const DraftsDialog = lazy(async () => ({ default: (await loadDrafts()).DraftsDialog }));
const DiscountsDialog = lazy(async () => ({ default: (await loadDiscounts()).DiscountsDialog }));
const NoSaleDialog = lazy(async () => ({ default: (await loadNoSale()).NoSaleDialog }));
const CustomerSearchDialog = lazy(async () => ({ default: (await loadSearch()).CustomerSearchDialog }));
const EmailReceiptDialog = lazy(async () => ({ default: (await loadEmail()).EmailReceiptDialog }));
const NameTillDialog = lazy(async () => ({ default: (await loadNameTill()).NameTillDialog }));
const OpenShiftDialog = lazy(async () => ({ default: (await loadOpenShift()).OpenShiftDialog }));
const MovementDialog = lazy(async () => ({ default: (await loadMovement()).MovementDialog }));
const CustomerDrawer = lazy(async () => ({ default: (await loadDrawer()).CustomerDrawer }));

/** Loads the dialogs and the payment page after the till's first load, before a network failure could prevent it. */
function usePreloading(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const loads = [loadDrafts, loadDiscounts, loadNoSale, loadSearch, loadDrawer, loadEmail];
      const ofShifts = [loadNameTill, loadOpenShift, loadMovement];
      void Promise.allSettled([...loads, ...ofShifts, loadPayment].map((load) => load()));
    }, 0);
    return () => clearTimeout(timer);
  }, []);
}

export type TillDialog =
  | 'drafts'
  | 'customer'
  | 'discounts'
  | 'edit-customer'
  | 'no-sale'
  | 'email'
  | 'open-shift'
  | 'movement';

type PosDialogsProps = {
  dialog: TillDialog | null;
  drafts: HeldDrafts;
  actions: TillActions;
  onClose: () => void;
};

/** The till's dialogs, one at a time: held drafts, customer, discounts, drawer, receipt by email. */
export function PosDialogs({ dialog, ...props }: PosDialogsProps) {
  usePreloading();
  return (
    <Suspense fallback={null}>
      {dialog === 'drafts' ? <Drafts {...props} /> : null}
      {dialog === 'customer' ? <CustomerSearch {...props} /> : null}
      {dialog === 'edit-customer' ? <EditCustomer {...props} /> : null}
      {dialog === 'discounts' ? <Discounts {...props} /> : null}
      {dialog === 'no-sale' ? <NoSaleDialog {...props} /> : null}
      {dialog === 'email' ? <EmailReceipt {...props} /> : null}
      {dialog === 'open-shift' ? <OpenShift {...props} /> : null}
      {dialog === 'movement' ? <Movement {...props} /> : null}
    </Suspense>
  );
}

type OpenDialogProps = Omit<PosDialogsProps, 'dialog'>;

function Drafts({ drafts, actions, onClose }: OpenDialogProps) {
  const { staff, store } = useSignedIn();
  const { cart } = useTillState();
  const navigate = useNavigate();
  const approval = useApproval('colleague_cart');
  return (
    <DraftsDialog
      approval={approval}
      drafts={drafts}
      timeZone={zonesOf(store)}
      staffId={staff.id}
      workingDraft={cart.draft?.id ?? null}
      busy={actions.busy}
      onResume={(draftId) => {
        onClose();
        void navigate(`/pos/${draftId}`);
      }}
      onDelete={async (draft) => {
        const asked = { targetId: draft.id, title: 'Cancel a colleague’s draft', what: cartFacts(draft) };
        const approved = draft.staff.id === staff.id ? {} : await approval.ask(asked);
        if (approved) await actions.deleteDraft(draft, approved);
      }}
      onClose={onClose}
    />
  );
}

function CustomerSearch({ actions, onClose }: OpenDialogProps) {
  const { staff, may } = useSignedIn();
  const { cart } = useTillState();
  const notify = useNotify();
  const customers = useCartCustomer({ staffId: staff.id });
  const isLeft = useIsCartLeft(cart);
  // A customer may be on the way to the server when a colleague takes the cart over.
  const isLeftNow = useLatest(isLeft);
  const navigate = useNavigate();
  const [held, setHeld] = useState<{ customer: string; draft: HeldDraft } | null>(null);
  if (held) {
    const { transaction_number: number, items_count: count } = held.draft;
    return (
      <ConfirmDialog
        open
        tone="primary"
        title={`Open the saved cart of ${held.customer}?`}
        consequence={`${number} with ${count === 1 ? '1 item' : `${count} items`} is saved for this customer. A customer has one cart at a time with you.`}
        confirmLabel={`Open ${number}`}
        cancelLabel="Not now"
        onConfirm={() => {
          onClose();
          void navigate(`/pos/${held.draft.id}`);
        }}
        onCancel={onClose}
      />
    );
  }
  return (
    <CustomerSearchDialog
      current={cart.customer}
      isOver={isLeft}
      mayCreate={may('customers.create')}
      onChoose={(customer) => {
        if (isLeftNow.current) {
          onClose();
          return notify.warning(
            `${customer.name} was given no sale`,
            'The sale that this was for is no longer at this till.',
          );
        }
        const chosen = chosenCustomer(customer);
        actions.whileBusy('Failed to resume draft', async () => {
          const draft = await customers.findHeld(chosen);
          if (draft) return setHeld({ customer: customer.name, draft });
          onClose();
          customers.give(chosen);
        });
      }}
      onRemove={() => {
        onClose();
        customers.give(null);
      }}
      onClose={onClose}
    />
  );
}

function EditCustomer({ onClose }: OpenDialogProps) {
  const { staff, store } = useSignedIn();
  const sale = useWorkingSale();
  const { cart } = useTillState();
  // The dialog stays with its typed text when the cart leaves the till.
  const [customer] = useState(cart.customer);
  const customers = useCartCustomer({ staffId: staff.id });
  const today = useToday(zonesOf(store));
  const isNarrow = useMedia(NARROW_WINDOW);
  const isOnePane = useMedia(ONE_PANE);
  if (!customer) return null;
  return (
    <CustomerDrawer
      customerId={customer.id}
      today={today}
      edge={isOnePane ? 0 : isNarrow ? sizes.cartNarrow : sizes.cart}
      onSaved={(saved) => {
        onClose();
        if (sale.read().cart.customer?.id === saved.id) customers.give(chosenCustomer(saved));
      }}
      onClose={onClose}
    />
  );
}

function Discounts({ onClose }: OpenDialogProps) {
  const { store } = useSignedIn();
  const sale = useWorkingSale();
  const { cart, highlighted } = useTillState();
  return (
    <DiscountsDialog
      cart={cart}
      tax={taxRuleOf(store.settings)}
      highlighted={highlighted}
      draftId={async () => {
        await sale.settled();
        return sale.read().cart.draft?.id;
      }}
      onDiscount={sale.discount}
      onClose={onClose}
    />
  );
}

/** Names the till if that is missing, then asks for its opening float. */
function OpenShift({ onClose }: OpenDialogProps) {
  const { store, may } = useSignedIn();
  const current = useCurrentShift(store)?.data;
  const till = current?.till ?? null;
  // The place that this computer takes may have a shift.
  const isOpen = Boolean(current?.shift);
  useEffect(() => {
    if (isOpen) onClose();
  }, [isOpen, onClose]);
  const unsent = useUnsent();
  // What waits at a till whose access was ended goes out by the access that it gets when it is named anew.
  const isEnded = useOfflineTill()?.is_ended ?? false;
  const onKeep = useKeptShift(store);
  return till ? (
    <OpenShiftDialog tillName={till.name} onKeep={onKeep} onOpened={onClose} onClose={onClose} />
  ) : (
    <NameTillDialog
      storeName={store.name}
      mayAdopt={may('shifts.view')}
      disabledReason={isEnded ? null : unsent}
      onClose={onClose}
    />
  );
}

/** Returns how a shift is opened on this till now that the server cannot be reached; null while it can, or where it may not. */
function useKeptShift(store: Store): ((float: CountedFloat) => Promise<boolean>) | null {
  const { staff } = useSignedIn();
  const notify = useNotify();
  const selling = useOfflineSelling(store);
  if (!selling) return null;
  return async (float) => {
    const rules = { ...selling.rules, methods: [...selling.rules.methods] };
    const opened = await thisTill.offline
      .openShift({ ...float, store_id: store.id, staff: { id: staff.id, name: staff.name }, rules })
      .catch(() => ({ refused: 'This till has a fault. Start it again' }));
    if ('refused' in opened) notify.error('Failed to open shift', opened.refused);
    else notify.success('Shift open', 'Kept on this till, sent first when the server is back.');
    return 'opening' in opened;
  };
}

function Movement({ onClose }: OpenDialogProps) {
  const { store } = useSignedIn();
  const till = useCurrentShift(store)?.data?.till ?? null;
  const slips = useShiftSlips();
  if (!till) return null;
  return (
    <MovementDialog
      tillName={till.name}
      onMoved={(movement) => void slips.openDrawerFor(movement)}
      onClose={onClose}
    />
  );
}

function EmailReceipt({ onClose }: OpenDialogProps) {
  const sale = useWorkingSale();
  const { afterSale } = useTillState();
  if (!afterSale?.transaction) return null;
  return (
    <EmailReceiptDialog
      transaction={afterSale.transaction}
      onSent={(emailedTo) => sale.showPrint({ emailedTo })}
      onClose={onClose}
    />
  );
}
