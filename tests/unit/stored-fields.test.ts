import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { compilerOptions, projectRoot, serverFiles } from '#tests/support/compiler-options.ts';

/**
 * The places to plant a field: the contract's file, the line that begins the form, and the table that lacks a column for
 * it.
 */
const forms = [
  { file: 'suppliers.ts', begins: 'export const supplierForm = z.object({', table: 'suppliers' },
  { file: 'stores.ts', begins: 'const storeFields = z.object({', table: 'stores' },
  { file: 'stores.ts', begins: 'export const storeForm = z.object({', table: 'stores' },
  { file: 'people.ts', begins: 'export const newStaffForm = z.object({', table: 'staff' },
  { file: 'people.ts', begins: 'export const staffChanges = newStaffForm.extend({', table: 'staff' },
  { file: 'inventory.ts', begins: 'export const unitForm = z.object({', table: 'inventory_items' },
  { file: 'inventory.ts', begins: '...unitChanges.shape,', table: 'inventory_items' },
  { file: 'inventory.ts', begins: 'export const tradeInForm = z.object({', table: 'inventory_items' },
  { file: 'inventory.ts', begins: 'export const newTradeInForm = z.object({', table: 'inventory_items' },
  { file: 'trade-ins.ts', begins: 'export const tradeInTerms = {', table: 'inventory_items' },
  { file: 'trade-ins.ts', begins: 'export const sellerForm = z\n  .strictObject({', table: 'trade_ins' },
  { file: 'trade-ins.ts', begins: 'const payoutForm = z.strictObject({', table: 'trade_ins' },
  { file: 'trade-ins.ts', begins: 'export const clearanceForm = z.object({', table: 'trade_ins' },
  { file: 'receiving.ts', begins: 'const unitOfReceipt = z.strictObject({', table: 'inventory_items' },
  { file: 'receiving.ts', begins: 'const rowOfReceipt = z.strictObject({', table: 'inventory_items' },
  { file: 'receiving.ts', begins: 'export const receiptForm = z.strictObject({', table: 'goods_receipts' },
  { file: 'purchase-orders.ts', begins: 'export const orderForm = z.object({', table: 'purchase_orders' },
  {
    file: 'purchase-orders.ts',
    begins: 'export const orderRowForm = z.object({',
    table: 'purchase_order_items',
  },
  { file: 'purchase-orders.ts', begins: 'export const endOrderForm = z.object({', table: 'purchase_orders' },
  { file: 'transfers.ts', begins: 'export const transferForm = z.object({', table: 'transfers' },
  { file: 'transfers.ts', begins: 'export const settleForm = z.object({', table: 'transfer_items' },
  { file: 'transfers.ts', begins: "'damaged', 'extra']),", table: 'transfer_items' },
  { file: 'transfers.ts', begins: 'export const cancelForm = z.object({', table: 'transfers' },
  { file: 'counts.ts', begins: 'export const countForm = z.object({', table: 'stock_counts' },
  { file: 'counts.ts', begins: 'export const quantityForm = z.object({', table: 'count_quantities' },
  { file: 'counts.ts', begins: 'export const endForm = z.object({', table: 'stock_counts' },
  { file: 'supplier-returns.ts', begins: 'const later = {', table: 'supplier_returns' },
  {
    file: 'supplier-returns.ts',
    begins: 'export const supplierReturnForm = z.object({',
    table: 'supplier_returns',
  },
  { file: 'qr-codes.ts', begins: 'export const qrBatchForm = z.object({', table: 'qr_batches' },
  { file: 'shifts.ts', begins: 'body: z.strictObject({', table: 'tills' },
  { file: 'shifts.ts', begins: 'export const floatForm = z.object({', table: 'shifts' },
  { file: 'shifts.ts', begins: "reason: reason('Reason required').nullable().optional(),", table: 'shifts' },
  { file: 'shifts.ts', begins: 'export const movementForm = z.object({', table: 'till_entries' },
  { file: 'shifts.ts', begins: 'export const correctionForm = z.object({', table: 'till_entries' },
  { file: 'low-stock.ts', begins: 'body: z.strictObject({', table: 'reorder_points' },
  { file: 'payments.ts', begins: '.strictObject({', table: 'payments' },
  { file: 'payments.ts', begins: 'export const paymentChanges = z.object({', table: 'payments' },
  { file: 'payments.ts', begins: 'body: z.strictObject({', table: 'payments' },
  { file: 'transactions.ts', begins: 'const draftBody = {', table: 'transactions' },
  { file: 'transactions.ts', begins: 'printReceipt: z\n        .boolean()', table: 'transactions' },
  {
    file: 'transactions.ts',
    begins: "required'),\n      known_payouts: knownPayouts,",
    table: 'transactions',
  },
  { file: 'transactions.ts', begins: 'export const payoutForm = z.strictObject({', table: 'refund_payouts' },
  {
    file: 'transactions.ts',
    begins: "describe('Absent: the way the money came, cash first'),",
    table: 'refunds',
  },
  { file: 'customers.ts', begins: 'export const customerForm = z.object({', table: 'customers' },
  { file: 'customers.ts', begins: 'export const groupForm = z.object({', table: 'customer_groups' },
  { file: 'customers.ts', begins: 'export const channelForm = z.object({', table: 'signup_channels' },
  { file: 'products.ts', begins: 'const productFields = {', table: 'products' },
  { file: 'products.ts', begins: 'const variationFields = {', table: 'product_variations' },
  { file: 'product-types.ts', begins: 'export const productTypeForm = z.object({', table: 'product_types' },
  { file: 'manufacturers.ts', begins: 'export const manufacturerForm = z.object({', table: 'manufacturers' },
];

/** The files that turn a form into columns. */
const storing = [
  'suppliers/suppliers.usecases.ts',
  'suppliers/suppliers.repository.ts',
  'stores/stores.usecases.ts',
  'stores/stores.repository.ts',
  'staff/people.usecases.ts',
  'inventory/unit-form.usecases.ts',
  'inventory/trade-in.usecases.ts',
  'trade-ins/take-in.usecases.ts',
  'trade-ins/register.usecases.ts',
  'receiving/arriving-rows.rules.ts',
  'receiving/receive.usecases.ts',
  'imports/unit-rows.ts',
  'purchase-orders/place-order.usecases.ts',
  'purchase-orders/order-items.usecases.ts',
  'purchase-orders/purchase-orders.usecases.ts',
  'transfers/send.usecases.ts',
  'transfers/receive.usecases.ts',
  'transfers/settle.usecases.ts',
  'counts/counts.usecases.ts',
  'counts/close.usecases.ts',
  'counts/quantities.usecases.ts',
  'supplier-returns/supplier-returns.usecases.ts',
  'qr-codes/make-codes.usecases.ts',
  'shifts/shifts.usecases.ts',
  'shifts/movements.usecases.ts',
  'tills/tills.usecases.ts',
  'low-stock/low-stock.usecases.ts',
  'payments/payments.usecases.ts',
  'payments/review.usecases.ts',
  'transactions/take-payments.usecases.ts',
  'transactions/drafts.usecases.ts',
  'transactions/complete.usecases.ts',
  'transactions/refund.usecases.ts',
  'transactions/void.usecases.ts',
  'customers/customers.usecases.ts',
  'customers/customers.repository.ts',
  'customers/import.usecases.ts',
  'customers/groups.usecases.ts',
  'customers/groups.repository.ts',
  'customers/channels.usecases.ts',
  'customers/channels.repository.ts',
  'products/product-form.usecases.ts',
  'products/variations.usecases.ts',
  'products/import.usecases.ts',
  'product-types/product-types.repository.ts',
  'manufacturers/manufacturers.repository.ts',
].map((file) => path.join(projectRoot, 'src/server/modules', file));

type Form = (typeof forms)[number];
const fieldOf = (form: Form) => `planted_${forms.indexOf(form)}`;

/** Returns a source file for the compiler, with one more optional field in each form. */
function planted(file: string, text: string): string {
  return forms
    .filter((form) => file.endsWith(`src/contract/${form.file}`))
    .reduce((source, form) => {
      expect(source).toContain(form.begins);
      return source.replace(form.begins, `${form.begins} ${fieldOf(form)}: z.string().optional(),`);
    }, text);
}

/** Returns the compiler's errors on the files that store forms. */
function complaints(): string {
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  host.getSourceFile = (file, version) => {
    const text = ts.sys.readFile(file);
    return text === undefined ? undefined : ts.createSourceFile(file, planted(file, text), version);
  };
  const program = ts.createProgram(serverFiles(), options, host);
  return storing
    .flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(file)))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .join('\n');
}

test('a field of a form that its table has no column for does not compile', { timeout: 240_000 }, () => {
  const said = complaints();
  const silent = forms.filter((form) => !said.includes(`${form.table} has no column ${fieldOf(form)}"`));
  expect(silent).toEqual([]);
});
