import type { UnitStatus } from '#domain/transactions.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { removeUnits } from './inventory.repository.ts';
import { claimUntouched, findDrafted, findLives, type Life } from './take-back.repository.ts';

/** The stores that units may be taken from, and when. */
type Taker = { storeIds: readonly number[]; now: number };

const CHANGED = 'It was changed';
const states: Partial<Record<UnitStatus, string>> = {
  sold: 'It was sold',
  locked: 'It is in a cart',
  in_transit: 'It is on its way to another store',
  defective: 'It was marked as defective',
  lost: 'It was marked as lost',
  returned: 'It went back to its supplier',
};

function whyItStays(life: Life, { storeIds, now }: Taker): string | null {
  const isHeld = life.status === 'locked' && (life.lock_expires_at ?? 0) > now;
  const state = life.status === 'locked' && !isHeld ? undefined : states[life.status];
  if (state) return state;
  if (life.was_sold) return 'It was in a sale';
  if (life.was_sent) return 'It was transferred';
  if (life.was_counted) return 'It is in a stock count';
  if (life.updated_at !== null || life.has_history) return CHANGED;
  return storeIds.includes(life.store_id) ? null : 'Its store is not one of yours, or not active';
}

/** Returns why some units cannot be taken back as if they had never come; units that can are absent. */
export async function whyUnitsStay(
  reader: Reader,
  unitIds: readonly number[],
  taker: Taker,
): Promise<Map<number, string>> {
  const lives = new Map(
    (unitIds.length ? await findLives(reader, unitIds) : []).map((life) => [life.id, life]),
  );
  const stores = [...new Set([...lives.values()].map((life) => life.store_id))];
  const drafted = stores.length ? await findDrafted(reader, unitIds, stores) : [];
  const inDraft = new Set(drafted.map(({ id }) => id));
  return new Map(
    unitIds.flatMap((id) => {
      const life = lives.get(id);
      const why = life ? whyItStays(life, taker) : 'It was deleted';
      const reason = why ?? (inDraft.has(id) ? 'A draft has it' : null);
      return reason === null ? [] : [[id, reason] as const];
    }),
  );
}

/** Deletes those of some units that nobody has used or changed since they were made; returns why the others stay. */
export async function takeUnitsBack(
  writer: Writer,
  unitIds: readonly number[],
  taker: Taker,
): Promise<Map<number, string>> {
  const claimed = new Set<number>();
  for (const id of unitIds.toSorted((a, b) => a - b)) {
    if (await claimUntouched(writer, id, taker.now)) claimed.add(id);
  }
  const kept = await whyUnitsStay(writer, unitIds, taker);
  for (const id of unitIds) {
    if (!claimed.has(id) && !kept.has(id)) kept.set(id, CHANGED);
  }
  await removeUnits(
    writer,
    unitIds.filter((id) => !kept.has(id)),
  );
  return kept;
}
