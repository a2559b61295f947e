import type { qrCodes } from '#contract/qr-codes.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { createAndLink, voidCode } from './link-codes.usecases.ts';
import { deleteBatch, makeBatch } from './make-codes.usecases.ts';
import {
  codeStats,
  listCodes,
  listLinkable,
  sheetOfBatch,
  showBatch,
  showCode,
} from './qr-codes.usecases.ts';

export function qrCodesHandlers(): ModuleHandlers<typeof qrCodes> {
  return {
    stats: (asker, reader) => codeStats(reader, asker),

    list: ({ query, ...asker }, reader) => listCodes(reader, query, asker),

    batch: ({ query, session }, reader) => showBatch(reader, query.batch_code, session),

    get: ({ params, session }, reader) => showCode(reader, params.code, session),

    linkable: ({ params, query, ...asker }, reader) => listLinkable(reader, params.code, query.number, asker),

    generateBatch: async ({ body, ...changer }) => {
      const { supplier_transaction_id: orderId, ...wanted } = body;
      return (writer) => makeBatch(writer, { ...wanted, orderId, field: 'supplier_transaction_id' }, changer);
    },

    generateForOrder: async ({ params, body, ...changer }) => {
      return (writer) => makeBatch(writer, { ...params, ...body, field: 'quantity' }, changer);
    },

    downloadBatch: ({ body, session }, reader) => sheetOfBatch(reader, body.batch_code, session),

    deleteBatch: async ({ body, ...changer }) => {
      return (writer) => deleteBatch(writer, body.batch_code, changer);
    },

    void: async ({ params, body, ...changer }) => {
      return (writer) => voidCode(writer, params.code, body.reason, changer);
    },

    createAndLink: async ({ params, body, ...linker }) => {
      return (writer) => createAndLink(writer, params.code, body, linker);
    },
  };
}
