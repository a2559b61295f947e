import { missingText, notSentText } from '#domain/offline-sales.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { getStore } from '../stores/stores.public.ts';
import type { NoteMissing } from '../tills/tills.public.ts';
import type { Reason } from '../transactions/transactions.public.ts';
import { claimBody, findLastMade } from './offline-sales.repository.ts';

/**
 * Leaves to settle that a till's sales may be missing. Where it had told that none wait, those since then; else those
 * after the last one that came.
 */
export const noteMissing: NoteMissing = async (
  writer,
  { till, credential, lostBecause },
  { session, storeId, now },
) => {
  const { waiting, told_at, created_at } = credential;
  const sent = waiting === 0 ? told_at : await findLastMade(writer, credential.id);
  const since = sent ?? created_at;
  const at = formatInstant(since, zonesOf(await getStore(writer, storeId)));
  const text =
    lostBecause === null
      ? notSentText(till.code, waiting)
      : `${missingText(till.code, at, waiting)}. ${lostBecause}`;
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
    transaction_id: null,
    staff_id: null,
    total_amount: null,
    made_at: since,
    recorded_at: now,
    sent_by_id: session.staff.id,
    reasons_json: JSON.stringify(reasons),
    disputed_json: '[]',
    is_open: 1,
    settled_at: null,
    settled_by_id: null,
    note: null,
  });
};
