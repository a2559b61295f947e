import {
  missingText,
  notSentText,
  offlineNumber,
  partsOfOfflineNumber,
  type OfflineSeries,
} from '#domain/offline-sales.ts';
import { settleRank } from '#domain/settle-reasons.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import type { Writer } from '../../db/access.ts';
import { getStore } from '../stores/stores.public.ts';
import { countCame, holdSeries, missingOf, type NoteMissing } from '../tills/tills.public.ts';
import type { Reason } from '../transactions/transactions.public.ts';
import { claimBody, findLastMade, isFirstOfNumber, type OfflineRow } from './offline-sales.repository.ts';

/** The largest number that every engine holds in four bytes. */
const LARGEST_NO = 2 ** 31 - 1;

/** Returns the place of a number in its series; null for any text that no till gives as a number. */
function placeOf(number: string): (OfflineSeries & { no: number }) | null {
  const parts = partsOfOfflineNumber(number);
  const isGiven = parts !== null && parts.no >= 1 && parts.no <= LARGEST_NO;
  return isGiven && offlineNumber(parts, parts.no) === number ? parts : null;
}

/**
 * Counts the number of a text that came among those of its series, once for all texts that have it. That of another till is of
 * a series that was given to both, by data which had forgotten the first.
 */
export async function noteNumber(
  writer: Writer,
  row: Pick<OfflineRow, 'id' | 'number' | 'store_id' | 'till_id'>,
): Promise<void> {
  const place = placeOf(row.number);
  const series = place && (await holdSeries(writer, row.store_id, place));
  if (!place || series?.till_id !== row.till_id) return;
  if (await isFirstOfNumber(writer, row)) await countCame(writer, series, place.no);
}

/**
 * Leaves to settle that a till's sales may be missing. Where none was known of that is not here, those since it told so;
 * else those after the last one that came; at no moment where they are older than that.
 */
export const noteMissing: NoteMissing = async (
  writer,
  { till, credential, because, isOlder = false },
  { session, storeId, now },
) => {
  const { told_at, created_at } = credential;
  const missing = missingOf(credential);
  const sent = missing === 0 ? told_at : await findLastMade(writer, credential.id);
  const since = sent ?? created_at;
  const at = isOlder ? null : formatInstant(since, zonesOf(await getStore(writer, storeId)));
  const text =
    because === null ? notSentText(till.code, missing) : `${missingText(till.code, at, missing)}. ${because}`;
  const reasons: Reason[] = [{ code: 'lost_till', text }];
  const id = writer.nextId();
  // There is no text of a sale, nor a number.
  await claimBody(writer, {
    id,
    sale_key: `lost till ${id}`,
    number: '',
    hash: '',
    body_json: 'null',
    till_id: till.id,
    credential_id: credential.id,
    store_id: storeId,
    state: 'lost',
    kind: 'sale',
    transaction_id: null,
    shift_id: null,
    staff_id: null,
    total_amount: null,
    made_at: isOlder ? now : since,
    recorded_at: now,
    sent_by_id: session?.staff.id ?? null,
    maker_id: null,
    void_approver_id: null,
    held_mail: null,
    reasons_json: JSON.stringify(reasons),
    settle_rank: settleRank(['lost_till']),
    disputed_json: '[]',
    is_open: 1,
    settled_at: null,
    settled_by_id: null,
    note: null,
  });
};
