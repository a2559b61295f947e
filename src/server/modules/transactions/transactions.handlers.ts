import type { transactions } from '#contract/transactions.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { completeSale } from './complete.usecases.ts';
import { createDraft, deleteDraft, refreshLocks, updateDraft } from './drafts.usecases.ts';
import { reprintReceipt, viewReceipt } from './receipt.usecases.ts';
import { getTransaction } from './transactions.usecases.ts';

export function transactionsHandlers(): AreaHandlers<typeof transactions> {
  return {
    create: async ({ body, ...holder }) => {
      return (writer) => createDraft(writer, body, holder);
    },

    get: ({ params, ...caller }, reader) => getTransaction(reader, params.transactionId, caller),

    update: async ({ params, body, ...holder }) => {
      return (writer) => updateDraft(writer, params.transactionId, body, holder);
    },

    delete: async ({ params, ...holder }) => {
      return async (writer) => {
        await deleteDraft(writer, params.transactionId, holder);
        return { message: 'Transaction cancelled' };
      };
    },

    refreshLocks: async ({ params, body, ...holder }) => {
      return (writer) => refreshLocks(writer, params.transactionId, body.resume ?? false, holder);
    },

    complete: async ({ params, body, ...holder }) => {
      return (writer) => completeSale(writer, params.transactionId, body.receiptEmail ?? null, holder);
    },

    receipt: ({ params, ...caller }, reader) => viewReceipt(reader, params.transactionId, caller),

    printReceipt: async ({ params, ...caller }) => {
      return (writer) => reprintReceipt(writer, params.transactionId, caller);
    },
  };
}
