import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dialogsInCode, pressInAllFields } from '#tests/support/component/dialog-keys.ts';
import type { ReactElement } from 'react';
import type { Screen } from '#renderer/app/screens.tsx';
import { PriceDialog } from '#renderer/features/pos/catalogue/price-dialog.tsx';
import { OpenShiftDialog } from '#renderer/features/shifts/open-shift-dialog.tsx';
import { MovementDialog } from '#renderer/features/shifts/movement-dialog.tsx';
import { QuantityDialog } from '#renderer/features/counts/quantity-dialog.tsx';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { choosePaymentEntry, newDraft, openPayment, SELLER } from '#tests/support/component/payment.ts';
import { isShown } from '#tests/support/component/shown.ts';
import { enterCode, openTill, pressTillKey } from '#tests/support/component/till.ts';
import { started } from '#tests/support/counts.ts';
import { addCustomer } from '#tests/support/customers.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, pay, sell, sellOnTrust, serialsOnSale, unitsOnSale } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
/** Whose store is the same on the screen and in calls. */
const MANAGER = 'store_manager@demo.test';

/** What other dialogs are made of: walked with those. */
const parts = new Set([
  'delete-dialog.tsx DeleteDialog',
  'form-dialog.tsx FormDialog',
  'lookup-dialog.tsx LookupDialog',
  'proof-dialog.tsx ProofDialog',
  'reason-dialog.tsx ReasonDialog',
]);

/** Dialogs that need more than a few presses to be open. A new dialog belongs into the walk. */
const notWalked = new Set([
  'paid-unit-dialog.tsx PaidUnitDialog',
  'take-over-note.tsx TakeOverNote',
  'unit-actions.tsx CostDialog',
  'batch-filter.tsx DeleteUnusedDialog',
  'change-cashier-dialog.tsx ChangeCashierDialog',
  'changes-dialog.tsx ChangesDialog',
  'choose-version.tsx ChooseVersionDialog',
  'code-actions.tsx VoidDialog',
  'copy-from.tsx useCopyFrom',
  'correction-dialog.tsx CorrectionDialog',
  'count-drawer.tsx Counting',
  'customer-form.tsx PhoneQuestion',
  'edit-payment-dialog.tsx ChangeQuestion',
  'email-reading-dialog.tsx EmailReadingDialog',
  'import-actions.tsx useImportActions',
  'key-card.tsx CheckKeyDialog',
  'key-card.tsx ShowKeyDialog',
  'leave-guard.tsx LeaveGuard',
  'make-badge-dialog.tsx NewBadge',
  'no-sale-dialog.tsx NoSaleDialog',
  'no-sale-dialog.tsx NoSaleForm',
  'note-dialog.tsx NoteDialog',
  'order-dialogs.tsx CloseDialog',
  'order-dialogs.tsx NoEmailDialog',
  'order-dialogs.tsx RemoveDialog',
  'packing-page.tsx PackingPage',
  'pin-card.tsx PinAndBadge',
  'place-dialogs.tsx AddPlaceDialog',
  'place-dialogs.tsx EditBucketDialog',
  'places-card.tsx PlacesCard',
  'pos-dialogs.tsx CustomerSearch',
  'price-dialog.tsx PriceDialog',
  'price-units-dialog.tsx PriceUnitsDialog',
  'print-labels-dialog.tsx PrintLabelsDialog',
  'product-photos.tsx DeletePhoto',
  'product-photos.tsx PhotoDialog',
  'product-variations.tsx useVariationActions',
  'receive-order.tsx ReceiveOrder',
  'record-payment-dialog.tsx RecordPaymentDialog',
  'roles.tsx RestoreDialog',
  'sales-dialog.tsx SalesDialog',
  'scanner-dialog.tsx ScannerDialog',
  'scanners-card.tsx ScannersCard',
  'screenshot-dialog.tsx ScreenshotDialog',
  'server-choice.tsx ChooseServerDialog',
  'sessions-card.tsx SessionsCard',
  'settle-dialog.tsx SettleDialog',
  'shell.tsx Frame',
  'shell.tsx SwitchStoreQuestion',
  'staff-pin.tsx StaffPin',
  'store.tsx StoreHeader',
  'take-over-dialog.tsx TakeOverDialog',
  'take-z-dialog.tsx TakeZDialog',
  'transfer.tsx Receiving',
  'transfer.tsx Sending',
  'undo-dialog.tsx UndoDialog',
  'unit-picker.tsx UnitPicker',
  'use-till-actions.tsx EndAccessDialog',
  'use-till-actions.tsx LostDialog',
  'use-till-actions.tsx RenameDialog',
  'use-till-actions.tsx RetireDialog',
  'use-trade-in-actions.tsx ClearDialog',
  'use-trade-in-actions.tsx GiveBackDialog',
  'variation-photo-dialog.tsx VariationPhotoDialog',
  'waiting-prints-card.tsx WaitingPrintsCard',
]);

const nothing = () => undefined;

/** Dialogs of a till with shifts, and of a count, by themselves. */
const alone: Record<string, ReactElement> = {
  '/cash': <MovementDialog tillName="Counter 1" onMoved={nothing} onClose={nothing} />,
  '/float': <OpenShiftDialog tillName="Counter 1" onKeep={null} onOpened={nothing} onClose={nothing} />,
  '/price': (
    <PriceDialog unpriced={{ unitId: 1, message: 'It has no price' }} onPriced={nothing} onClose={nothing} />
  ),
  '/quantity': <QuantityDialog countId={1} variation={null} onClose={nothing} />,
};
const more: Screen[] = Object.entries(alone).map(([path, dialog]) => ({
  path,
  title: 'Tried',
  permission: 'signed_in',
  load: () => Promise.resolve(() => dialog),
}));

/** What is pressed one after the other; the last one opens the dialog. */
type Steps = readonly (string | RegExp)[];

async function press(steps: Steps): Promise<void> {
  for (const name of steps) {
    const named = { name, exact: typeof name === 'string' };
    const found = page.getByRole('menuitem', named).or(page.getByRole('button', named)).first();
    await isShown(found);
    await found.click();
  }
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
  const inStock = () => first('/inventory?status=available');
  const onTrust = async () => (await sellOnTrust(manager, await unitsOnSale(manager, 1))).sale.id;
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
  const personName = async () => {
    const { data } = expectDone(await admin.get<{ data: { name: string; role: string }[] }>('/staff'));
    return data.find(({ role }) => role === 'auditor')?.name ?? '';
  };
  const opened = async (path: string, steps: Steps, email = ADMIN) => {
    await openScreen(path, { email, withMenu: true });
    await press(steps);
  };

  const cases: readonly (readonly [name: string, open: () => Promise<void>])[] = [
    [
      'points-dialog.tsx PointsDialog',
      async () => {
        const { id } = await addCustomer(admin, 'Pressed Points');
        await opened(`/customers/${id}`, ['Adjust loyalty points', 'Add Points']);
      },
    ],
    [
      'delete-customer-dialog.tsx DeleteCustomerDialog',
      async () => {
        const { name } = await addCustomer(admin, 'Pressed Away');
        await opened('/customers?search=Pressed+Away', [`Actions for ${name}`, 'Delete']);
      },
    ],
    ['manufacturer-dialog.tsx ManufacturerDialog', () => opened('/manufacturers', ['Add Manufacturer'])],
    ['product-type-dialog.tsx ProductTypeDialog', () => opened('/product-types', ['Add Product Type'])],
    ['customer-groups-card.tsx GroupDialog', () => opened('/settings', ['Add group'])],
    ['signup-channels-card.tsx ChannelDialog', () => opened('/settings', ['Add channel'])],
    ['pin-card.tsx SetPinDialog', () => opened('/account', [/^(Set|Change) PIN$/])],
    ['make-badge-dialog.tsx MakeBadgeDialog', () => opened('/account', [/^(Create|Replace) badge$/])],
    ['change-password-dialog.tsx ChangePasswordDialog', () => opened('/account', ['Change Password'])],
    ['new-count-dialog.tsx NewCountDialog', () => opened('/inventory/counts', ['Start count'])],
    [
      'count-actions.tsx useCountActions',
      async () => {
        const { id } = await started(manager);
        await opened(`/inventory/counts/${id}`, [MORE, 'Cancel count'], MANAGER);
      },
    ],
    [
      'generate-dialog.tsx GenerateDialog',
      async () => opened(`/purchase-orders/${(await ordered()).id}`, [MORE, 'Generate QR Codes']),
    ],
    ['scan-dialog.tsx ScanDialog', () => opened('/qr-codes', ['Scan QR Code'])],
    [
      'order-dialogs.tsx CancelDialog',
      async () => {
        await opened(`/purchase-orders/${(await ordered()).id}`, [MORE, 'Cancel order']);
      },
    ],
    ['order-rows-card.tsx PasteDialog', () => opened('/purchase-orders/create', ['Paste rows'])],
    [
      'unit-actions.tsx StatusDialog',
      async () => opened(`/inventory/${await inStock()}`, [MORE, 'Mark as lost']),
    ],
    [
      'unit-actions.tsx DeleteUnitDialog',
      async () => opened(`/inventory/${await inStock()}`, [MORE, 'Delete']),
    ],
    [
      'unit-actions.tsx LinkLabelDialog',
      async () => opened(`/inventory/${await inStock()}`, [MORE, 'Link label']),
    ],
    [
      'supplier-actions.tsx StatusDialog',
      async () => opened(`/suppliers/${await first('/suppliers?active=true')}`, [MORE, 'Deactivate']),
    ],
    [
      'supplier-actions.tsx DeleteSupplierDialog',
      async () => opened(`/suppliers/${await first('/suppliers?active=true')}`, [MORE, 'Delete']),
    ],
    [
      'product-variations.tsx VariationDialog',
      async () => opened(`/products/${await first('/products')}`, ['Add Variation']),
    ],
    [
      'product-actions.tsx useProductActions',
      async () => opened(`/products/${await first('/products')}`, [MORE, 'Deactivate']),
    ],
    ['new-import-dialog.tsx NewImportDialog', () => opened('/imports', ['Import a file'])],
    [
      'email-receipt-dialog.tsx EmailReceiptDialog',
      async () => opened(`/transactions/${await sold()}`, ['Email Receipt'], MANAGER),
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
      'buyer-dialog.tsx BuyerDialog',
      async () => {
        await openPayment((await newDraft(seller)).id);
        await press([/^(Name|Change) buyer$/]);
      },
    ],
    [
      'edit-payment-dialog.tsx EditPaymentDialog',
      async () => {
        const draft = await newDraft(seller);
        await pay(seller, draft.id, { method: 'cash', amount: 100 });
        await openPayment(draft.id);
        await choosePaymentEntry('₱100.00', 'Edit');
      },
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
      'fail-dialog.tsx FailDialog',
      async () => {
        const draft = await newDraft(seller);
        await pay(seller, draft.id, { method: 'gcash', amount: 100, reference_number: crypto.randomUUID() });
        await openPayment(draft.id);
        await choosePaymentEntry('₱100.00', 'Mark failed');
      },
    ],
    [
      'movement-dialog.tsx MovementDialog',
      async () => void (await openScreen('/cash', { email: ADMIN, more })),
    ],
    [
      'open-shift-dialog.tsx OpenShiftDialog',
      async () => void (await openScreen('/float', { email: ADMIN, more })),
    ],
    ['price-dialog.tsx PriceForm', async () => void (await openScreen('/price', { email: ADMIN, more }))],
    [
      'quantity-dialog.tsx QuantityDialog',
      async () => void (await openScreen('/quantity', { email: ADMIN, more })),
    ],
    [
      'unsaved-dialog.tsx useUnsavedDialog',
      async () => {
        const { id } = await addCustomer(admin, 'Pressed Unsaved');
        await opened(`/customers/${id}`, ['Adjust loyalty points', 'Add Points']);
        await page.getByLabelText('Points', { exact: true }).fill('5');
        await userEvent.keyboard('{Escape}');
        await isShown(page.getByRole('alertdialog'));
      },
    ],
    [
      'use-lookup-dialogs.tsx useLookupDialogs',
      async () => {
        const { data } = expectDone(await admin.get<{ data: { name: string }[] }>('/manufacturers'));
        await opened('/manufacturers', [`Actions for ${data[0]?.name}`, 'Delete']);
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
    ['name-till-dialog.tsx NameTill', () => opened('/shifts/tills', ['Make this computer a till'])],
    [
      'item-dialog.tsx ItemDialog',
      async () => opened(`/purchase-orders/${(await ordered()).id}`, ['Add Item']),
    ],
    [
      'order-dialogs.tsx EmailDialog',
      async () => opened(`/purchase-orders/${(await ordered()).id}`, ['Email']),
    ],
    [
      'expected-dialog.tsx ExpectedDialog',
      async () => opened(`/purchase-orders/${(await ordered()).id}/receive`, ['Announced serial numbers']),
    ],
    [
      'verify-dialog.tsx VerifyDialog',
      async () => opened(`/transactions/${await onTrust()}`, [/^Verify the/], MANAGER),
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
      'deactivate-dialog.tsx DeactivateDialog',
      async () => opened('/staff', [`Actions for ${await personName()}`, 'Deactivate']),
    ],
    [
      'deactivate-store-dialog.tsx DeactivateStoreDialog',
      async () => opened(`/stores/${await otherStore()}`, [MORE, 'Deactivate']),
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
    [
      'cart-questions.tsx CartQuestions',
      async () => {
        const [unit] = await serialsOnSale(manager, 1);
        await openTill(MANAGER);
        await enterCode(unit?.code ?? '');
        await isShown(page.getByRole('list', { name: 'Cart items' }));
        await press([/^Clear Items/]);
      },
    ],
  ];

  it.each(cases)('does what it says in %s', async (_name, open) => {
    await open();
    await pressInAllFields();
  });

  it('is tried in every dialog of the code', () => {
    const known = [...cases.map(([name]) => name), ...parts, ...notWalked];
    expect(known.toSorted()).toEqual(dialogsInCode().toSorted());
  });
});
