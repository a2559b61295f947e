import type { stores } from '#contract/stores.ts';
import type { AreaHandlers } from '../../http/call.ts';
import { ownStore } from './stores.guards.ts';
import { ownStores } from './stores.usecases.ts';

export function storesHandlers(): AreaHandlers<typeof stores> {
  return {
    list: ({ session }, reader) => ownStores(reader, session),
    current: ({ session, storeId }, reader) => ownStore(reader, session, storeId),
    switch: async ({ session, body }, reader) => {
      const store = await ownStore(reader, session, body.store_id);
      return () => Promise.resolve(store);
    },
  };
}
