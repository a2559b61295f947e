import type { setup } from '#contract/setup.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { isSetupNeeded, prepareSetup } from './setup.usecases.ts';

/** `code` is required from browsers that are not on the server's own computer. */
export function setupHandlers(database: Database, code: string): ModuleHandlers<typeof setup> {
  return {
    state: async ({ credentials }, reader) => {
      const is_needed = await isSetupNeeded(reader);
      return { is_needed, needs_code: is_needed && !credentials.isFromHere };
    },
    make: async ({ body, credentials, now }) => {
      const { code: codeGiven, ...form } = body;
      const attempt = { code: codeGiven, ...credentials };
      const write = await prepareSetup(database, { form, attempt, code }, now);
      return async (writer) => {
        await write(writer);
        return { message: 'Your shop is set up' };
      };
    },
  };
}
