import type { lowStockRoutes } from '#contract/low-stock.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { exportLow, listLow, setPoint } from './low-stock.usecases.ts';

export function lowStockHandlers(): ModuleHandlers<typeof lowStockRoutes> {
  return {
    lowStock: ({ query, ...caller }, reader) => listLow(reader, query, caller),

    exportLowStock: ({ query, ...caller }, reader) => exportLow(reader, query, caller),

    setReorderPoint: async ({ params, body, ...changer }) => {
      return (writer) => setPoint(writer, params, body, changer);
    },
  };
}
