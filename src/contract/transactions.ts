import { z } from 'zod';
import { transactionStatuses } from '#domain/transactions.ts';
import { id, idText, instant, money, moneyFromZero, optionalText, percent } from './codecs.ts';
import { defineRoute } from './define-route.ts';
import { payment } from './payments.ts';
import { receipt } from './receipts.ts';
import { inventoryItem, message, named, productVariation } from './shapes.ts';

const transactionItem = z.object({
  id,
  inventory_item_id: id,
  price: money,
  discount_amount: money,
  discount_reason: z.string().nullable(),
  final_price: money,
  inventory_item: z.object({ ...inventoryItem.shape, product_variation: productVariation }),
});

export const transaction = z.object({
  id,
  transaction_number: z.string(),
  draft_number: z.string(),
  invoice_number: z.string().nullable(),
  version: z.int(),
  status: z.enum(transactionStatuses),
  customer: z
    .object({
      id,
      name: z.string(),
      phone: z.string(),
      email: z.string().nullable(),
      customer_group: z.string().nullable(),
    })
    .nullable(),
  staff: named,
  store: named,
  subtotal: money,
  discount_amount: money,
  taxable_amount: money,
  tax_rate: percent,
  prices_include_tax: z.boolean(),
  tax_amount: money,
  total_amount: money,
  change_due: money,
  notes: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  completed_at: instant.nullable(),
  items_count: z.int(),
  transaction_items: z.array(transactionItem),
  payments: z.array(payment),
});
export type Transaction = z.output<typeof transaction>;
export type TransactionItem = z.output<typeof transactionItem>;

const draftItem = z.strictObject({ inventory_item_id: id, price: moneyFromZero.optional() });

/** A draft as the till sends it. The server reckons every price and total itself and refuses a mismatch. */
const draftBody = {
  status: z.literal('draft').optional(),
  items: z.array(draftItem).min(1, 'Add items to the cart before saving as draft').max(500),
  subtotal: moneyFromZero.optional(),
  discount_amount: moneyFromZero.optional(),
  tax_amount: moneyFromZero.optional(),
  total_amount: moneyFromZero.optional(),
  notes: optionalText(1000).optional(),
};

const byTransaction = z.object({ transactionId: idText });

export const transactions = {
  create: defineRoute({
    method: 'POST',
    path: '/transactions',
    permission: 'transactions.create',
    scope: 'store',
    body: z.strictObject(draftBody),
    response: transaction,
    status: 201,
    errors: ['item_unavailable', 'total_changed', 'pos_disabled'],
  }),
  get: defineRoute({
    method: 'GET',
    path: '/transactions/:transactionId',
    permission: 'transactions.view',
    scope: 'store',
    params: byTransaction,
    response: transaction,
    errors: ['transaction_not_found'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/transactions/:transactionId',
    permission: 'transactions.create',
    scope: 'store',
    params: byTransaction,
    /** Clear Items saves a draft without lines, so here they may be none. */
    body: z.strictObject({ ...draftBody, items: z.array(draftItem).max(500), version: z.int().optional() }),
    response: transaction,
    errors: [
      'transaction_not_found',
      'item_unavailable',
      'total_changed',
      'draft_changed',
      'illegal_state',
      'pos_disabled',
    ],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/transactions/:transactionId',
    permission: 'transactions.create',
    scope: 'store',
    params: byTransaction,
    body: z.strictObject({ reason: optionalText(500).optional() }),
    response: message,
    errors: ['transaction_not_found', 'illegal_state', 'has_payments'],
  }),
  refreshLocks: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/refresh-locks',
    permission: 'transactions.create',
    scope: 'store',
    params: byTransaction,
    /** `resume` takes over the draft's holds from another sign-in. */
    body: z.strictObject({ resume: z.boolean().optional() }),
    response: z.object({
      locked: z.array(z.object({ inventory_item_id: id, expires_at: instant })),
      lost: z.array(
        z.object({
          inventory_item_id: id,
          message: z.string(),
          locked_by: z.string().nullable(),
          locked_until: instant.nullable(),
        }),
      ),
    }),
    errors: ['transaction_not_found', 'illegal_state'],
    unaudited: true,
  }),
  complete: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/complete',
    permission: 'transactions.create',
    scope: 'store',
    params: byTransaction,
    body: z.strictObject({
      receiptEmail: z.email({ error: 'Invalid email format' }).nullable().optional(),
      printReceipt: z.boolean().optional(),
    }),
    response: z.object({ transaction, receipt }),
    errors: [
      'transaction_not_found',
      'illegal_state',
      'item_unavailable',
      'insufficient_payment',
      'total_changed',
    ],
  }),
  receipt: defineRoute({
    method: 'GET',
    path: '/transactions/:transactionId/receipt',
    permission: 'transactions.view',
    scope: 'store',
    params: byTransaction,
    response: receipt,
    errors: ['transaction_not_found', 'illegal_state'],
  }),
  printReceipt: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/print-receipt',
    permission: 'transactions.view',
    scope: 'store',
    params: byTransaction,
    response: receipt,
    errors: ['transaction_not_found', 'illegal_state'],
  }),
};
