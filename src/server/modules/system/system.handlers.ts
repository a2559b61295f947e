import { OLDEST_CLIENT, type system } from '#contract/system.ts';
import type { ModuleHandlers } from '../../http/call.ts';

export function systemHandlers(engine: string, version: string): ModuleHandlers<typeof system> {
  return {
    health: () => Promise.resolve({ status: 'ok', engine, version, oldest_client: OLDEST_CLIENT }),
  };
}
