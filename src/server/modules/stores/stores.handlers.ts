import type { storeSettingsRoutes } from '#contract/store-settings.ts';
import type { stores } from '#contract/stores.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { applySettings } from './apply-settings.usecases.ts';
import { changeStoreDefaults, storeDefaults } from './store-defaults.usecases.ts';
import { changeStoreSettings, managedStore } from './store-settings.usecases.ts';
import { ownStore } from './stores.guards.ts';
import {
  createStore,
  deleteStore,
  listStaff,
  listStores,
  ownStores,
  updateStore,
} from './stores.usecases.ts';

/** Routes computed from sales and stock: a module that builds on both serves them. */
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

    delete: async ({ params, ...caller }) => {
      return async (writer) => {
        await deleteStore(writer, params.storeId, caller);
        return { message: 'Store deleted' };
      };
    },

    staff: ({ params, query, session }, reader) => listStaff(reader, params.storeId, query, session),
  };
}

export function storeSettingsHandlers(): ModuleHandlers<typeof storeSettingsRoutes> {
  return {
    settings: ({ session, params }, reader) => managedStore(reader, session, params.storeId),
    updateSettings: async ({ session, params, body, noteChange, now }, reader) => {
      await managedStore(reader, session, params.storeId);
      return (writer) => changeStoreSettings(writer, params.storeId, body, { noteChange, now });
    },
    applySettings: ({ params, body, ...caller }, reader) => applySettings(reader, { params, body }, caller),
    defaults: (_call, reader) => storeDefaults(reader),
    updateDefaults: async ({ body, noteChange }) => {
      return (writer) => changeStoreDefaults(writer, body, noteChange);
    },
  };
}
