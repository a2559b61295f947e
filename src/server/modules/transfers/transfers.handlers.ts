import type { transfers } from '#contract/transfers.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { markArrival, receiveUnits, scanArrivals } from './receive.usecases.ts';
import { findTransferable, sendTransfer } from './send.usecases.ts';
import { cancelTransfer, settleShort } from './settle.usecases.ts';
import { showTransfer } from './transfers.locks.ts';
import { listTransfers } from './transfers.usecases.ts';

export function transfersHandlers(): ModuleHandlers<typeof transfers> {
  return {
    list: ({ query, storeId }, reader) => listTransfers(reader, query, storeId),

    lookUp: async ({ query, ...caller }, reader) => ({
      data: await findTransferable(reader, query.code, caller),
    }),

    get: ({ params, ...caller }, reader) => showTransfer(reader, params.transferId, caller),

    create: async ({ body, ...caller }) => {
      return (writer) => sendTransfer(writer, body, caller);
    },

    scan: async ({ params, body, ...caller }) => {
      return (writer) => scanArrivals(writer, params.transferId, body.codes, caller);
    },

    mark: async ({ params, body, ...caller }) => {
      return (writer) => markArrival(writer, params, body, caller);
    },

    receive: async ({ params, body, ...caller }) => {
      return (writer) => receiveUnits(writer, params.transferId, body.item_ids, caller);
    },

    settle: async ({ params, body, ...caller }) => {
      return (writer) => settleShort(writer, params.transferId, body, caller);
    },

    cancel: async ({ params, body, ...caller }) => {
      return (writer) => cancelTransfer(writer, params.transferId, body, caller);
    },
  };
}
