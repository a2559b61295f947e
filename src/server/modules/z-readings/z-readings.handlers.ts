import type { zReadings } from '#contract/z-readings.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { storeDay } from './store-day.usecases.ts';
import { dueDays, emailZ, listZ, showZ, takeZ } from './z-readings.usecases.ts';

export function zReadingsHandlers(): ModuleHandlers<typeof zReadings> {
  return {
    list: ({ query, ...caller }, reader) => listZ(reader, query, caller),

    due: async ({ query, ...caller }, reader) => ({ data: await dueDays(reader, query, caller) }),

    get: ({ params, ...caller }, reader) => showZ(reader, params.readingId, caller),

    create: async ({ body, ...caller }) => {
      return async (writer) => ({ data: await takeZ(writer, body, caller) });
    },

    email: async ({ params, body, ...caller }) => {
      return async (writer) => {
        await emailZ(writer, params.readingId, body.email, caller);
        return { message: `The reading is on its way to ${body.email}` };
      };
    },

    day: ({ query, ...caller }, reader) => storeDay(reader, query, caller),
  };
}
