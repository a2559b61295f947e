import { DAY } from '#domain/store-time.ts';
import type { Writer } from '../db/access.ts';
import { noteUnitEvent } from '../modules/units/units.public.ts';
import type { FilledPeople } from './fill-people.ts';
import type { FilledStore } from './fill-stores.ts';

/** What became of the last phones of each store, the newest first. */
const HISTORIES = [
  [{ kind: 'defective', reason: 'Screen stays black', age: 3 }],
  [
    { kind: 'defective', reason: 'Loudspeaker crackles', age: 9 },
    { kind: 'repaired', reason: 'New loudspeaker', age: 5 },
  ],
  [{ kind: 'lost', reason: 'Not in its place at the Monday check', age: 5 }],
] as const;

const STATUS = { defective: 'defective', repaired: 'available', lost: 'lost' } as const;

/** Some units that are defective, lost or repaired, as their events tell. */
export async function fillUnitHistory(
  writer: Writer,
  { stores, people, now }: { stores: FilledStore[]; people: FilledPeople; now: number },
): Promise<void> {
  for (const { id: storeId } of stores) {
    const phones = await writer
      .selectFrom('inventory_items')
      .select('id')
      .where('store_id', '=', storeId)
      .where('status', '=', 'available')
      .where('imei', 'is not', null)
      .where('created_at', '<', now - 10 * DAY)
      .orderBy('id', 'desc')
      .limit(HISTORIES.length)
      .execute();
    for (const [place, { id: unitId }] of phones.entries()) {
      for (const { kind, reason, age } of HISTORIES[place] ?? []) {
        const at = now - age * DAY;
        await noteUnitEvent(
          writer,
          { unitId, kind, at, staffId: people.managerOf(storeId), storeId },
          { reason },
        );
        await writer
          .updateTable('inventory_items')
          .set({ status: STATUS[kind], updated_at: at })
          .where('id', '=', unitId)
          .execute();
      }
    }
  }
}
