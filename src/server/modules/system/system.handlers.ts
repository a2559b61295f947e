import { OLDEST_CLIENT, type system } from '#contract/system.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';

export function systemHandlers({ engine, check }: Database, version: string): ModuleHandlers<typeof system> {
  return {
    health: () => Promise.resolve({ status: 'ok', engine, version, oldest_client: OLDEST_CLIENT }),
    live: () => Promise.resolve({ status: 'ok' }),
    ready: async () => {
      await check();
      return { status: 'ok' };
    },
  };
}
