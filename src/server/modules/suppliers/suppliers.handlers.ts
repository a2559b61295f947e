import type { suppliers } from '#contract/suppliers.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import {
  createSupplier,
  deleteSupplier,
  listSuppliers,
  supplierStats,
  updateSupplier,
} from './suppliers.usecases.ts';
import { requireSupplier } from './suppliers.guards.ts';

export function suppliersHandlers(): ModuleHandlers<typeof suppliers> {
  return {
    list: ({ query }, reader) => listSuppliers(reader, query),

    get: ({ params }, reader) => requireSupplier(reader, params.supplierId),

    stats: ({ params }, reader) => supplierStats(reader, params.supplierId),

    create: async ({ body, now }) => {
      return (writer) => createSupplier(writer, body, now);
    },

    update: async ({ params, body, noteChange }) => {
      return (writer) => updateSupplier(writer, params.supplierId, body, noteChange);
    },

    delete: async ({ params, now, noteTarget }) => {
      return async (writer) => {
        noteTarget(await deleteSupplier(writer, params.supplierId, now));
        return { message: 'Supplier deleted' };
      };
    },
  };
}
