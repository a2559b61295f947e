import type { dashboard } from '#contract/dashboard.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { findFirstSteps } from './first-steps.repository.ts';
import { chainFigures, dashboardFigures } from './dashboard.usecases.ts';

export function dashboardHandlers(): ModuleHandlers<typeof dashboard> {
  return {
    figures: ({ storeId, now }, reader) => dashboardFigures(reader, storeId, now),
    firstSteps: (_call, reader) => findFirstSteps(reader),
    chain: ({ session, now }, reader) => chainFigures(reader, session, now),
  };
}
