import { ApiError, type ErrorDetails } from '#contract/errors.ts';
import type { Store } from '#contract/stores.ts';
import { posOffText, sellsAtTill } from '#domain/store-rules.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findStore } from './stores.repository.ts';

/** Returns one of a person's stores; 403 for a foreign one. */
export async function ownStore(reader: Reader, session: Session, storeId: number): Promise<Store> {
  const store = isOwn(session, storeId) ? await findStore(reader, storeId) : null;
  if (!store) throw new ApiError('foreign_store');
  return store;
}

/** True if a person works in a store; false for one that does not exist. */
export const isOwn = ({ staff }: Session, storeId: number) => staff.store_ids.includes(storeId);

/** 404 `store_not_found` for a store that the caller does not work in. */
export function refuseForeign(session: Session, storeId: number): void {
  if (!isOwn(session, storeId)) throw new ApiError('store_not_found');
}

/** Returns a store that is known to exist, such as a transaction's. */
export async function getStore(reader: Reader, storeId: number): Promise<Store> {
  const store = await findStore(reader, storeId);
  if (!store) throw new ApiError('not_found');
  return store;
}

/** Returns the details of a 404 for a record of another store: its store, if the caller works there. */
export async function detailsOfElsewhere(
  reader: Reader,
  session: Session,
  storeId: number | undefined,
): Promise<ErrorDetails> {
  if (storeId === undefined || !isOwn(session, storeId)) return {};
  const { id, name } = await getStore(reader, storeId);
  return { store: { id, name } };
}

/** 409 `store_inactive` for an inactive store, where nothing is changed any more. */
export function refuseInactive({ staff }: Session, storeId: number): void {
  if (staff.inactive_store_ids.includes(storeId)) throw new ApiError('store_inactive');
}

/** 409 `store_inactive` for an inactive store, 409 `pos_disabled` for one that does not sell at a till. */
export function refuseClosedTill(store: Store): void {
  if (!store.is_active) throw new ApiError('store_inactive');
  if (!sellsAtTill(store)) throw new ApiError('pos_disabled', { message: posOffText(store) });
}

/** Returns a store that sells at a till; refusals as `refuseClosedTill`. */
export async function sellingStore(reader: Reader, storeId: number): Promise<Store> {
  const store = await getStore(reader, storeId);
  refuseClosedTill(store);
  return store;
}
