import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import type { offlineSales } from '#contract/offline-sales.ts';
import type { Writer } from '../../db/access.ts';
import { dataEpoch } from '../../db/data-epoch.ts';
import type { CallingTill } from '../../http/call.ts';
import { keepTold } from '../tills/tills.public.ts';

/** Keeps how many sales wait at a till, and its last number; returns the epoch of the data. */
export async function hearReport(
  writer: Writer,
  told: RouteInput<typeof offlineSales.report>['body'],
  { till, now }: { till: CallingTill; now: number },
): Promise<RouteOutput<typeof offlineSales.report>> {
  await keepTold(writer, till.credentialId, { ...told, now });
  return { epoch: await dataEpoch(writer) };
}
