import { useEffect, type ReactElement, type ReactNode } from 'react';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ServerLook } from '#bridge/connection.ts';
import type { ServerSettings, TillSettings } from '#bridge/settings.ts';
import { customers, type Customer } from '#contract/customers.ts';
import { inventory } from '#contract/inventory.ts';
import { pos } from '#contract/pos.ts';
import type { Shift, Till } from '#contract/shifts.ts';
import type { SupplierReturn } from '#contract/supplier-returns.ts';
import { tillReleases } from '#contract/till-releases.ts';
import type { TradeIn } from '#contract/trade-ins.ts';
import type { Transaction } from '#contract/transactions.ts';
import type { TransferItem } from '#contract/transfers.ts';
import type { ZReading } from '#contract/z-readings.ts';
import { importKinds } from '#domain/imports.ts';
import type { Payment } from '#contract/payments.ts';
import type { StoreEntry } from '#contract/stores.ts';
import { PinCard } from '#renderer/features/account/pin-card.tsx';
import { NewCountDialog } from '#renderer/features/counts/new-count-dialog.tsx';
import { PointsDialog } from '#renderer/features/customers/points-dialog.tsx';
import { NewImportDialog } from '#renderer/features/imports/new-import-dialog.tsx';
import { ManufacturerDialog } from '#renderer/features/manufacturers/manufacturer-dialog.tsx';
import { BuyerDialog } from '#renderer/features/payments/buyer-dialog.tsx';
import { EditPaymentDialog } from '#renderer/features/payments/edit-payment-dialog.tsx';
import { FailDialog } from '#renderer/features/payments/fail-dialog.tsx';
import { VerifyDialog } from '#renderer/features/payments/verify-dialog.tsx';
import { ProductTypeDialog } from '#renderer/features/product-types/product-type-dialog.tsx';
import { ItemDialog } from '#renderer/features/purchase-orders/item-dialog.tsx';
import { ScanDialog } from '#renderer/features/qr-codes/scan-dialog.tsx';
import { ExpectedDialog } from '#renderer/features/receiving/expected-dialog.tsx';
import { ChangePasswordDialog } from '#renderer/features/session/change-password-dialog.tsx';
import { CustomerGroupsCard } from '#renderer/features/settings/customer-groups-card.tsx';
import { SignupChannelsCard } from '#renderer/features/settings/signup-channels-card.tsx';
import { NameTillDialog } from '#renderer/features/shifts/name-till-dialog.tsx';
import { DeactivateDialog } from '#renderer/features/staff/deactivate-dialog.tsx';
import { DeactivateStoreDialog } from '#renderer/features/stores/deactivate-store-dialog.tsx';
import { EmailReceiptDialog } from '#renderer/features/transactions/email-receipt-dialog.tsx';
import type { CalendarDate } from '#domain/calendar-dates.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { MakeBadgeDialog } from '#renderer/features/account/make-badge-dialog.tsx';
import { KeyCard } from '#renderer/features/backups/key-card.tsx';
import { AddPlaceDialog, EditBucketDialog } from '#renderer/features/backups/place-dialogs.tsx';
import { QuantityDialog } from '#renderer/features/counts/quantity-dialog.tsx';
import { CustomerDrawer } from '#renderer/features/customers/customer-drawer.tsx';
import { ScannerDialog } from '#renderer/features/device/scanner-dialog.tsx';
import { ChooseServerDialog } from '#renderer/features/device/server-choice.tsx';
import { PriceUnitsDialog } from '#renderer/features/inventory/price-units-dialog.tsx';
import { useUnitActions } from '#renderer/features/inventory/unit-actions.tsx';
import { useTradeInActions } from '#renderer/features/inventory/use-trade-in-actions.tsx';
import { PaidUnitDialog } from '#renderer/features/pos/catalogue/paid-unit-dialog.tsx';
import { PriceDialog } from '#renderer/features/pos/catalogue/price-dialog.tsx';
import { UnitPicker } from '#renderer/features/pos/catalogue/unit-picker.tsx';
import { NoSaleDialog } from '#renderer/features/pos/drawer/no-sale-dialog.tsx';
import { PrintLabelsDialog } from '#renderer/features/qr-codes/print-labels-dialog.tsx';
import { ChangeCashierDialog } from '#renderer/features/session/change-cashier-dialog.tsx';
import { CorrectionDialog } from '#renderer/features/shifts/correction-dialog.tsx';
import { EmailReadingDialog } from '#renderer/features/shifts/email-reading-dialog.tsx';
import { MovementDialog } from '#renderer/features/shifts/movement-dialog.tsx';
import { OpenShiftDialog } from '#renderer/features/shifts/open-shift-dialog.tsx';
import { TakeZDialog } from '#renderer/features/shifts/take-z-dialog.tsx';
import { NoteDialog } from '#renderer/features/supplier-returns/note-dialog.tsx';
import { ChooseVersionDialog } from '#renderer/features/tills/choose-version.tsx';
import { useTillActions } from '#renderer/features/tills/use-till-actions.tsx';
import { RecordPaymentDialog } from '#renderer/features/transactions/record-payment-dialog.tsx';
import { SettleDialog } from '#renderer/features/transfers/settle-dialog.tsx';
import { callRoute } from '#renderer/lib/api-client.ts';
import { till } from '#renderer/lib/till.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { DeleteDialog } from '#renderer/ui/delete-dialog.tsx';
import { ReasonDialog } from '#renderer/ui/reason-dialog.tsx';
import type { RowAction } from '#renderer/ui/row-menu.tsx';
import { dialogsInCode, ownDialogKeys, pressInAllFields } from '#tests/support/component/dialog-keys.ts';
import {
  answerReads,
  callerAs,
  failCalls,
  nobodyApproves,
  openScreen,
} from '#tests/support/component/open-screen.tsx';
import { choosePaymentEntry, newDraft, openPayment, SELLER } from '#tests/support/component/payment.ts';
import { isShown } from '#tests/support/component/shown.ts';
import { enterCode, openTill, pressTillKey } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, pay, sell, serialsOnSale, unitsOnSale } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
/** Whose store is the same on the screen and in calls. */
const MANAGER = 'store_manager@demo.test';

/** What other dialogs are made of: walked with those. */
const parts = new Set([
  'form-dialog.tsx FormDialog',
  'lookup-dialog.tsx LookupDialog',
  'proof-dialog.tsx ProofDialog',
]);

/** Dialogs without a field or a cap. A new dialog belongs into the walk. */
const notWalked: Record<string, string> = {
  'changes-dialog.tsx ChangesDialog': 'Only shows a table',
  'filter-drawer.tsx FilterDrawer': 'Filters hold as soon as they are chosen; no button has a key',
  'product-photos.tsx PhotoDialog': 'Only shows photos; two buttons turn them, without a key',
  'sales-dialog.tsx SalesDialog': 'Only shows a list',
  'screenshot-dialog.tsx ScreenshotDialog': 'Only shows a picture',
  'undo-dialog.tsx UndoDialog': 'A question with a list of texts, without a field',
  'variation-photo-dialog.tsx VariationPhotoDialog': 'Chosen files are sent at once; no button has a key',
};

const nothing = () => undefined;

/** Returns a part of an answer: what a dialog reads of it. */
const some = <Whole,>(fields: object): Whole => fields as Whole;

const told = { open: true, title: 'Sure?', consequence: 'It ends.', confirmLabel: 'End it' } as const;

/** A row's dialog, opened by the action with this label. */
function RowDialog<Row>({ use, row, label }: RowDialogProps<Row>) {
  const { actionsFor, dialog } = use();
  const act = useLatest(() =>
    actionsFor(row)
      .find((action) => action.label === label)
      ?.onClick(),
  );
  useEffect(() => act.current(), [act]);
  return dialog;
}
type RowDialogProps<Row> = {
  use: () => { actionsFor: (row: Row) => RowAction[]; dialog: ReactNode };
  row: Row;
  label: string;
};

const may = () => true;
const useUnits = () => useUnitActions(may, { mayBegin: may });
const useTills = () => useTillActions(may, true);
const useTradeIns = () => useTradeInActions(may);

const unit = async (status: 'available' | 'sold') => {
  const { data } = await callRoute(inventory.list, { query: { status } });
  if (!data[0]) throw new Error(`No unit is ${status}`);
  return data[0];
};
const card = async () => {
  const { data } = await callRoute(pos.products, { query: { items: 'none' } });
  const [first] = data.filter(({ variations }) => variations.some((some) => some.availableQuantity > 0));
  if (!first) throw new Error('Nothing is in stock');
  return first;
};
const bucket = {
  endpoint: 'https://s3.example.test',
  bucket: 'shop',
  region: 'eu-west-1',
  prefix: null,
  key_id: 'key',
};
const changedServer = some<ServerLook>({
  state: 'changed',
  url: 'https://shop.example.test',
  fingerprint: 'AB'.repeat(32),
});
const TODAY = '2026-01-01' as CalendarDate;
const paidUnit = {
  unitId: 1,
  deposit: { amount: 100, customer: 'Ana', draft: { id: 1, transaction_number: 'MNL-1' } },
};
const sentItem = { product_name: 'Phone', variation_name: 'Black', serial_number: 'SN-1' };

/** Makes this browser a till with a printer, with a drawer or without, until the end of the test. */
function atTill(drawer_pin: 2 | null): void {
  const settings = some<TillSettings>({ printer: { drawer_pin } });
  const read = vi.spyOn(till.settings, 'read').mockResolvedValue(settings);
  onTestFinished(() => read.mockRestore());
}

/** Opens a dialog by itself. */
async function show(element: () => ReactElement | Promise<ReactElement>, email = ADMIN): Promise<void> {
  const screen: Screen = {
    path: '/alone',
    title: 'Tried',
    permission: 'signed_in',
    load: async () => {
      const dialog = await element();
      return () => dialog;
    },
  };
  await openScreen('/alone', { email, more: [screen] });
}

const pointsDialog = (
  <PointsDialog
    action="add"
    customer={some<Customer>({ id: 1, name: 'Ana', loyalty_points: 0 })}
    onClose={nothing}
  />
);
const payment = some<Payment>({
  ...{ id: 1, transaction_id: 1, method: 'gcash', amount: 10_000, status: 'pending' },
  ...{ reference_number: '9021', expected_date: null, screenshot_url: null, notes: null },
  ...{ created_by: null, trade_in: null, reference_used_in: null },
});
const editPayment = (
  <EditPaymentDialog
    payment={payment}
    isDraft
    methods={['gcash', 'cash']}
    today={TODAY}
    remaining={0}
    busy={false}
    approving={null}
    errors={{}}
    onErrors={nothing}
    onSave={nothing}
    onClose={nothing}
  />
);

/** Dialogs that are open as soon as they are shown. */
const alone: Record<string, () => ReactElement | Promise<ReactElement>> = {
  // Plain questions differ from each other in their texts alone.
  'delete-dialog.tsx DeleteDialog': () => (
    <DeleteDialog name="Acme" onDelete={() => Promise.resolve(null)} onClose={nothing} />
  ),
  'reason-dialog.tsx ReasonDialog': () => (
    <ReasonDialog {...told} busy={false} onConfirm={nothing} onClose={nothing} />
  ),
  'reason-dialog.tsx ReasonDialog, several lines': () => (
    <ReasonDialog {...told} long busy={false} onConfirm={nothing} onClose={nothing} />
  ),
  'points-dialog.tsx PointsDialog': () => pointsDialog,
  'manufacturer-dialog.tsx ManufacturerDialog': () => <ManufacturerDialog entry={null} onClose={nothing} />,
  'product-type-dialog.tsx ProductTypeDialog': () => <ProductTypeDialog entry={null} onClose={nothing} />,
  'make-badge-dialog.tsx MakeBadgeDialog': () => (
    <MakeBadgeDialog name="Ana" shopName="Shop" hasBadge onClose={nothing} />
  ),
  'change-password-dialog.tsx ChangePasswordDialog': () => <ChangePasswordDialog onClose={nothing} />,
  'new-count-dialog.tsx NewCountDialog': () => <NewCountDialog onStarted={nothing} onClose={nothing} />,
  'scan-dialog.tsx ScanDialog': () => <ScanDialog onFound={nothing} onClose={nothing} />,
  'new-import-dialog.tsx NewImportDialog': () => (
    <NewImportDialog
      kinds={importKinds}
      store={{ name: 'Manila', is_active: true }}
      onUploaded={nothing}
      onClose={nothing}
    />
  ),
  'email-receipt-dialog.tsx EmailReceiptDialog': () => (
    <EmailReceiptDialog
      transaction={some<Transaction>({
        id: 1,
        transaction_number: 'MNL-1',
        customer: null,
        receipt_email: null,
      })}
      onClose={nothing}
    />
  ),
  'buyer-dialog.tsx BuyerDialog': () => (
    <BuyerDialog buyer={null} customer={null} onChange={nothing} onClose={nothing} />
  ),
  'edit-payment-dialog.tsx EditPaymentDialog': () => editPayment,
  'fail-dialog.tsx FailDialog': () => (
    <FailDialog payment={payment} isDraft busy={false} refused={null} onFail={nothing} onClose={nothing} />
  ),
  'verify-dialog.tsx VerifyDialog': () => (
    <VerifyDialog payment={payment} busy={false} refused={null} onVerify={nothing} onClose={nothing} />
  ),
  'item-dialog.tsx ItemDialog': () => (
    <ItemDialog
      order={{ id: 1, transaction_number: 'PO-1', open_receipts: [] }}
      item={null}
      seesCosts
      onClose={nothing}
    />
  ),
  'expected-dialog.tsx ExpectedDialog': () => (
    <ExpectedDialog
      order={{ id: 1, transaction_number: 'PO-1' }}
      expected={{ data: [], received: 0, missing: 0, unannounced: 0 }}
      onClose={nothing}
    />
  ),
  'name-till-dialog.tsx NameTill': () => (
    <NameTillDialog storeName="Manila" mayAdopt disabledReason={null} onClose={nothing} />
  ),
  'deactivate-dialog.tsx DeactivateDialog': () => (
    <DeactivateDialog person={{ id: 1, name: 'Ana' }} onClose={nothing} />
  ),
  'deactivate-store-dialog.tsx DeactivateStoreDialog': () => (
    <DeactivateStoreDialog store={some<StoreEntry>({ id: 1, name: 'Manila' })} onClose={nothing} />
  ),
  'movement-dialog.tsx MovementDialog': () => (
    <MovementDialog tillName="Counter 1" onMoved={nothing} onClose={nothing} />
  ),
  'open-shift-dialog.tsx OpenShiftDialog': () => (
    <OpenShiftDialog tillName="Counter 1" onKeep={null} onOpened={nothing} onClose={nothing} />
  ),
  'price-dialog.tsx PriceForm': () => (
    <PriceDialog unpriced={{ unitId: 1, message: 'It has no price' }} onPriced={nothing} onClose={nothing} />
  ),
  'quantity-dialog.tsx QuantityDialog': () => (
    <QuantityDialog countId={1} variation={null} onClose={nothing} />
  ),
  'customer-drawer.tsx CustomerDrawer': async () => {
    const { data } = await callRoute(customers.list, { query: {} });
    return (
      <CustomerDrawer
        customerId={data[0]?.id ?? 0}
        today={TODAY}
        edge={0}
        onSaved={nothing}
        onClose={nothing}
      />
    );
  },
  'place-dialogs.tsx AddPlaceDialog': () => <AddPlaceDialog onClose={nothing} />,
  'place-dialogs.tsx EditBucketDialog': () => <EditBucketDialog id={1} bucket={bucket} onClose={nothing} />,
  'server-choice.tsx ChooseServerDialog': () => (
    <ChooseServerDialog
      look={changedServer}
      server={some<ServerSettings>({ url: 'https://other.example.test' })}
      leaving={{ isSignedIn: true, cart: null }}
      busy={false}
      trouble={null}
      isUnsaved={false}
      onConfirm={nothing}
      onCancel={nothing}
    />
  ),
  'price-units-dialog.tsx PriceUnitsDialog': async () => (
    <PriceUnitsDialog units={[await unit('available')]} onClose={nothing} />
  ),
  'unit-actions.tsx CostDialog': async () => (
    <RowDialog use={useUnits} row={await unit('sold')} label="Correct cost" />
  ),
  'unit-actions.tsx LinkLabelDialog': async () => (
    <RowDialog use={useUnits} row={{ ...(await unit('available')), qr_code: null }} label="Link label" />
  ),
  'use-trade-in-actions.tsx ClearDialog': () => (
    <RowDialog
      use={useTradeIns}
      row={some<TradeIn>({ id: 1, is_on_hold: true, unit: sentItem, given_back: null, payment: null })}
      label="Clear"
    />
  ),
  'use-till-actions.tsx RenameDialog': () => (
    <RowDialog
      use={useTills}
      row={some<Till>({ id: 1, name: 'Counter 1', code: 'T1', retired_at: null, open_shift: null })}
      label="Rename"
    />
  ),
  'choose-version.tsx ChooseVersionDialog': async () => (
    <ChooseVersionDialog
      place={{ kind: 'store' }}
      releases={await callRoute(tillReleases.list, {})}
      onClose={nothing}
    />
  ),
  'unit-picker.tsx UnitPicker': async () => (
    <UnitPicker
      card={await card()}
      storeName="Manila"
      timeZone="Asia/Manila"
      group={null}
      busy={false}
      onAdd={nothing}
      onClose={nothing}
    />
  ),
  'print-labels-dialog.tsx PrintLabelsDialog': () => (
    <PrintLabelsDialog batchCode="MNL-1" codes={[]} onClose={nothing} />
  ),
  'change-cashier-dialog.tsx ChangeCashierDialog': () => (
    <ChangeCashierDialog staffId={1} note={null} onProof={() => Promise.resolve()} onClose={nothing} />
  ),
  'correction-dialog.tsx CorrectionDialog': () => (
    <CorrectionDialog shift={some<Shift>({ id: 1, number: 'SH-1' })} onClose={nothing} />
  ),
  'email-reading-dialog.tsx EmailReadingDialog': () => (
    <EmailReadingDialog
      reading={some<ZReading>({ id: 1, no: 1, till: { name: 'Counter 1' } })}
      onClose={nothing}
    />
  ),
  'note-dialog.tsx NoteDialog': () => (
    <NoteDialog
      returned={some<SupplierReturn>({ id: 1, number: 'SR-1', reference: null, notes: null })}
      onClose={nothing}
    />
  ),
  'settle-dialog.tsx SettleDialog': () => (
    <SettleDialog
      number="TR-1"
      items={[some<TransferItem>({ inventory_item_id: 1, ...sentItem })]}
      busy={false}
      onSettle={nothing}
      onClose={nothing}
    />
  ),
  'record-payment-dialog.tsx RecordPaymentDialog': () => (
    <RecordPaymentDialog
      transaction={some<Transaction>({ id: 1, transaction_number: 'MNL-1', balance_due: 100 })}
      methods={['gcash', 'cash']}
      today={TODAY}
      onClose={nothing}
    />
  ),
  'paid-unit-dialog.tsx PaidUnitDialog': () => (
    <PaidUnitDialog paid={paidUnit} onAgreed={nothing} onClose={nothing} />
  ),
};

/** What is pressed one after the other; the last one opens the dialog. */
type Steps = readonly (string | RegExp)[];

async function press(steps: Steps): Promise<void> {
  for (const name of steps) {
    const named = { name, exact: typeof name === 'string' };
    const found = page
      .getByRole('menuitem', named)
      .or(page.getByRole('button', named))
      .or(page.getByRole('radio', named))
      .first();
    await isShown(found);
    await found.click();
  }
}

/** Opens a dialog that is a few presses away from what is shown. */
async function pressed(element: () => ReactElement, steps: Steps): Promise<void> {
  await show(element);
  await press(steps);
}

const MORE = /^More actions/;

describe('the cap of a dialog’s button', () => {
  let admin: Caller;
  let manager: Caller;
  let seller: Caller;
  beforeAll(async () => {
    [admin, manager, seller] = await Promise.all([callerAs(ADMIN), callerAs(MANAGER), callerAs(SELLER)]);
  });

  const first = async (path: string) => {
    const { data } = expectDone(await admin.get<{ data: { id: number }[] }>(path));
    return data[0]?.id ?? 0;
  };
  const sold = async () => (await sell(manager, await unitsOnSale(manager, 2))).transaction.id;
  const ordered = async () => {
    const storeId = expectDone(await admin.get<{ id: number }>('/stores/current')).id;
    const items = [
      { product_variation_id: await first('/product-variations'), quantity_ordered: 3, unit_cost: 10 },
    ];
    const body = { supplier_id: await first('/suppliers?active=true'), store_id: storeId, items };
    return expectDone(await admin.post<{ id: number }>('/supplier-transactions', body));
  };
  const otherStore = async () =>
    expectDone(await admin.get<{ id: number; code: string }[]>('/stores')).find(
      ({ code }) => code === 'CEB-01',
    )?.id;
  const opened = async (path: string, steps: Steps, email = ADMIN) => {
    await openScreen(path, { email, withMenu: true });
    await press(steps);
  };

  const cases: readonly (readonly [name: string, open: () => Promise<void>])[] = [
    [
      'generate-dialog.tsx GenerateDialog',
      async () => opened(`/purchase-orders/${(await ordered()).id}`, [MORE, 'Generate QR Codes']),
    ],
    ['order-rows-card.tsx PasteDialog', () => opened('/purchase-orders/create', ['Paste rows'])],
    [
      'product-variations.tsx VariationDialog',
      async () => opened(`/products/${await first('/products')}`, ['Add Variation']),
    ],
    [
      'refund-dialog.tsx RefundDialog',
      async () => opened(`/transactions/${await sold()}`, [MORE, 'Refund'], MANAGER),
    ],
    [
      'transaction-dialogs.tsx VoidDialog',
      async () => opened(`/transactions/${await sold()}`, [MORE, 'Void Transaction'], MANAGER),
    ],
    [
      'exchange-dialog.tsx ExchangeDialog',
      async () => opened(`/transactions/${await sold()}?dialog=exchange`, [], MANAGER),
    ],
    [
      'transaction-dialogs.tsx CancelDialog',
      async () => opened(`/transactions/${(await newDraft(manager)).id}`, ['Cancel Transaction'], MANAGER),
    ],
    [
      'payment-dialogs.tsx DeletePaymentDialog',
      async () => {
        const draft = await newDraft(seller);
        await pay(seller, draft.id, { method: 'cash', amount: 100 });
        await openPayment(draft.id);
        await choosePaymentEntry('₱100.00', 'Delete');
      },
    ],
    [
      'use-approval.tsx ApprovalDialog',
      async () => {
        await openScreen(`/transactions/${await sold()}?dialog=refund`, { email: SELLER });
        await page.getByLabelText('Reason').fill('Broken');
        await page.getByRole('dialog').getByRole('checkbox').first().click();
        await press([/^Refund ₱/]);
        await isShown(page.getByRole('dialog', { name: 'Ask a manager' }));
      },
    ],
    [
      'drafts-dialog.tsx DeleteDraft',
      async () => {
        await newDraft(manager);
        await openTill(MANAGER);
        await press([/^View Transactions/, /^Delete MNL/]);
      },
    ],
    [
      'apply-to-others.tsx ApplyDialog',
      async () => opened(`/stores/${await otherStore()}/settings`, ['Apply to other stores']),
    ],
    [
      'drafts-dialog.tsx DraftsDialog',
      async () => {
        await newDraft(manager);
        await openTill(MANAGER);
        await press([/^View Transactions/]);
      },
    ],
    [
      'customer-search-dialog.tsx CustomerSearchDialog',
      async () => {
        await openTill(MANAGER);
        await pressTillKey('F3');
        await page.getByRole('tab', { name: 'Quick Create' }).click();
      },
    ],
    [
      'discounts-dialog.tsx DiscountsDialog',
      async () => {
        const [unit] = await serialsOnSale(manager, 1);
        await openTill(MANAGER);
        await enterCode(unit?.code ?? '');
        await isShown(page.getByRole('list', { name: 'Cart items' }));
        await pressTillKey('F4');
      },
    ],
    ['key-card.tsx ShowKeyDialog', () => pressed(() => <KeyCard check={null} />, ['Show key'])],
    ['key-card.tsx CheckKeyDialog', () => pressed(() => <KeyCard check={null} />, ['Check the key'])],
    [
      'place-dialogs.tsx AddPlaceDialog, bucket',
      () => pressed(() => <AddPlaceDialog onClose={nothing} />, ['S3 bucket']),
    ],
    [
      'scanner-dialog.tsx ScannerDialog',
      () =>
        pressed(
          () => <ScannerDialog onAdd={() => Promise.resolve(null)} onClose={nothing} />,
          ['Serial port'],
        ),
    ],
    [
      'make-badge-dialog.tsx NewBadge',
      async () => {
        failCalls({ path: /\/badge/, method: 'POST', status: 200, body: { badge: 'A'.repeat(20) } });
        await show(() => <MakeBadgeDialog name="Ana" shopName="Shop" hasBadge={false} onClose={nothing} />);
        await page.getByLabelText('Current password').fill('pressed');
        await userEvent.keyboard('{Enter}');
        await isShown(page.getByRole('dialog', { name: 'Your badge' }));
      },
    ],
    [
      'no-sale-dialog.tsx NoSaleDialog',
      async () => {
        atTill(null);
        await show(() => <NoSaleDialog onClose={nothing} />);
      },
    ],
    [
      'no-sale-dialog.tsx NoSaleForm',
      async () => {
        atTill(2);
        await show(() => <NoSaleDialog onClose={nothing} />);
      },
    ],
    [
      'price-dialog.tsx PriceDialog',
      async () => {
        nobodyApproves();
        const unpriced = { unitId: 1, message: 'It has no price' };
        await show(() => <PriceDialog unpriced={unpriced} onPriced={nothing} onClose={nothing} />, SELLER);
      },
    ],
    [
      'paid-unit-dialog.tsx PaidUnitDialog, without a manager',
      async () => {
        nobodyApproves();
        await show(() => <PaidUnitDialog paid={paidUnit} onAgreed={nothing} onClose={nothing} />, SELLER);
      },
    ],
    ['customer-groups-card.tsx GroupDialog', () => pressed(() => <CustomerGroupsCard />, ['Add group'])],
    ['signup-channels-card.tsx ChannelDialog', () => pressed(() => <SignupChannelsCard />, ['Add channel'])],
    [
      'pin-card.tsx SetPinDialog',
      () => pressed(() => <PinCard name="Ana" shopName="Shop" />, [/^(Set|Change) PIN$/]),
    ],
    [
      'unsaved-dialog.tsx useUnsavedDialog',
      async () => {
        await show(() => pointsDialog);
        await page.getByLabelText('Points', { exact: true }).fill('5');
        await userEvent.keyboard('{Escape}');
        await isShown(page.getByRole('alertdialog'));
      },
    ],
    [
      'edit-payment-dialog.tsx ChangeQuestion',
      async () => {
        await show(() => editPayment);
        await page.getByLabelText('Amount').fill('50');
        await press([/^Update Payment/]);
        await isShown(page.getByRole('alertdialog'));
      },
    ],
    [
      'copy-from.tsx useCopyFrom',
      async () => opened(`/stores/${await otherStore()}/settings`, ['Copy from a store']),
    ],
    [
      'take-z-dialog.tsx TakeZDialog',
      async () => {
        const shifts = [{ id: 1, number: 'SH-1' }];
        answerReads([{ path: /z-readings\/due/, body: { data: [{ business_date: TODAY, shifts }] } }]);
        const tills = [some<Till>({ id: 1, name: 'Counter 1' })];
        await show(() => <TakeZDialog tills={tills} onTaken={nothing} onClose={nothing} />);
        await isShown(page.getByLabelText('Day'));
      },
    ],
  ];

  const all = [
    ...Object.entries(alone).map(([name, element]) => [name, () => show(element)] as const),
    ...cases,
  ];

  it.each(all)('does what it says in %s', async (_name, open) => {
    await open();
    await pressInAllFields();
  });

  it('is tried in every dialog of the code', () => {
    const walked = all.map(([name]) => name.replace(/,.*/, ''));
    const known = new Set([...walked, ...parts, ...Object.keys(notWalked)]);
    expect([...known].toSorted()).toEqual(dialogsInCode().toSorted());
  });

  it('is drawn and bound by the shared parts alone', () => {
    expect(ownDialogKeys()).toEqual([]);
  });
});
