import type { search } from '#contract/search.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { findAnything } from './search.usecases.ts';

export function searchHandlers(): ModuleHandlers<typeof search> {
  return {
    find: ({ query, ...caller }, reader) => findAnything(reader, query.q, caller),
  };
}
