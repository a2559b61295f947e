import type { offlineSales } from '#contract/offline-sales.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { hearReport } from './report.usecases.ts';

export function offlineSalesHandlers(): ModuleHandlers<Pick<typeof offlineSales, 'report'>> {
  return {
    report: async ({ body, till, now }) => {
      return (writer) => hearReport(writer, body, { till, now });
    },
  };
}
