import type { Insertable } from 'kysely';
import type { Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { insertUnits } from './units.repository.ts';

/**
 * Inserts units that no list, count or till finds until they are shown: they count as sold at instant 0. Their numbers
 * are taken. docs/decisions/imports.md
 */
export const insertHidden = (
  writer: Writer,
  units: readonly Omit<Insertable<Tables['inventory_items']>, 'status' | 'sold_at'>[],
): Promise<void> =>
  insertUnits(
    writer,
    units.map((unit) => ({ ...unit, status: 'sold' as const, sold_at: 0 })),
  );

/** Shows hidden units in the stock of their stores. */
export async function showHidden(writer: Writer, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return;
  await writer
    .updateTable('inventory_items')
    .set({ status: 'available', sold_at: null })
    .where('id', 'in', unitIds)
    .where('sold_at', '=', 0)
    .execute();
}
