import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { type offlineSales, TOLD_OPEN_MAX } from '#contract/offline-sales.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { dataEpoch, renewEpoch } from '../../db/data-epoch.ts';
import type { CallingTill } from '../../http/call.ts';
import { hearTold, missingOf, type NoteMissing } from '../tills/tills.public.ts';
import { noteMissing } from './missing.usecases.ts';
import { findOpenKeys, isKnown, isMissingLast, isMissingOpen } from './offline-sales.repository.ts';

/** Leaves to settle that sales may be missing, unless that waits already for this credential. */
const noteMissingOnce: NoteMissing = async (writer, missing, caller) => {
  if (await isMissingOpen(writer, missing.credential.id, caller.storeId)) return;
  await noteMissing(writer, missing, caller);
};

const FORGOTTEN =
  'It says that the server had them: an older copy of the server’s data may have been put back';

/** Returns the keys of what a till made that waits for a manager; null where that is more than is told. */
async function openKeysOf(reader: Reader, till: CallingTill): Promise<string[] | null> {
  const keys = await findOpenKeys(reader, till, TOLD_OPEN_MAX + 1);
  return keys.length > TOLD_OPEN_MAX ? null : keys;
}

/**
 * Keeps how many sales wait at a till, and its last number; returns the epoch of the data, and what of its sales stands
 * to settle. The epoch begins anew where the till sent sales in this epoch which the data do not have, by their numbers or by the
 * last one, of whatever series: an older copy of them was put back without a word. That stands to settle, and a till causes it once until one of its sales came.
 */
export async function hearReport(
  writer: Writer,
  { epoch, last_sent = null, ...told }: RouteInput<typeof offlineSales.report>['body'],
  { till, now }: { till: CallingTill; now: number },
): Promise<RouteOutput<typeof offlineSales.report>> {
  const { credential, isForgotten } = await hearTold(writer, told, {
    till,
    now,
    noteMissing: noteMissingOnce,
  });
  const isOlder = missingOf(credential) === 0;
  const known = await dataEpoch(writer);
  const to_settle = await openKeysOf(writer, till);
  const isRestored = isForgotten || (last_sent !== null && !(await isKnown(writer, last_sent)));
  if (!isRestored || epoch !== known || (await isMissingLast(writer, credential.id)))
    return { epoch: known, to_settle };
  const missing = { till, credential, because: FORGOTTEN, isOlder };
  await noteMissing(writer, missing, { session: null, storeId: till.storeId, now });
  await renewEpoch(writer, now);
  return { epoch: await dataEpoch(writer), to_settle };
}
