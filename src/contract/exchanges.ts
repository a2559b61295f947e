import { z } from './zod.ts';
import { returns } from '#domain/refunds.ts';
import { id, reason, seenCount } from './codecs.ts';
import { defineRoute, defineRoutes } from './define-route.ts';
import { staleAfterSale, transactions } from './transactions.ts';

const { payments, known_payments, receiptEmail, printReceipt, buyer_name, buyer_tin, buyer_address } =
  transactions.complete.body.shape;
const { payouts, known_payouts } = transactions.refund.body.shape;

/** The exchange of sold units, which is a call of the sales. */
export const exchangeRoutes = defineRoutes('transactions', {
  exchange: defineRoute({
    method: 'POST',
    path: '/exchanges',
    summary: 'Exchange units of a sale',
    permission: 'transactions.create',
    scope: 'store',
    approvable: 'refund',
    approvedAmount: ['payouts', 'known_payouts'],
    approvedItems: 'items',
    auditTarget: 'transactionId',
    targetField: 'transaction_id',
    invalidates: staleAfterSale,
    body: z.strictObject({
      transaction_id: id.describe('The sale that the units are of'),
      items: z
        .array(z.strictObject({ id, disposition: z.enum(returns).optional() }))
        .min(1, 'Choose the items that come back')
        .max(500)
        .describe('The lines of it that come back'),
      reason: reason('Reason required'),
      is_warranty: z
        .boolean()
        .optional()
        .describe(
          'One unit for another of the same variation: it costs what was paid for the first one, and its warranty runs on from then',
        ),
      payouts: payouts.describe(
        'Of what the draft does not take of the refund; absent: the way the money came, cash first',
      ),
      known_payouts,
      draft_id: id.describe('The draft that goes out: it is completed'),
      version: seenCount
        .optional()
        .describe('The draft’s, as the customer was told it: refused where it was changed since'),
      payments: payments.describe('Of what the refund leaves of the draft’s total'),
      known_payments,
      receiptEmail,
      printReceipt,
      buyer_name,
      buyer_tin,
      buyer_address,
    }),
    response: z.object({
      ...transactions.complete.response.shape,
      returned: transactions.refund.response.shape.transaction.describe('The sale that the units were of'),
      refund: transactions.refund.response.shape.refund,
    }),
    errors: [
      ...(transactions.complete.errors ?? []),
      'approval_required',
      'already_refunded',
      'refund_exceeds_paid',
    ],
  }),
});
