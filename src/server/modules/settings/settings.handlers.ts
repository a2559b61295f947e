import type { settings } from '#contract/settings.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { chainSettings, changeSettings } from './settings.usecases.ts';

export function settingsHandlers(): ModuleHandlers<typeof settings> {
  return {
    get: (_call, reader) => chainSettings(reader),
    update: async ({ body, noteChange, now }) => {
      return (writer) => changeSettings(writer, body, { noteChange, now });
    },
  };
}
