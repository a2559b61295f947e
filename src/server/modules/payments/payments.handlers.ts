import { ApiError } from '#contract/errors.ts';
import type { payments } from '#contract/payments.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { findTransaction } from '../transactions/claim.usecases.ts';
import { paymentsOf } from './payments-of.usecases.ts';
import { removePayment, takePayment } from './payments.usecases.ts';

export function paymentsHandlers(): AreaHandlers<typeof payments> {
  return {
    create: async ({ params, body, ...caller }) => {
      return (writer) => takePayment(writer, params.transactionId, body, caller);
    },

    ofTransaction: async ({ params, session }, reader) => {
      const transaction = await findTransaction(reader, params.transactionId, session.staff.store_ids);
      if (!transaction) throw new ApiError('transaction_not_found');
      return paymentsOf(reader, transaction.id);
    },

    delete: async ({ params, body, ...caller }) => {
      return (writer) => removePayment(writer, params.paymentId, body.reason, caller);
    },
  };
}
