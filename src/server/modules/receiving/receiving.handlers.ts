import type { receiving } from '#contract/receiving.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { layExpected, showExpected } from './expected.usecases.ts';
import { tellScanned } from './open-receipts.usecases.ts';
import { findScannedCode, receiveOrder } from './receive.usecases.ts';
import { listReceipts, showReceipt } from './receipts.usecases.ts';

/** Served under purchase orders. */
export function receivingHandlers(): ModuleHandlers<typeof receiving> {
  return {
    receive: async ({ params, body, ...caller }) => {
      return (writer) => receiveOrder(writer, params.orderId, body, caller);
    },

    lookUp: ({ params, query, ...asker }, reader) =>
      findScannedCode(reader, params.orderId, query.code, asker),

    tellScanned: async ({ params, body, ...caller }) => {
      return (writer) => tellScanned(writer, params.orderId, body, caller);
    },

    receipts: ({ params, ...asker }, reader) => listReceipts(reader, params.orderId, asker),

    receipt: ({ params, ...asker }, reader) => showReceipt(reader, params.receiptId, asker),

    expected: ({ params, ...asker }, reader) => showExpected(reader, params.orderId, asker),

    setExpected: async ({ params, body, ...caller }) => {
      return (writer) => layExpected(writer, params.orderId, body.text, caller);
    },
  };
}
