import type { stores } from '#contract/stores.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { openWork, storeWithCounts } from './store-counts.usecases.ts';
import { storePerformance } from './performance.usecases.ts';

export function storeFiguresHandlers(): AreaHandlers<
  Pick<typeof stores, 'get' | 'openWork' | 'performance'>
> {
  return {
    get: ({ params, ...caller }, reader) => storeWithCounts(reader, params.storeId, caller),
    openWork: ({ params, ...caller }, reader) => openWork(reader, params.storeId, caller),
    performance: ({ params, query, ...caller }, reader) =>
      storePerformance(reader, params.storeId, query, caller),
  };
}
