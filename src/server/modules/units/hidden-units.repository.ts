import type { Insertable } from 'kysely';
import type { Writer } from '../../db/access.ts';
import type { Tables } from '../../db/tables.ts';
import { insertUnits } from './units.repository.ts';

/**
 * Inserts units that no list, count or till meets until they are shown: they are gone since the beginning of time. Their
 * numbers are taken. docs/decisions/imports.md
 */
export const insertHidden = (
  writer: Writer,
  units: readonly Omit<Insertable<Tables['inventory_items']>, 'status' | 'sold_at'>[],
): Promise<void> =>
  insertUnits(
    writer,
    units.map((unit) => ({ ...unit, status: 'sold' as const, sold_at: 0 })),
  );

/** Lets units stand where they were inserted to. */
export async function showHidden(writer: Writer, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return;
  await writer
    .updateTable('inventory_items')
    .set({ status: 'available', sold_at: null })
    .where('id', 'in', unitIds)
    .where('sold_at', '=', 0)
    .execute();
}
