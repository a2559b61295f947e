import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reader, Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { FREED } from '../units/units.public.ts';

export const findRow = (reader: Reader, unitId: number) =>
  reader.selectFrom('inventory_items').selectAll().where('id', '=', unitId).executeTakeFirst();

/** Takes a unit back that was sold or returned, with what it is like now; undefined for one that is not so any more. */
export const takeIn = (
  writer: Writer,
  unitId: number,
  from: 'sold' | 'returned',
  changes: Updateable<Tables['inventory_items']>,
): Promise<Selectable<Tables['inventory_items']> | undefined> =>
  writer
    .updateTable('inventory_items')
    .set({ ...FREED, sold_at: null, ...changes })
    .where('id', '=', unitId)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();

export async function insertTradeIn(writer: Writer, row: Insertable<Tables['trade_ins']>): Promise<void> {
  await writer.insertInto('trade_ins').values(row).execute();
}
