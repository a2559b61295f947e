import { z } from './zod.ts';
import { paymentMethods, paymentStatuses, tenders } from '#domain/payments.ts';
import { transactionStatuses } from '#domain/transactions.ts';
import {
  AMOUNT_TOO_LARGE,
  calendarDate,
  id,
  idText,
  instant,
  MAX_AMOUNT,
  money,
  optionalLines,
  optionalText,
  reason,
  seenCount,
} from './codecs.ts';
import { moduleText, defineRoute, defineRoutes } from './define-route.ts';
import { reconcilingFields } from './shifts.ts';
import { named, payoutRounding, shape, tradeInRounding } from './shapes.ts';

const paidTradeIn = shape('PaidTradeIn', {
  id,
  number: z.string(),
  unit: named.describe('The traded-in unit'),
  goes_back: z
    .boolean()
    .describe(
      'It still stands as it came in: a refund of the whole payment gives it back. Of a voided sale: it went back',
    ),
  payout: z
    .object({ method: z.enum(tenders), amount: money, cash_rounding: payoutRounding })
    .nullable()
    .default(null)
    .describe('What was paid out for it beside the payment'),
});

export const payment = shape('Payment', {
  id,
  transaction_id: id,
  method: z.enum(paymentMethods),
  amount: money,
  status: z.enum(paymentStatuses),
  reference_number: z.string().nullable(),
  expected_date: calendarDate.nullable(),
  screenshot_url: z.string().nullable(),
  notes: z.string().nullable(),
  created_at: instant,
  created_by: named.nullable(),
  paid_at: instant.nullable(),
  verified_by: named.nullable(),
  verified_at: instant.nullable(),
  verification_notes: z.string().nullable(),
  failed_at: instant.nullable(),
  failed_by: named.nullable(),
  failure_reason: z.string().nullable(),
  deleted_at: instant.nullable(),
  deleted_by: named.nullable(),
  deletion_reason: z.string().nullable(),
  trade_in: paidTradeIn
    .nullable()
    .default(null)
    .describe('Of a payment by trade-in; absent from older servers'),
  /** Another sale paid with the same reference by the same method: a known fraud. */
  reference_used_in: z
    .object({ transaction_id: id, transaction_number: z.string(), invoice_number: z.string().nullable() })
    .nullable(),
});
export type Payment = z.output<typeof payment>;

/** A payment as the till sends it; the usecase checks the rules that need the sale or the store's day. */
export const paymentForm = z
  .strictObject({
    method: z.enum(tenders, { error: 'Choose a payment method' }),
    amount: money
      .refine((centavos) => centavos > 0, 'Please enter a valid payment amount')
      .refine((centavos) => centavos <= MAX_AMOUNT, AMOUNT_TOO_LARGE),
    status: z.enum(['completed', 'pending']).optional(),
    reference_number: optionalText(100).optional(),
    expected_date: calendarDate.nullable().optional(),
    screenshot_url: optionalText(500).optional(),
    notes: optionalLines(1000).optional(),
  })
  .meta({ id: 'PaymentForm' });
export type PaymentForm = z.output<typeof paymentForm>;

/** The existing payments when the button was pressed: if others count by now, the call is refused. */
export const knownPayments = z
  .array(id)
  .max(100)
  .optional()
  .describe('The payments that counted as far as you know: refused where others do');

/** Payments sent with another change of a draft: all are taken with it, or none. */
export const paymentForms = z.array(paymentForm).max(20);

/** The changeable fields of a payment; amount and method only while its sale is a draft. */
export const paymentChanges = z.object({
  notes: optionalLines(1000).optional(),
  expected_date: calendarDate.nullable().optional(),
  reference_number: optionalText(100).optional(),
  screenshot_url: optionalText(500).optional(),
  amount: paymentForm.shape.amount.optional(),
  method: paymentForm.shape.method.optional(),
});
export type PaymentChanges = z.output<typeof paymentChanges>;

const tally = shape('Tally', { count: z.int(), total: money });
export type Tally = z.output<typeof tally>;

const pendingPayment = shape('PendingPayment', {
  ...payment.shape,
  transaction: z.object({
    id,
    transaction_number: z.string(),
    invoice_number: z.string().nullable(),
    status: z.enum(transactionStatuses),
    customer_name: z.string().nullable(),
  }),
  /** By the store's calendar. */
  due: z.enum(['overdue', 'today', 'later', 'undated']),
  /** Whole days since the expected date, or since the payment was taken if none is expected. */
  age_days: z.int(),
});
export type PendingPayment = z.output<typeof pendingPayment>;

const methodTally = z.object({ method: z.enum(paymentMethods), ...tally.shape });

export const dailyReport = shape('DailyReport', {
  date: calendarDate,
  store: z.object({ id, code: z.string(), name: z.string(), timezone: z.string() }),
  generated_at: instant,
  /** Sales completed on this day, whatever happened to them since. */
  sales: tally,
  discounts: tally,
  /** Included in the net sales. */
  tax: money,
  /** Sales voided and money refunded on this day, whenever they were sold. */
  voids: tally,
  refunds: tally,
  /** Amounts that customers no longer owe after these refunds, because they were never received. */
  written_off: money,
  rounding_back: money
    .default(0)
    .describe('The part of `written_off` that nobody owed: the cash rounding of sales that came back'),
  /** The amount by which net sales exceed the money received, because cash is rounded to the smallest coin. */
  cash_rounding: money.default(0),
  trade_in_rounding: tradeInRounding,
  /** Sales less voids, refunds and their write-offs. */
  net_sales: money,
  first_invoice: z.string().nullable(),
  last_invoice: z.string().nullable(),
  /** Payments by method and status: completed ones by the day of payment, pending and failed ones by their own. */
  payments: z.array(z.object({ ...methodTally.shape, status: z.enum(paymentStatuses) })),
  payouts: z
    .array(z.object({ method: z.enum(tenders), total: money }))
    .default([])
    .describe(
      'Refunds, voids and trade-ins that went out by methods other than cash; older servers do not tell',
    ),
  ...reconcilingFields,
  cash: z.object({
    taken: money,
    change: money,
    refunded: money,
    voided: money,
    net: money.describe('What sales, refunds and voids left of cash'),
    float: money,
    pay_in: money,
    pay_out: money,
    drop: money,
    trade_ins: money.default(0).describe('Paid out for traded-in units, with its rounding'),
    correction: money,
    in_drawer: money.describe(
      'Net cash with floats, pay-ins, pay-outs, drops, corrections and what was paid for trade-ins',
    ),
  }),
  /** Net sales: a return of a same-day sale is subtracted from the hour of the sale. */
  by_hour: z.array(z.object({ hour: z.int(), sales: money })),
});
export type DailyReport = z.output<typeof dailyReport>;

const byPayment = z.object({ paymentId: idText });
/** On a draft the seller, afterwards the reviewer of payments. */
const sellsOrReviews = ['transactions.create', 'payments.review'] as const;

/** Refusals of a payment's change or deletion. */
const REFUSED_CHANGES = [
  'approval_required',
  'shift_required',
  'shift_counted',
  'beyond_drawer',
  'payment_not_found',
  'illegal_state',
] as const;

export const payments = defineRoutes('payments', {
  [moduleText]: { title: 'Payments', about: 'Payments of a sale, pending payments, and the day’s report' },
  create: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/payments',
    summary: 'Take a payment',
    permission: sellsOrReviews,
    scope: 'store',
    approvable: 'colleague_cart',
    invalidates: ['transactions', 'payments', 'dashboard', 'customers.stats'],
    params: z.object({ transactionId: idText }),
    // The payment stays the same whatever its caller has seen meanwhile.
    uncompared: ['known_payments', 'version'],
    body: paymentForm.extend({
      known_payments: knownPayments,
      version: seenCount
        .optional()
        .describe('The draft’s, as you know it: refused where another till took it over, or changed it'),
    }),
    response: payment,
    status: 201,
    errors: [
      'approval_required',
      'shift_required',
      'shift_counted',
      'beyond_drawer',
      'transaction_not_found',
      'illegal_state',
      'beyond_balance',
      'draft_changed',
      'payments_changed',
      'pos_disabled',
    ],
  }),
  ofTransaction: defineRoute({
    method: 'GET',
    path: '/payments/transaction/:transactionId',
    summary: 'List the payments of a transaction',
    permission: 'transactions.view',
    scope: 'store',
    params: z.object({ transactionId: idText }),
    response: z.array(payment),
    errors: ['transaction_not_found'],
  }),
  /** Checks while typing if a reference was used before. */
  reference: defineRoute({
    method: 'GET',
    path: '/payments/reference',
    summary: 'Check whether a payment reference was used before',
    permission: sellsOrReviews,
    scope: 'store',
    query: z.strictObject({
      method: z.enum(tenders),
      reference_number: z.string().max(100),
      transaction_id: idText.optional(),
    }),
    response: z.object({ used_in: payment.shape.reference_used_in }),
  }),
  pending: defineRoute({
    method: 'GET',
    path: '/payments/pending',
    summary: 'List the pending payments of the store',
    versioned: true,
    permission: 'transactions.view',
    scope: 'store',
    response: z.object({
      payments: z.array(pendingPayment),
      count: z.int(),
      total_pending: money,
      expected_today: tally,
      overdue: tally,
      by_method: z.partialRecord(z.enum(tenders), tally),
    }),
  }),
  dailyReport: defineRoute({
    method: 'GET',
    path: '/payments/daily-report',
    summary: 'Get the daily report of a store',
    permission: ['payments.review', 'reports.view'],
    scope: 'store',
    query: z.strictObject({
      date: calendarDate.optional().describe('Absent: today by the store’s calendar'),
      store_id: idText.optional().describe('Absent: the store of the header'),
    }),
    response: dailyReport,
    errors: ['foreign_store'],
  }),
  verify: defineRoute({
    method: 'POST',
    path: '/payments/:paymentId/verify',
    summary: 'Verify a pending payment',
    permission: sellsOrReviews,
    scope: 'store',
    whileInactive: true,
    invalidates: ['transactions', 'payments', 'dashboard', 'customers.stats'],
    params: byPayment,
    body: z.strictObject({ notes: optionalLines(1000).optional() }),
    response: payment,
    errors: ['shift_required', 'shift_counted', 'beyond_drawer', 'payment_not_found', 'illegal_state'],
  }),
  markFailed: defineRoute({
    method: 'POST',
    path: '/payments/:paymentId/mark-failed',
    summary: 'Mark a pending payment as failed',
    permission: sellsOrReviews,
    scope: 'store',
    whileInactive: true,
    invalidates: ['transactions', 'payments', 'dashboard', 'customers.stats'],
    params: byPayment,
    body: z.strictObject({ reason: reason('Reason required') }),
    response: payment,
    errors: ['payment_not_found', 'illegal_state'],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/payments/:paymentId',
    summary: 'Change a payment',
    permission: sellsOrReviews,
    scope: 'store',
    approvable: 'colleague_cart',
    invalidates: ['transactions', 'payments', 'dashboard', 'customers.stats'],
    params: byPayment,
    body: z.strictObject(paymentChanges.shape),
    response: payment,
    errors: REFUSED_CHANGES,
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/payments/:paymentId',
    summary: 'Delete a payment',
    permission: sellsOrReviews,
    scope: 'store',
    approvable: 'colleague_cart',
    whileInactive: true,
    invalidates: ['transactions', 'payments', 'tradeIns', 'inventory', 'dashboard', 'customers.stats'],
    params: byPayment,
    body: z.strictObject({ reason: reason('Please provide a reason for deleting this payment') }),
    response: payment,
    errors: [...REFUSED_CHANGES, 'store_inactive'],
  }),
});
