import type { inventory } from '#contract/inventory.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { deleteUnit } from './delete-unit.usecases.ts';
import { showUnit } from './history.queries.ts';
import { countByStatus } from './list.repository.ts';
import { exportUnits, listUnits } from './list.usecases.ts';
import { setPrices } from './set-prices.usecases.ts';
import { changeUnit, createUnit } from './unit-form.usecases.ts';
import { whereIsUnit } from './where-is.usecases.ts';

export function inventoryHandlers(): Omit<ModuleHandlers<typeof inventory>, 'tradeIn' | 'tradeInNew'> {
  return {
    list: ({ query, ...caller }, reader) => listUnits(reader, query, caller),

    summary: ({ storeId, now }, reader) => countByStatus(reader, storeId, now),

    export: ({ query, ...caller }, reader) => exportUnits(reader, query, caller),

    whereIs: ({ query, ...caller }, reader) => whereIsUnit(reader, query.code, caller),

    get: ({ params, ...caller }, reader) => showUnit(reader, params.itemId, caller),

    create: async ({ body, ...caller }) => {
      return (writer) => createUnit(writer, body, caller);
    },

    update: async ({ params, body, ...caller }) => {
      return (writer) => changeUnit(writer, params.itemId, body, caller);
    },

    setPrices: async ({ body, ...caller }) => {
      return (writer) => setPrices(writer, body, caller);
    },

    delete: async ({ params, body, ...caller }) => {
      return async (writer) => {
        await deleteUnit(writer, params.itemId, { ...caller, ...body });
        return { message: 'Inventory item deleted' };
      };
    },
  };
}
