import type { tills } from '#contract/shifts.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import {
  declareLost,
  endCredential,
  endMadeBy,
  giveCredential,
  listMadeBy,
  type NoteMissing,
} from './credentials.usecases.ts';
import { adoptTill, createTill, listTills, renameTill, retireTill } from './tills.usecases.ts';

/** The handlers of tills; `noteMissing` leaves to settle what a till had not sent. */
export function tillsHandlers(noteMissing: NoteMissing): ModuleHandlers<typeof tills> {
  return {
    list: async (caller, reader) => ({ data: await listTills(reader, caller) }),

    create: async ({ body, ...caller }) => {
      return (writer) => createTill(writer, body, caller);
    },

    adopt: async ({ params, ...caller }) => {
      return (writer) => adoptTill(writer, params.tillId, caller);
    },

    rename: async ({ params, body, ...caller }) => {
      return (writer) => renameTill(writer, params.tillId, body, caller);
    },

    retire: async ({ params, ...caller }) => {
      return async (writer) => {
        const name = await retireTill(writer, params.tillId, caller);
        return { message: `${name} is retired` };
      };
    },

    giveCredential: async ({ body, ...caller }) => {
      return (writer) => giveCredential(writer, body, { ...caller, noteMissing });
    },

    endCredential: async ({ params, ...caller }) => {
      return (writer) => endCredential(writer, params.tillId, { ...caller, noteMissing });
    },

    madeBy: async ({ params, session }, reader) => ({
      data: await listMadeBy(reader, { ...params, session }),
    }),

    endMadeBy: async ({ params, session, now }) => {
      return async (writer) => {
        const names = await endMadeBy(writer, { ...params, session, now, noteMissing });
        return {
          message: names.length === 0 ? 'No access was left to end' : `Access ended: ${names.join(', ')}`,
        };
      };
    },

    declareLost: async ({ params, body, ...caller }) => {
      return (writer) => declareLost(writer, params.tillId, body, { ...caller, noteMissing });
    },
  };
}
