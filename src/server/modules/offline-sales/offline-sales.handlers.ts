import type { offlineSales } from '#contract/offline-sales.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { listSales } from './list.usecases.ts';
import { recordByHand, recordFromTill } from './record.usecases.ts';
import { hearReport } from './report.usecases.ts';
import { settleSale } from './settle.usecases.ts';

export function offlineSalesHandlers(): ModuleHandlers<typeof offlineSales> {
  return {
    record: unprepared(({ body, ...caller }, writer) => recordFromTill(writer, body, caller)),

    report: async ({ body, till, now }) => {
      return (writer) => hearReport(writer, body, { till, now });
    },

    list: async ({ query, ...caller }, reader) => listSales(reader, query, caller),

    settle: async ({ params, body, ...caller }) => {
      return (writer) => settleSale(writer, params.offlineSaleId, body, caller);
    },

    recordByHand: unprepared(({ body, ...caller }, writer) => recordByHand(writer, body, caller)),
  };
}
