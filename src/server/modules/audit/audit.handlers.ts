import type { audit } from '#contract/audit.ts';
import type { Route } from '#contract/define-route.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { auditIn } from './audit.usecases.ts';

/** The handlers of the audit log, whose events are named by a contract's calls. */
export function auditHandlers(contract: Record<string, Record<string, Route>>): ModuleHandlers<typeof audit> {
  const log = auditIn(contract);
  return {
    list: ({ query, ...caller }, reader) => log.list(reader, query, caller),
    export: ({ query, ...caller }, reader) => log.export(reader, query, caller),
  };
}
