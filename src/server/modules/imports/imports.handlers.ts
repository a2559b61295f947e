import type { imports } from '#contract/imports.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { exportTroubled, template } from './files.usecases.ts';
import {
  applyImport,
  cancelImport,
  listImports,
  listRows,
  matchImport,
  prepareImport,
  showImport,
} from './imports.usecases.ts';
import { previewUndo, undoImport } from './undo.usecases.ts';

export function importsHandlers(): ModuleHandlers<typeof imports> {
  return {
    list: ({ query, session }, reader) => listImports(reader, query, session),

    uploadProducts: ({ body, ...caller }) => prepareImport({ ...body, kind: 'products' }, caller),

    uploadPrices: ({ body, ...caller }) => prepareImport({ ...body, kind: 'prices' }, caller),

    uploadInventory: ({ body, ...caller }) => prepareImport({ ...body, kind: 'inventory' }, caller),

    uploadCustomers: ({ body, ...caller }) => prepareImport({ ...body, kind: 'customers' }, caller),

    template: async ({ params, session }) => template(params.kind, session),

    get: ({ params, session }, reader) => showImport(reader, params.importId, session),

    rows: ({ params, query, session }, reader) => listRows(reader, params.importId, query, session),

    export: ({ params, session }, reader) => exportTroubled(reader, params.importId, session),

    match: async ({ params, body, ...caller }) => {
      return (writer) => matchImport(writer, params.importId, body, caller);
    },

    apply: async ({ params, body, ...caller }) => {
      return (writer) => applyImport(writer, params.importId, body.good_only ?? false, caller);
    },

    previewUndo: ({ params, session, now }, reader) => previewUndo(reader, params.importId, { session, now }),

    undo: async ({ params, ...caller }) => {
      return (writer) => undoImport(writer, params.importId, caller);
    },

    cancel: async ({ params, ...caller }) => {
      return (writer) => cancelImport(writer, params.importId, caller);
    },
  };
}
