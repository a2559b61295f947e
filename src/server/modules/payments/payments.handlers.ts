import type { payments } from '#contract/payments.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { paymentsOf, requireTransaction } from '../transactions/transactions.public.ts';
import { dailyReport } from './daily-report.usecases.ts';
import { pendingPayments, referenceUsedIn, removePayment, takePayment } from './payments.usecases.ts';
import { changePayment, failPayment, verifyPayment } from './review.usecases.ts';

export function paymentsHandlers(): ModuleHandlers<typeof payments> {
  return {
    create: unprepared(({ params, body, ...caller }, writer) =>
      takePayment(writer, params.transactionId, body, caller),
    ),

    ofTransaction: async ({ params, session }, reader) => {
      const { id } = await requireTransaction(reader, params.transactionId, session);
      return paymentsOf(reader, id);
    },

    reference: async ({ query }, reader) => ({ used_in: await referenceUsedIn(reader, query) }),

    pending: ({ storeId, now }, reader) => pendingPayments(reader, storeId, now),

    dailyReport: ({ query, ...caller }, reader) => dailyReport(reader, query, caller),

    verify: async ({ params, body, ...caller }) => {
      return (writer) => verifyPayment(writer, params.paymentId, body, caller);
    },

    markFailed: async ({ params, body, ...caller }) => {
      return (writer) => failPayment(writer, params.paymentId, body, caller);
    },

    update: async ({ params, body, ...caller }) => {
      return (writer) => changePayment(writer, params.paymentId, body, caller);
    },

    delete: async ({ params, body, ...caller }) => {
      return (writer) => removePayment(writer, params.paymentId, body, caller);
    },
  };
}
