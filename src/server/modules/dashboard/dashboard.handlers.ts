import type { dashboard } from '#contract/dashboard.ts';
import type { ModuleHandlers } from '../../http/call.ts';
import { isKeyChecked } from '../backups/backups.public.ts';
import { findFirstSteps } from './first-steps.repository.ts';
import { chainFigures, dashboardFigures } from './dashboard.usecases.ts';

/** `backsUp` is true if the server itself backs up its database. */
export function dashboardHandlers(backsUp: boolean): ModuleHandlers<typeof dashboard> {
  return {
    figures: ({ storeId, now }, reader) => dashboardFigures(reader, storeId, now),
    firstSteps: async (_call, reader) => ({
      ...(await findFirstSteps(reader)),
      backups: !backsUp || (await isKeyChecked(reader)),
    }),
    chain: ({ session, now }, reader) => chainFigures(reader, session, now),
  };
}
