import { OLDEST_CLIENT, type system } from '#contract/system.ts';
import type { Database } from '../../db/access.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { unavailable } from '../../http/refusals.ts';

/** `isLeaving` is true of a server that was told to stop, and still serves those who have not heard of it. */
export function systemHandlers(
  { engine, check }: Database,
  { version, shop_id }: { version: string; shop_id: string },
  isLeaving: () => boolean,
): ModuleHandlers<typeof system> {
  return {
    health: () => Promise.resolve({ status: 'ok', engine, version, oldest_client: OLDEST_CLIENT, shop_id }),
    live: () => Promise.resolve({ status: 'ok' }),
    ready: async () => {
      if (isLeaving()) throw unavailable();
      await check();
      return { status: 'ok' };
    },
  };
}
