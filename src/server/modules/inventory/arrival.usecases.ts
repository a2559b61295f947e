import type { Writer } from '../../db/access.ts';
import { findUnitEvents, noteUnitEvent } from '../units/units.public.ts';

/** Units of before history was kept say that they came, before that is forgotten. */
export async function keepArrival(
  writer: Writer,
  unit: { id: number; created_at: number; created_by_id: number | null; supplier_id: number | null },
) {
  const events = await findUnitEvents(writer, unit.id);
  if (events.some(({ kind }) => kind === 'received' || kind === 'traded_in')) return;
  const { id: unitId, created_at: at, created_by_id: staffId, supplier_id } = unit;
  const event = { unitId, kind: 'received', at, staffId, storeId: null } as const;
  await noteUnitEvent(writer, event, supplier_id === null ? {} : { supplier_id });
}
