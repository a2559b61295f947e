import type { counts } from '#contract/counts.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { closeCount } from './close.usecases.ts';
import { cancelCount, listCounts, prepareCount, showCount } from './counts.usecases.ts';
import { enterQuantity, listQuantities, removeQuantity } from './quantities.usecases.ts';
import { breakDown, exportDifferences, listDifferences, listScans } from './report.usecases.ts';
import { scanCodes } from './scan.usecases.ts';

export function countsHandlers(): ModuleHandlers<typeof counts> {
  return {
    list: ({ query, storeId }, reader) => listCounts(reader, query, storeId),

    create: ({ body, ...caller }, reader) => prepareCount(reader, body, caller),

    get: ({ params, ...caller }, reader) => showCount(reader, params.countId, caller),

    scans: ({ params, query, storeId }, reader) => listScans(reader, params.countId, query, storeId),

    scan: async ({ params, body, ...caller }) => {
      return (writer) => scanCodes(writer, params.countId, body.codes, caller);
    },

    quantities: ({ params, query, storeId }, reader) =>
      listQuantities(reader, params.countId, query, storeId),

    setQuantity: async ({ params, body, ...caller }) => {
      return (writer) => enterQuantity(writer, params.countId, body, caller);
    },

    removeQuantity: async ({ params, ...caller }) => {
      return (writer) => removeQuantity(writer, params.countId, params.variationId, caller);
    },

    differences: ({ params, query, storeId }, reader) =>
      listDifferences(reader, params.countId, query, storeId),

    breakdown: ({ params, query, storeId }, reader) => breakDown(reader, params.countId, query, storeId),

    export: ({ params, storeId }, reader) => exportDifferences(reader, params.countId, storeId),

    close: async ({ params, body, ...caller }) => {
      return (writer) => closeCount(writer, params.countId, body, caller);
    },

    cancel: async ({ params, body, ...caller }) => {
      return (writer) => cancelCount(writer, params.countId, body, caller);
    },
  };
}
