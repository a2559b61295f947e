import { offlineKinds } from '#domain/offline-sales.ts';
import { lineKinds, taxKinds } from '#domain/sale-line.ts';
import { settleReasons } from '#domain/settle-reasons.ts';
import { paymentMethods, paymentStatuses, tenders } from '#domain/payments.ts';
import { transactionStatuses, unitCategories, unitStatuses } from '#domain/transactions.ts';
import {
  calendarDate,
  id,
  idText,
  instant,
  money,
  moneyFromZero,
  percent,
  reason,
  scanCode,
  seenCount,
} from './codecs.ts';
import { defineRoute, defineRoutes, moduleText } from './define-route.ts';
import { discountForm, DISCOUNTS_MAX } from './discounts.ts';
import { pageOf, pageQuery } from './pages.ts';
import { receipt } from './receipts.ts';
import { message, named, shape } from './shapes.ts';
import { cashCount } from './shifts.ts';
import { disputedLine, settleReason, staleAfterSale } from './transactions.ts';
import { z } from './zod.ts';

/** A SHA-256 in hexadecimal digits. */
const sha256 = z.string().regex(/^[\da-f]{64}$/);

const text = (max: number) => z.string().max(max);

const offlineLine = z.strictObject({
  key: z
    .string()
    .regex(/^[a-z][\da-z-]{0,49}$/)
    .describe('Tells the line from the others of its sale'),
  kind: z.enum(lineKinds),
  inventory_item_id: id.nullable().describe('Null for a piece without numbers: any free one'),
  product_variation_id: id,
  scanned_code: text(200).nullable().describe('Null for a line that the server had confirmed before'),
  name: text(500).describe('As the paper names it'),
  serial_number: text(200).nullable(),
  imei: text(50).nullable(),
  imei2: text(50).nullable(),
  category: z.enum(unitCategories),
  condition_rating: seenCount.nullable(),
  price: moneyFromZero,
  discounts: z.array(discountForm).max(DISCOUNTS_MAX),
  discount_amount: moneyFromZero,
  final_price: moneyFromZero,
  tax_kind: z.enum(taxKinds),
  note: text(1000).nullable(),
  sold_by_id: id.nullable().describe('Null for the person of the sale'),
});

/** A paid cart as the page gives it to the till, which adds number, key, moments and hash. */
export const offlineCart = z.strictObject({
  store_id: id,
  staff_id: id,
  shift_id: id.nullable(),
  draft: z
    .strictObject({ id, version: z.int() })
    .nullable()
    .describe('The draft that the server has of the cart, as the till knew it'),
  completion_key: text(255)
    .nullable()
    .describe('The Idempotency-Key of a completion that was sent and not answered'),
  save_key: text(255)
    .optional()
    .describe('The Idempotency-Key of a save of the cart that was sent and not answered; else absent'),
  customer_id: id.nullable(),
  lines: z.array(offlineLine).min(1).max(500),
  discounts: z.array(discountForm).max(DISCOUNTS_MAX),
  subtotal: moneyFromZero,
  discount_amount: moneyFromZero,
  taxable_amount: moneyFromZero,
  tax_rate: percent,
  prices_include_tax: z.boolean(),
  tax_amount: moneyFromZero,
  total_amount: moneyFromZero,
  payments: z
    .array(
      z.strictObject({
        method: z.enum(tenders),
        amount: moneyFromZero,
        status: z.enum(paymentStatuses).extract(['completed', 'pending']),
        reference_number: text(100).nullable(),
        expected_date: calendarDate.nullable(),
        notes: text(1000).nullable(),
      }),
    )
    .min(1)
    .max(20),
  change_due: moneyFromZero,
  cash_rounding: moneyFromZero,
  buyer_name: text(200).nullable(),
  buyer_tin: text(50).nullable(),
  buyer_address: text(500).nullable(),
  receipt_email: text(255).nullable(),
});
export type OfflineCart = z.output<typeof offlineCart>;

/** The fields that the till adds to each sale and opening. Its moments are estimates of the server's time. */
const madeAtTill = {
  key: z.uuid(),
  number: text(50),
  previous_hash: sha256.nullable().describe('Of the text before in the same series; null for the first'),
  made_at: instant,
  answered_at: instant.describe('When the server had answered last'),
  till_clock: instant.describe('What the till’s own clock showed when it was made'),
};

/** A sale as the till keeps it, word for word the text that its hash is of. */
export const offlineSale = offlineCart.extend({
  ...madeAtTill,
  opening_key: z
    .uuid()
    .optional()
    .describe('Of the opening of the shift that it was made in, which was not sent yet; else absent'),
});
export type OfflineSale = z.output<typeof offlineSale>;

/** The opening of a shift as the till keeps it, in the same series as its sales. */
export const offlineOpening = z.strictObject({
  kind: z.literal('shift'),
  store_id: id,
  staff_id: id,
  float_amount: moneyFromZero,
  denominations: cashCount.nullable().describe('Null where the float was entered as a sum'),
  ...madeAtTill,
});
export type OfflineOpening = z.output<typeof offlineOpening>;

/** The longest text of one sale, in characters. */
export const OFFLINE_BODY_MAX = 1_000_000;
/** The longest request with one, in bytes: each character may be an escape. */
const REQUEST_MAX = 6 * OFFLINE_BODY_MAX + 10_000;

/** A sale's text as its bytes: whatever characters it holds are the till's own, and are kept. */
const saleText = z
  .codec(z.string().max(OFFLINE_BODY_MAX), z.instanceof(Uint8Array), {
    decode: (text) => new TextEncoder().encode(text),
    encode: (bytes) => new TextDecoder().decode(bytes),
  })
  .meta({ type: 'string', maxLength: OFFLINE_BODY_MAX });

/** A number as a till or the server gives it; of a damaged file it may hold what no engine stores and no printer has. */
const printable = (max: number) => text(max).overwrite((number) => number.replaceAll(/[^ -~]/g, '?'));
const printed = printable(50);

const sentSale = z.strictObject({
  number: printed,
  key: z.uuid(),
  hash: sha256,
  body: saleText.describe('The sale, or the opening of a shift, as JSON, as the till keeps it'),
  waiting: seenCount.describe('How many more wait at the till'),
  invoice_number: printed
    .nullable()
    .describe(
      'That the server gave before, of the invoice or of the shift; null for what is sent for the first time',
    ),
  invoice_proof: printable(100)
    .nullable()
    .optional()
    .describe('That of the invoice number; without it the sale is recorded under the next one'),
});

const recordedSale = shape('RecordedOfflineSale', {
  state: z
    .enum(['recorded', 'kept'])
    .describe('`kept`: it cannot be read, so a manager has to settle it; it is not sent again'),
  to_settle: z.boolean(),
  transaction_id: id.nullable(),
  invoice_number: z.string().nullable(),
  invoice_proof: z
    .string()
    .nullable()
    .default(null)
    .describe('That this shop gave the number: it is sent with it, where the sale is sent again'),
  shift: z
    .object({ id, number: z.string() })
    .nullable()
    .default(null)
    .describe('That was opened, or was open already; null for a sale'),
  receipt: receipt.nullable(),
  epoch: z.int().describe('Another one than before: the server’s data were restored, or are another shop’s'),
  till_id: id.nullable().default(null).describe('The till that it is recorded of'),
});
export type RecordedOfflineSale = z.output<typeof recordedSale>;

/** A sale, or a lost till, that waits for a manager, or that one has settled. */
export const saleToSettle = shape('SaleToSettle', {
  id,
  till: z.object({ id, name: z.string(), code: z.string() }),
  number: z.string().nullable().describe('Of the till’s own series; null for a lost till'),
  made_at: instant,
  recorded_at: instant,
  staff: named.nullable(),
  total_amount: money.nullable().describe('Of an opening, the float'),
  transaction: z.object({ id, invoice_number: z.string() }).nullable(),
  kind: z.enum(offlineKinds).default('sale').describe('`shift`: no sale, but the opening of a shift'),
  shift: z
    .object({ id, number: z.string() })
    .nullable()
    .default(null)
    .describe('That was opened, or was open already'),
  reasons: z.array(settleReason),
  disputed: z.array(disputedLine).describe('Lines without a unit'),
  first_item: z
    .string()
    .nullable()
    .default(null)
    .describe('The name of its first line; null if nothing was recorded'),
  items_count: z.int().default(0),
  other_sale_at: instant
    .nullable()
    .default(null)
    .describe('When the sale was made that has the unit of its first disputed line'),
  came_since: z
    .object({
      count: z.int(),
      last: z.object({ number: z.string(), recorded_at: instant }).nullable(),
      missing: z.int().describe('How many numbers of its series never came, as far as they are known'),
    })
    .nullable()
    .default(null)
    .describe('Of sales that may be missing: what came of them since; null for all else'),
  is_own: z.boolean().describe('The caller sold, sent or declared it: another person settles it'),
  settled_at: instant.nullable(),
  settled_by: named.nullable(),
  note: z.string().nullable(),
});
export type SaleToSettle = z.output<typeof saleToSettle>;

/** The most that a till is told of what stands to settle. */
export const TOLD_OPEN_MAX = 200;

/** A recorded sale as it is compared with another one that has the same unit. */
const comparedSale = shape('ComparedSale', {
  transaction_id: id,
  number: z.string(),
  status: z.enum(transactionStatuses),
  made_at: instant,
  recorded_at: instant,
  is_offline: z.boolean().describe('It was made without the server'),
  store: named,
  till: z.object({ name: z.string(), code: z.string() }).nullable().describe('Null where it is not known'),
  staff: named,
  customer: named.nullable(),
  total_amount: money,
  change_due: money,
  payments: z.array(
    z.object({ method: z.enum(paymentMethods), amount: money, status: z.enum(paymentStatuses) }),
  ),
  items: z.array(
    z.object({
      transaction_item_id: id,
      name: z.string(),
      unit: z
        .string()
        .nullable()
        .describe('Its numbers; null for a piece without, and while it is not clear'),
      product_variation_id: id,
      final_price: money,
    }),
  ),
});
export type ComparedSale = z.output<typeof comparedSale>;

/** A sale to settle with what it is compared with, and the units that may have left by its disputed lines. */
const settleDetail = saleToSettle
  .extend({
    sale: comparedSale.nullable().describe('Itself; null if nothing was recorded, and for a shift'),
    other_sales: z.array(comparedSale).describe('Those that have its units'),
    choices: z
      .array(
        z.object({
          product_variation_id: id,
          code: z.string(),
          label: z.string(),
          category: z.enum(unitCategories),
          status: z.enum(unitStatuses),
        }),
      )
      .describe('Units of the same variations in the store that no sale has, those for sale first'),
  })
  .meta({ id: 'SaleToSettleInDetail' });
export type SettleDetail = z.output<typeof settleDetail>;

const STALE = [...staleAfterSale, 'tills', 'zReadings', 'offlineSales'] as const;

const bySale = z.object({ offlineSaleId: idText });

/** Routes for sales that were made while the server could not be reached. */
export const offlineSales = defineRoutes('offlineSales', {
  [moduleText]: {
    title: 'Sales without the server',
    about:
      'Sales that tills made, and shifts that they opened, while the server could not be reached, and what a manager settles of them',
  },
  record: defineRoute({
    method: 'POST',
    path: '/pos/offline-sales',
    summary: 'Record what the till did without the server',
    permission: 'till',
    scope: 'store',
    whileInactive: true,
    invalidates: STALE,
    body: sentSale,
    bodyMax: REQUEST_MAX,
    response: recordedSale,
    errors: ['too_many_attempts'],
  }),
  report: defineRoute({
    method: 'POST',
    path: '/pos/offline-sales/report',
    summary: 'Tell how many sales wait at the till',
    permission: 'till',
    scope: 'store',
    whileInactive: true,
    unaudited: true,
    invalidates: ['tills', 'offlineSales'],
    body: z.strictObject({
      last_no: seenCount,
      waiting: seenCount,
      epoch: recordedSale.shape.epoch.nullable().optional().describe('That the till knows'),
      last_sent: z
        .uuid()
        .nullable()
        .optional()
        .describe('The key of what was recorded last of it in that epoch'),
    }),
    response: z.object({
      epoch: recordedSale.shape.epoch,
      to_settle: z
        .array(z.string())
        .max(TOLD_OPEN_MAX)
        .nullable()
        .default(null)
        .describe('The keys of what this till made that stands to settle; null where that is more'),
    }),
  }),
  recordByHand: defineRoute({
    method: 'POST',
    path: '/offline-sales',
    summary: 'Record a sale from a till’s file',
    permission: 'transactions.review',
    scope: 'store',
    whileInactive: true,
    invalidates: STALE,
    body: sentSale.omit({ waiting: true }),
    bodyMax: REQUEST_MAX,
    response: recordedSale,
    errors: ['till_not_found'],
  }),
  list: defineRoute({
    method: 'GET',
    path: '/offline-sales',
    summary: 'List the sales to settle, the worst first, then the oldest',
    permission: 'transactions.review',
    scope: 'store',
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(['open', 'settled']).optional().describe('Absent: those that wait'),
      reason: z.enum(settleReasons).optional().describe('Those that it is a reason of'),
      till_id: idText.optional().describe('Those of a till'),
    }),
    response: pageOf(saleToSettle),
  }),
  summary: defineRoute({
    method: 'GET',
    path: '/offline-sales/summary',
    summary: 'Count the sales to settle, and name the tills of the store',
    permission: 'transactions.review',
    scope: 'store',
    response: shape('SettleSummary', {
      open: z.int(),
      settled_this_month: z.int(),
      tills: z.array(z.object({ id, name: z.string(), code: z.string() })),
    }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/offline-sales/:offlineSaleId',
    summary: 'Get a sale to settle with the sales that have its units',
    permission: 'transactions.review',
    scope: 'store',
    params: bySale,
    response: settleDetail,
    errors: ['transaction_not_found'],
  }),
  settle: defineRoute({
    method: 'POST',
    path: '/offline-sales/:offlineSaleId/settle',
    summary: 'Settle a sale',
    permission: 'transactions.review',
    scope: 'store',
    whileInactive: true,
    invalidates: STALE,
    params: bySale,
    body: z.strictObject({
      units: z
        .array(
          z.strictObject({
            transaction_item_id: id,
            code: scanCode('Item not found')
              .nullable()
              .describe(
                'Scanned or typed: a number of its own, or its label. Null accepts the line without one',
              ),
          }),
        )
        .max(500)
        .optional()
        .describe(
          'The right unit of each disputed line, refused on `units.0.code`; lines that are not named are accepted without one',
        ),
      note: reason('Say how it was settled'),
    }),
    response: message,
    errors: ['transaction_not_found', 'item_unavailable', 'illegal_state', 'forbidden'],
  }),
});
