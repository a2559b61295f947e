import type { stores } from '#contract/stores.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { createStore, listStores, updateStore } from './directory.usecases.ts';
import { listStaff } from './store-staff.usecases.ts';
import { ownStore } from './stores.guards.ts';
import { ownStores } from './stores.usecases.ts';

/** What is reckoned from a store's sales and stock is served by a module that builds on those. */
type Reckoned = 'get' | 'openWork' | 'performance' | 'deactivate';

export function storesHandlers(): ModuleHandlers<Omit<typeof stores, Reckoned>> {
  return {
    list: ({ session }, reader) => ownStores(reader, session),
    current: ({ session, storeId }, reader) => ownStore(reader, session, storeId),
    switch: async ({ session, body }, reader) => {
      const store = await ownStore(reader, session, body.store_id);
      return () => Promise.resolve(store);
    },

    directory: ({ query }, reader) => listStores(reader, query),

    create: async ({ body, now }) => {
      return (writer) => createStore(writer, body, now);
    },

    update: async ({ params, body, ...caller }) => {
      return (writer) => updateStore(writer, params.storeId, body, caller);
    },

    staff: ({ params, query, session }, reader) => listStaff(reader, params.storeId, query, session),
  };
}
