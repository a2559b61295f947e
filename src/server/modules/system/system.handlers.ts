import { OLDEST_CLIENT, type system } from '#contract/system.ts';
import type { AreaHandlers } from '../../http/call.ts';

export function systemHandlers(engine: string, version: string): AreaHandlers<typeof system> {
  return {
    health: () => Promise.resolve({ status: 'ok', engine, version, oldest_client: OLDEST_CLIENT }),
  };
}
