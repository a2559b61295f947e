import { z } from './zod.ts';
import { transactionStatuses, unitCategories } from '#domain/transactions.ts';
import { settleReasons } from '#domain/settle-reasons.ts';
import { dispositions, returns } from '#domain/refunds.ts';
import { timelineKinds } from '#domain/timeline.ts';
import { paymentMethods, tenders } from '#domain/payments.ts';
import {
  calendarDate,
  fieldPermission,
  flagText,
  id,
  idText,
  instant,
  money,
  moneyFromZero,
  optionalLines,
  optionalText,
  optionalTin,
  percent,
  reason,
  seenCount,
} from './codecs.ts';
import { errorDetails } from './errors.ts';
import { LAST_INVOICE_HEADER } from './headers.ts';
import { moduleText, defineRoute, fileResponse, defineRoutes } from './define-route.ts';
import { discount, discountForm, DISCOUNTS_MAX } from './discounts.ts';
import { pageOf, pageQuery } from './pages.ts';
import { knownPayments, payment, paymentForms } from './payments.ts';
import { receipt } from './receipts.ts';
import {
  customerGroup,
  unit,
  message,
  named,
  numbersOfUnit,
  productVariation,
  shape,
  warranty,
} from './shapes.ts';

export const transactionItem = shape('TransactionItem', {
  id,
  inventory_item_id: id,
  price: money,
  discount_amount: money,
  discount_reason: z.string().nullable(),
  discounts: z.array(discount),
  final_price: money,
  /** The return time of the unit. */
  refunded_at: instant.nullable(),
  /** The trade-in time of the unit, which ends its tie to the sale; absent from older servers. */
  traded_in_at: instant.nullable().default(null),
  /** Null for lines of drafts; absent from older servers. */
  warranty: warranty.nullable().default(null),
  category: z
    .enum(unitCategories)
    .nullable()
    .default(null)
    .describe('Of the unit as it was sold; null for drafts, and absent from older servers'),
  condition_rating: z.int().nullable().default(null).describe('Likewise'),
  without_unit: z
    .enum(['to_settle', 'accepted'])
    .nullable()
    .default(null)
    .describe(
      'Of a sale without the server: a manager has to say which unit it was, or accepted it without, so that a refund gives nothing to stock',
    ),
  told_numbers: numbersOfUnit
    .nullable()
    .default(null)
    .describe('Of a line without its unit: those that the till told, as on its paper'),
  cost: fieldPermission('costs.view', money.nullable()).describe(
    'What the unit had cost when it was sold; null for drafts, and where it is not known',
  ),
  inventory_item: z.object({ ...unit.shape, product_variation: productVariation }),
});

export const payoutForm = z.strictObject({
  method: z.enum(tenders, { error: 'Choose a payment method' }),
  amount: moneyFromZero.refine((amount) => amount > 0, 'Invalid amount'),
  reference_number: optionalText(100).optional(),
});

const knownPayouts = z
  .array(z.strictObject({ method: z.enum(paymentMethods), amount: moneyFromZero }))
  .max(10)
  .optional()
  .describe('What goes back as the caller was shown it; anything else is refused');

/** The other half of an exchange. */
const otherSale = z.object({ transaction_id: id, invoice_number: z.string() });

const payouts = z.array(
  z.object({
    method: z.enum(paymentMethods),
    amount: money,
    reference_number: z.string().nullable(),
  }),
);

export const refund = shape('Refund', {
  id,
  amount: money,
  reason: z.string(),
  items: z.array(
    z.object({
      transaction_item_id: id,
      product_name: z.string(),
      disposition: z.enum(dispositions),
      amount: money,
    }),
  ),
  payouts,
  withheld: money.describe('What was kept back of the items’ shares, by decision'),
  cash_rounding: money
    .default(0)
    .describe('By how much the payouts exceed the amount: cash is rounded up to the smallest coin'),
  exchanged_for: otherSale
    .nullable()
    .default(null)
    .describe(
      'The sale that the units were exchanged for; what it took of the amount is a payout `exchange`',
    ),
  refunded_by: named,
  created_at: instant,
});
export type Refund = z.output<typeof refund>;

/** The units of an earlier sale that came back for this one. */
export const exchangeOf = shape('ExchangeOf', {
  ...otherSale.shape,
  refund_id: id,
  reason: z.string(),
  amount: money.describe('What was refunded for the units'),
  items: z.array(
    z.object({
      inventory_item_id: id,
      product_name: z.string(),
      serial_number: z.string().nullable(),
      imei: z.string().nullable(),
      imei2: z.string().nullable(),
      disposition: z.enum(dispositions),
      amount: money,
    }),
  ),
  payouts: payouts.describe('Of the amount: what this sale took of it is `exchange`'),
  cash_rounding: money,
});
export type ExchangeOf = z.output<typeof exchangeOf>;

/** An act on a transaction; `detail` is a reason, a note, or what was used. */
const timelineEntry = shape('TimelineEntry', {
  kind: z.enum(timelineKinds),
  at: instant,
  by: z.string().nullable(),
  approved_by: z.string().nullable().describe('Who let them do it that may not do it alone'),
  detail: z.string().nullable(),
  method: z.enum(paymentMethods).nullable(),
  amount: money.nullable().describe('Of cash: without the change'),
  tendered: money.nullable().default(null).describe('The cash handed over, where change was given'),
  exchange: otherSale.nullable().default(null).describe('The other half of an exchange'),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

/** The customer of a sale. */
export const buyer = z.object({
  id,
  name: z.string(),
  phone: fieldPermission('customers.view', z.string()),
  email: fieldPermission('customers.view', z.string().nullable()),
  address: fieldPermission('customers.view', z.string().nullable()),
  customer_group: z.string().nullable(),
  group: customerGroup.nullable(),
  loyalty_points: z.int(),
  is_deleted: z.boolean().describe('Deleted since: a draft keeps them until another is chosen'),
});

export const settleReason = z.object({
  code: z.enum(settleReasons),
  text: z.string().describe('A sentence for the manager'),
});

export const disputedLine = shape('DisputedLine', {
  transaction_item_id: id,
  product_variation_id: id,
  name: z.string(),
  numbers: z.string().nullable().default(null).describe('As the till knew the unit: `IMEI 356789104523417`'),
  scanned_code: z.string().nullable(),
  other_sale: z
    .object({ transaction_id: id, invoice_number: z.string() })
    .nullable()
    .describe('The live sale that has the unit'),
  settled: z
    .enum(['named', 'accepted'])
    .nullable()
    .default(null)
    .describe('Null while it waits, and of a sale that was voided'),
});

/** How a sale came that a till made without the server, and how it was settled. */
export const soldOffline = shape('SoldOffline', {
  number: z.string().describe('Of the till’s own series'),
  till: named,
  made_at: instant,
  recorded_at: instant,
  to_settle: z.boolean(),
  reasons: z.array(settleReason).default([]).describe('Why it waits, or waited, for a manager'),
  disputed: z.array(disputedLine).default([]).describe('Its lines that no unit was taken for'),
  settled_at: instant.nullable().default(null),
  settled_by: named.nullable().default(null),
  note: z.string().nullable().default(null).describe('How it was settled'),
});
export type SoldOffline = z.output<typeof soldOffline>;

export const transaction = shape('Transaction', {
  id,
  /** The draft's number in every answer, beside `invoice_number`. */
  transaction_number: z.string(),
  draft_number: z.string(),
  invoice_number: z.string().nullable(),
  version: z.int(),
  status: z.enum(transactionStatuses),
  customer: buyer.nullable(),
  staff: named,
  store: named,
  subtotal: money,
  /** The cart's own discounts; the items carry theirs. */
  discounts: z.array(discount),
  discount_amount: money,
  taxable_amount: money,
  tax_rate: percent,
  prices_include_tax: z.boolean(),
  tax_amount: money,
  total_amount: money,
  change_due: money,
  cash_rounding: money
    .default(0)
    .describe('By how much its cash was rounded down: the total is the payments, less the change, plus this'),
  void_rounding: money.default(0).describe('What a void handed back in cash beyond what was paid'),
  balance_due: money,
  refunded_amount: money,
  owed_back: money
    .default(0)
    .describe('Still to be given back, for units that came back before a payment was verified'),
  points_earned: z.int(),
  receipt_email: z.string().nullable(),
  /** Whom its receipt names as the buyer, as it was completed; absent from older servers. */
  buyer_name: z.string().nullable().default(null),
  buyer_tin: z.string().nullable().default(null),
  buyer_address: z.string().nullable().default(null),
  copies_printed: z.int(),
  notes: z.string().nullable(),
  created_at: instant,
  updated_at: instant,
  /** The date that it is shown, sorted and filtered by: its completion, or a draft's last change. */
  dated_at: instant,
  completed_at: instant.nullable(),
  items_count: z.int(),
  transaction_items: z.array(transactionItem),
  voided_at: instant.nullable(),
  void_reason: z.string().nullable(),
  payments: z.array(payment),
  refunds: z.array(refund),
  exchange_of: exchangeOf
    .nullable()
    .default(null)
    .describe('What came back for it, where it is the sale of an exchange'),
  offline: soldOffline.nullable().default(null).describe('Where it was sold without the server'),
  /** Newest first; absent in answers to saving a draft. */
  timeline: z.array(timelineEntry).optional(),
});
export type Transaction = z.output<typeof transaction>;
export type TransactionItem = z.output<typeof transactionItem>;

export const transactionRow = shape('TransactionRow', {
  ...transaction.pick({
    id: true,
    transaction_number: true,
    draft_number: true,
    invoice_number: true,
    status: true,
    staff: true,
    store: true,
    subtotal: true,
    discount_amount: true,
    tax_amount: true,
    total_amount: true,
    balance_due: true,
    refunded_amount: true,
    owed_back: true,
    items_count: true,
    created_at: true,
    dated_at: true,
    completed_at: true,
  }).shape,
  offline_number: z
    .string()
    .nullable()
    .default(null)
    .describe('Of its till’s own series, where it was sold without the server'),
  /** The sum of its pending payments. */
  pending_amount: money,
  paid_amount: money.default(0).describe('Of a draft: the sum of its completed payments'),
  items_not_held: z
    .int()
    .default(0)
    .describe('Of a draft with payments: its items that are not held for it any more'),
  customer: z.object({ id, name: z.string(), phone: buyer.shape.phone }).nullable(),
});
export const transactionPage = shape('TransactionPage', pageOf(transactionRow).shape);
export type TransactionRow = z.output<typeof transactionRow>;

/** A held draft as the till lists it. */
export const heldDraft = shape('HeldDraft', {
  id,
  transaction_number: z.string(),
  staff: named,
  customer: named.nullable(),
  items_count: z.int(),
  total_amount: money,
  created_at: instant,
  updated_at: instant,
  /** The person working on it at a till, and the end of the hold on its units. */
  held_by: named.nullable(),
  held_until: instant.nullable(),
  /** The sum of its saved payments, and until when they reserve its units. */
  paid: money.default(0),
  payments: z.array(payment.pick({ method: true, amount: true, status: true })).default([]),
  reserved_until: instant.nullable().default(null),
  /** How many of its units are reserved; absent from older servers. */
  reserved_count: z.int().optional(),
});
export type HeldDraft = z.output<typeof heldDraft>;

/** The filters of the list and its export. Dates are each store's own days, the last one included. */
const transactionFilters = z.strictObject({
  search: z.string().max(100).optional(),
  status: z.enum(transactionStatuses).optional(),
  start_date: calendarDate.optional(),
  end_date: calendarDate.optional(),
  customer: z.string().max(100).optional(),
  staff: z.string().max(100).optional(),
  customer_id: idText.optional(),
  staff_id: idText.optional(),
  balance: z
    .enum(['owes', 'owed'])
    .optional()
    .describe('Sales of which something is still to be paid (owes) or to be given back (owed)'),
  all_stores: flagText.optional().describe('Every store that you see. Needs `transactions.all`'),
  store_id: idText.optional().describe('One of these stores. Needs `transactions.all`'),
});
export type TransactionFilters = z.output<typeof transactionFilters>;

const transactionSorts = ['-date', 'date', '-total', 'total'] as const;
export type TransactionSort = (typeof transactionSorts)[number];

const draftItem = z
  .strictObject({
    inventory_item_id: id,
    price: moneyFromZero.optional(),
    discounts: z.array(discountForm).max(DISCOUNTS_MAX).optional(),
    discount_amount: moneyFromZero.optional().describe('Without `discounts`, one fixed discount'),
    discount_reason: optionalLines(200)
      .optional()
      .describe('Of `discount_amount`; each of `discounts` has its own'),
  })
  .refine(
    ({ discounts, discount_amount, discount_reason }) => !discount_reason || (!discounts && discount_amount),
    {
      path: ['discount_reason'],
      error: 'There is no discount for this reason',
    },
  )
  .meta({ id: 'DraftItem' });

/** A draft as the till sends it. The server calculates every price and total itself and refuses a mismatch. */
const draftBody = {
  status: z.literal('draft').optional(),
  items: z.array(draftItem).min(1, 'Add items to the cart before saving as draft').max(500),
  customer_id: id.nullable().optional().describe('Absent: as it is; null: a walk-in'),
  discounts: z.array(discountForm).max(DISCOUNTS_MAX).optional(),
  subtotal: moneyFromZero.optional(),
  discount_amount: moneyFromZero.optional(),
  tax_amount: moneyFromZero.optional(),
  total_amount: moneyFromZero.optional(),
  notes: optionalLines(1000).optional(),
};

/** Whom a receipt names as the buyer. */
export const buyerForm = z.object({
  buyer_name: optionalText(200).optional(),
  buyer_tin: optionalTin().optional(),
  buyer_address: optionalLines(500).optional(),
});

const receiptEmail = z.email({ error: 'Invalid email format' }).max(255, 'Invalid email format');
const byTransaction = z.object({ transactionId: idText });

/** The queries that a sale makes stale when it is completed, voided or refunded. */
export const staleAfterSale = [
  'transactions',
  'payments',
  'pos.products',
  'inventory',
  'dashboard',
  'customers',
  'shifts',
  'tradeIns',
] as const;

const undoErrors = [
  'shift_required',
  'shift_counted',
  'beyond_drawer',
  'transaction_not_found',
  'illegal_state',
  'already_refunded',
  'payments_changed',
] as const;

export const transactions = defineRoutes('transactions', {
  [moduleText]: { title: 'Sales', about: 'Drafts, completed sales and their receipts, voids and refunds' },
  create: defineRoute({
    method: 'POST',
    path: '/transactions',
    summary: 'Open a draft',
    permission: 'transactions.create',
    scope: 'store',
    approvable: 'discount',
    approvedAmount: 'discount_amount',
    invalidates: ['transactions', 'dashboard'],
    body: z.strictObject({ ...draftBody, payments: paymentForms.optional() }),
    response: transaction,
    status: 201,
    location: '/transactions/:id',
    errors: [
      'shift_required',
      'shift_counted',
      'beyond_drawer',
      'customer_not_found',
      'draft_exists',
      'item_unavailable',
      'price_missing',
      'price_floor',
      'total_changed',
      'pos_disabled',
    ],
  }),
  list: defineRoute({
    method: 'GET',
    path: '/transactions',
    summary: 'Find transactions',
    permission: 'transactions.view',
    scope: 'store',
    query: transactionFilters.extend({ ...pageQuery, sort: z.enum(transactionSorts).optional() }),
    response: transactionPage,
    errors: ['foreign_store'],
  }),
  export: defineRoute({
    method: 'GET',
    path: '/transactions/export',
    summary: 'Export transactions',
    permission: 'transactions.view',
    scope: 'store',
    query: transactionFilters.extend({ sort: z.enum(transactionSorts).optional() }),
    response: fileResponse,
    fileType: 'text/csv',
    errors: ['foreign_store'],
  }),
  drafts: defineRoute({
    method: 'GET',
    path: '/transactions/drafts',
    summary: 'List the held drafts of the store',
    permission: 'transactions.create',
    scope: 'store',
    response: z.object({ data: z.array(heldDraft) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/transactions/:transactionId',
    summary: 'Get a transaction',
    permission: 'transactions.view',
    scope: 'store',
    params: byTransaction,
    response: transaction,
    errors: ['transaction_not_found'],
  }),
  version: defineRoute({
    method: 'GET',
    path: '/transactions/:transactionId/version',
    summary: 'Look for changes of a draft',
    permission: 'transactions.create',
    scope: 'store',
    params: byTransaction,
    response: z.object({
      version: z.int().describe('Grows with each save, and when another sign-in takes the draft over'),
      status: z.enum(transactionStatuses),
    }),
    errors: ['transaction_not_found'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/transactions/:transactionId',
    summary: 'Save a draft',
    permission: 'transactions.create',
    scope: 'store',
    approvable: 'discount',
    approvedAmount: 'discount_amount',
    // Every scan saves the draft once: the list of drafts may be as old as its freshness allows.
    invalidates: ['transactions.list', 'transactions.get'],
    params: byTransaction,
    /** May be empty here: Clear Items saves a draft without lines. */
    body: z.strictObject({ ...draftBody, items: z.array(draftItem).max(500), version: seenCount.optional() }),
    response: transaction,
    errors: [
      'approval_required',
      'transaction_not_found',
      'customer_not_found',
      'draft_exists',
      'item_unavailable',
      'price_missing',
      'price_floor',
      'total_changed',
      'draft_changed',
      'illegal_state',
      'pos_disabled',
    ],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/transactions/:transactionId',
    summary: 'Cancel a draft',
    permission: 'transactions.create',
    scope: 'store',
    approvable: 'colleague_cart',
    whileInactive: true,
    invalidates: ['transactions.list', 'transactions.drafts', 'payments', 'pos.products', 'dashboard'],
    params: byTransaction,
    body: z.strictObject({ reason: optionalLines(500).optional() }),
    response: message,
    errors: ['approval_required', 'transaction_not_found', 'illegal_state', 'has_payments'],
  }),
  refreshLocks: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/refresh-locks',
    summary: 'Keep, take over or release the units of a draft',
    permission: 'transactions.create',
    scope: 'store',
    approvable: 'colleague_cart',
    invalidates: ['transactions.drafts', 'pos.products'],
    params: byTransaction,
    body: z.strictObject({
      resume: z.boolean().optional().describe('Takes over the draft’s holds from another sign-in'),
      take_over: z
        .boolean()
        .optional()
        .describe('With `resume`. False: refused with `draft_open` while another till has the draft open'),
      leave: z.boolean().optional().describe('Gives your own back, and answers that nothing is locked'),
    }),
    response: z.object({
      locked: z.array(z.object({ inventory_item_id: id, expires_at: instant })),
      lost: z.array(
        z.object({
          inventory_item_id: id,
          message: z.string(),
          locked_by: z.string().nullable(),
          locked_until: instant.nullable(),
          draft: errorDetails.shape.draft,
          own_draft: errorDetails.shape.own_draft,
        }),
      ),
    }),
    errors: [
      'approval_required',
      'transaction_not_found',
      'illegal_state',
      'draft_exists',
      'draft_open',
      'pos_disabled',
    ],
    unaudited: true,
  }),
  complete: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/complete',
    summary: 'Complete a sale',
    permission: 'transactions.create',
    scope: 'store',
    invalidates: staleAfterSale,
    params: byTransaction,
    body: z.strictObject({
      receiptEmail: receiptEmail.nullable().optional(),
      printReceipt: z
        .boolean()
        .optional()
        .describe(
          'False where no printer prints the receipt now: the first one printed later is the original',
        ),
      ...buyerForm.shape,
      payments: paymentForms.optional().describe('Taken with the completion, or not at all'),
      known_payments: knownPayments,
      version: seenCount
        .optional()
        .describe('The draft’s, as the customer was told it: refused where it was changed since'),
    }),
    response: z.object({
      transaction,
      receipt,
      invoice_proof: z
        .string()
        .optional()
        .describe(
          `Sent as \`${LAST_INVOICE_HEADER}\` later on: a server whose data were put back from a copy never gives the number again`,
        ),
    }),
    errors: [
      'approval_required',
      'shift_required',
      'shift_counted',
      'beyond_drawer',
      'transaction_not_found',
      'too_many_attempts',
      'illegal_state',
      'item_unavailable',
      'price_missing',
      'insufficient_payment',
      'draft_changed',
      'payments_changed',
      'total_changed',
      'pos_disabled',
    ],
  }),
  receipt: defineRoute({
    method: 'GET',
    path: '/transactions/:transactionId/receipt',
    summary: 'Get the receipt of a sale',
    permission: 'transactions.view',
    scope: 'store',
    params: byTransaction,
    response: receipt,
    errors: ['transaction_not_found', 'illegal_state'],
  }),
  printReceipt: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/print-receipt',
    summary: 'Print a receipt',
    permission: 'transactions.view',
    scope: 'store',
    invalidates: ['transactions.get'],
    params: byTransaction,
    response: receipt,
    errors: ['transaction_not_found', 'illegal_state'],
    whileInactive: true,
  }),
  emailReceipt: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/email-receipt',
    summary: 'Send a receipt by email',
    permission: 'transactions.view',
    scope: 'store',
    invalidates: ['transactions.get'],
    params: byTransaction,
    body: z.strictObject({ email: receiptEmail }),
    response: message,
    errors: ['transaction_not_found', 'illegal_state', 'too_many_attempts'],
    whileInactive: true,
  }),
  void: defineRoute({
    method: 'POST',
    also: 'PUT',
    path: '/transactions/:transactionId/void',
    summary: 'Void a sale',
    permission: 'transactions.void',
    scope: 'store',
    approvable: 'void',
    whileInactive: true,
    // A voided sale waits for no manager.
    invalidates: [...staleAfterSale, 'offlineSales'],
    params: byTransaction,
    body: z.strictObject({
      reason: reason('Reason required'),
      known_payouts: knownPayouts,
    }),
    response: transaction,
    errors: undoErrors,
  }),
  refund: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/refund',
    summary: 'Refund a sale',
    permission: 'transactions.refund',
    scope: 'store',
    approvable: 'refund',
    approvedAmount: ['payouts', 'known_payouts'],
    approvedItems: 'items',
    whileInactive: true,
    invalidates: staleAfterSale,
    params: byTransaction,
    body: z.strictObject({
      items: z
        .array(z.strictObject({ id, disposition: z.enum(returns).optional() }))
        .max(500)
        .optional()
        .describe(
          'Absent: every unit that is still with the customer; empty: only what is owed for earlier ones, since a payment was verified after they came back',
        ),
      amount: moneyFromZero.optional().describe('Absent: the exact share of these units in what was paid'),
      reason: reason('Reason required'),
      payouts: z.array(payoutForm).max(10).optional().describe('Absent: the way the money came, cash first'),
      known_payouts: knownPayouts,
    }),
    response: z.object({ transaction, refund }),
    errors: [...undoErrors, 'refund_exceeds_paid'],
  }),
});
