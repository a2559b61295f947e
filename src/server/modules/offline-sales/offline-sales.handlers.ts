import type { offlineSales } from '#contract/offline-sales.ts';
import { type ModuleHandlers, unprepared } from '../../http/call.ts';
import { recordByHand, recordFromTill } from './record.usecases.ts';
import { hearReport } from './report.usecases.ts';

export function offlineSalesHandlers(): ModuleHandlers<
  Pick<typeof offlineSales, 'record' | 'report' | 'recordByHand'>
> {
  return {
    record: unprepared(({ body, ...caller }, writer) => recordFromTill(writer, body, caller)),

    report: async ({ body, till, now }) => {
      return (writer) => hearReport(writer, body, { till, now });
    },

    recordByHand: unprepared(({ body, ...caller }, writer) => recordByHand(writer, body, caller)),
  };
}
