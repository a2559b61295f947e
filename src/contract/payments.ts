import { z } from 'zod';
import { paymentMethods, paymentStatuses } from '#domain/payments.ts';
import { calendarDate, id, idText, instant, MAX_AMOUNT, money, optionalText } from './codecs.ts';
import { defineRoute } from './define-route.ts';
import { named } from './shapes.ts';

export const payment = z.object({
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
  paid_at: instant.nullable(),
  verified_by: named.nullable(),
  verified_at: instant.nullable(),
  deleted_at: instant.nullable(),
  deleted_by: named.nullable(),
  deletion_reason: z.string().nullable(),
});
export type Payment = z.output<typeof payment>;

/** What a payment row of the till sends; the rules that need the sale or the store's day are checked by the usecase. */
export const paymentForm = z.object({
  method: z.enum(paymentMethods, { error: 'Choose a payment method' }),
  amount: money
    .refine((centavos) => centavos > 0, 'Please enter a valid payment amount')
    .refine((centavos) => centavos <= MAX_AMOUNT, 'Invalid amount'),
  status: z.enum(['completed', 'pending']).optional(),
  reference_number: optionalText(100).optional(),
  expected_date: calendarDate.nullable().optional(),
  screenshot_url: optionalText(500).optional(),
  notes: optionalText(1000).optional(),
});
export type PaymentForm = z.output<typeof paymentForm>;

export const payments = {
  create: defineRoute({
    method: 'POST',
    path: '/transactions/:transactionId/payments',
    permission: 'transactions.create',
    scope: 'store',
    params: z.object({ transactionId: idText }),
    body: z.strictObject(paymentForm.shape),
    response: payment,
    status: 201,
    errors: ['transaction_not_found', 'illegal_state'],
  }),
  ofTransaction: defineRoute({
    method: 'GET',
    path: '/payments/transaction/:transactionId',
    permission: 'transactions.view',
    scope: 'store',
    params: z.object({ transactionId: idText }),
    response: z.array(payment),
    errors: ['transaction_not_found'],
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: '/payments/:paymentId',
    permission: 'transactions.create',
    scope: 'store',
    params: z.object({ paymentId: idText }),
    body: z.strictObject({
      reason: z
        .string({ error: 'Please provide a reason for deleting this payment' })
        .trim()
        .min(1, 'Please provide a reason for deleting this payment')
        .max(500),
    }),
    response: payment,
    errors: ['payment_not_found', 'illegal_state'],
  }),
};
