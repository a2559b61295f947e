import type { storeSettingsRoutes } from '#contract/store-settings.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { changeStoreSettings, managedStore } from './store-settings.usecases.ts';

export function storeSettingsHandlers(): ModuleHandlers<typeof storeSettingsRoutes> {
  return {
    settings: ({ session, params }, reader) => managedStore(reader, session, params.storeId),
    updateSettings: async ({ session, params, body, noteChange }, reader) => {
      await managedStore(reader, session, params.storeId);
      return (writer) => changeStoreSettings(writer, params.storeId, body, noteChange);
    },
  };
}
