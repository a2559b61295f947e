import type { supplierReturns } from '#contract/supplier-returns.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import {
  listReturns,
  findReturnable,
  returnUnits,
  showReturn,
  takeBack,
  updateReturn,
} from './supplier-returns.usecases.ts';

export function supplierReturnsHandlers(): ModuleHandlers<typeof supplierReturns> {
  return {
    list: ({ query, storeId }, reader) => listReturns(reader, query, storeId),

    lookUp: async ({ query, ...caller }, reader) => ({
      data: await findReturnable(reader, query.code, caller),
    }),

    get: ({ params, ...caller }, reader) => showReturn(reader, params.returnId, caller),

    create: async ({ body, ...caller }) => {
      return (writer) => returnUnits(writer, body, caller);
    },

    update: async ({ params, body, ...caller }) => {
      return (writer) => updateReturn(writer, params.returnId, body, caller);
    },

    takeBack: async ({ params, body, ...caller }) => {
      return (writer) => takeBack(writer, params.returnId, body, caller);
    },
  };
}
