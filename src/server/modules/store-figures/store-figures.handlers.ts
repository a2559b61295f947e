import type { stores } from '#contract/stores.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { endStore, openWork, storeWithCounts } from './store-counts.usecases.ts';
import { storePerformance } from './performance.usecases.ts';

export function storeFiguresHandlers(): ModuleHandlers<
  Pick<typeof stores, 'get' | 'openWork' | 'performance' | 'deactivate'>
> {
  return {
    get: ({ params, ...caller }, reader) => storeWithCounts(reader, params.storeId, caller),
    openWork: ({ params, ...caller }, reader) => openWork(reader, params.storeId, caller),
    deactivate: async ({ params, ...caller }) => {
      return async (writer) => {
        await endStore(writer, params.storeId, caller);
        return { message: 'Store deactivated' };
      };
    },
    performance: ({ params, query, ...caller }, reader) =>
      storePerformance(reader, params.storeId, query, caller),
  };
}
