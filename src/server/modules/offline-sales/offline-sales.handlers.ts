import type { offlineSales } from '#contract/offline-sales.ts';
import { hearingFaults, type ModuleHandlers, unprepared } from '../../http/call.ts';
import { countFailures } from './give-up.ts';
import { listSales, showToSettle, summarise } from './list.usecases.ts';
import { recordByHand, recordFromTill } from './record.usecases.ts';
import { hearReport } from './report.usecases.ts';
import { settleSale } from './settle.usecases.ts';

export function offlineSalesHandlers(): ModuleHandlers<typeof offlineSales> {
  const failures = countFailures();
  return {
    record: hearingFaults(
      unprepared(({ body, ...caller }, writer) =>
        recordFromTill(writer, body, { ...caller, isGivenUp: failures.isGivenUp(body.hash) }),
      ),
      ({ body }, fault) => failures.note(body.hash, fault),
    ),

    report: async ({ body, till, now }) => {
      return (writer) => hearReport(writer, body, { till, now });
    },

    list: async ({ query, ...caller }, reader) => listSales(reader, query, caller),

    summary: async (caller, reader) => summarise(reader, caller),

    get: async ({ params, ...caller }, reader) => showToSettle(reader, params.offlineSaleId, caller),

    settle: async ({ params, body, ...caller }) => {
      return (writer) => settleSale(writer, params.offlineSaleId, body, caller);
    },

    recordByHand: hearingFaults(
      unprepared(({ body, ...caller }, writer) =>
        recordByHand(writer, body, { ...caller, isGivenUp: failures.isGivenUp(body.hash) }),
      ),
      ({ body }, fault) => failures.note(body.hash, fault),
    ),
  };
}
