import { ApiError } from '#contract/errors.ts';
import { can } from '#domain/permissions.ts';
import type { Reader } from '../../db/access.ts';
import { detailsOfElsewhere } from '../stores/stores.public.ts';
import type { TillCaller } from '../tills/tills.public.ts';
import { findShift, findStoreOfShift, type NamedShiftRow } from './shifts.repository.ts';

/** Finds a shift of the store; 404 except for its opener, anybody at its till, and callers with `shifts.view`. */
export async function requireShift(
  reader: Reader,
  shiftId: number,
  caller: TillCaller,
): Promise<NamedShiftRow> {
  const { session, storeId, tillKey } = caller;
  const { staff } = session;
  const seesAll = can(staff, 'shifts.view');
  const row = await findShift(reader, shiftId, storeId);
  if (row) {
    const isHere = tillKey !== null && row.device_key === tillKey;
    if (row.opened_by_id === staff.id || isHere || seesAll) return row;
    throw new ApiError('shift_not_found');
  }
  const elsewhere = await findStoreOfShift(reader, shiftId);
  const isSeen = elsewhere && (elsewhere.opened_by_id === staff.id || seesAll);
  throw new ApiError('shift_not_found', {
    details: isSeen ? await detailsOfElsewhere(reader, session, elsewhere.store_id) : {},
  });
}
