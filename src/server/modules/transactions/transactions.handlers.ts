import type { exchangeRoutes } from '#contract/exchanges.ts';
import type { transactions } from '#contract/transactions.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { completeSale } from './complete.usecases.ts';
import { leaveDraft, refreshLocks } from './draft-locks.usecases.ts';
import { createDraft, deleteDraft, heldDrafts, updateDraft } from './drafts.usecases.ts';
import { exchangeUnits } from './exchange.usecases.ts';
import { exportTransactions } from './export.usecases.ts';
import { listTransactions } from './list.usecases.ts';
import { emailReceipt, reprintReceipt, viewReceipt } from './receipt.usecases.ts';
import { refundSale } from './refund.usecases.ts';
import { getTransaction, getVersion } from './transactions.usecases.ts';
import { voidSale } from './void.usecases.ts';

export function transactionsHandlers(): ModuleHandlers<typeof transactions & typeof exchangeRoutes> {
  return {
    create: unprepared(({ body, ...holder }, writer) => createDraft(writer, body, holder)),

    get: ({ params, ...caller }, reader) => getTransaction(reader, params.transactionId, caller),

    version: ({ params, ...caller }, reader) => getVersion(reader, params.transactionId, caller),

    update: unprepared(({ params, body, ...holder }, writer) =>
      updateDraft(writer, params.transactionId, body, holder),
    ),

    delete: async ({ params, body, ...holder }) => {
      return async (writer) => {
        await deleteDraft(writer, params.transactionId, body, holder);
        return { message: 'Transaction cancelled' };
      };
    },

    refreshLocks: async ({ params, body, ...holder }) => {
      const { transactionId } = params;
      return (writer) =>
        body.leave
          ? leaveDraft(writer, transactionId, holder)
          : refreshLocks(writer, transactionId, body, holder);
    },

    complete: unprepared(({ params, body, ...holder }, writer) =>
      completeSale(writer, params.transactionId, body, holder),
    ),

    list: ({ query, ...caller }, reader) => listTransactions(reader, query, caller),

    export: ({ query, ...caller }, reader) => exportTransactions(reader, query, caller),

    drafts: async ({ storeId, now }, reader) => ({ data: await heldDrafts(reader, storeId, now) }),

    void: async ({ params, body, ...caller }) => {
      return (writer) => voidSale(writer, params.transactionId, body, caller);
    },

    refund: async ({ params, body, ...caller }) => {
      return (writer) => refundSale(writer, params.transactionId, body, caller);
    },

    exchange: unprepared(({ body, ...caller }, writer) => exchangeUnits(writer, body, caller)),

    emailReceipt: async ({ params, body, ...caller }) => {
      return async (writer) => {
        await emailReceipt(writer, params.transactionId, body.email, caller);
        return { message: `The receipt is on its way to ${body.email}` };
      };
    },

    receipt: ({ params, ...caller }, reader) => viewReceipt(reader, params.transactionId, caller),

    printReceipt: async ({ params, ...caller }) => {
      return (writer) => reprintReceipt(writer, params.transactionId, caller);
    },
  };
}
