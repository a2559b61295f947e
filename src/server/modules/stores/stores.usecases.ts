import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { type Store, type StoreChanges, storeEntry, type StoreForm, type stores } from '#contract/stores.ts';
import { haveTerms, supplierTerms, supplierWords } from '#domain/search-key.ts';
import { mustIncludeTax, withOwnPos } from '#domain/store-rules.ts';
import { changeZone } from '#domain/store-time.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import { definedFields } from '../../db/defined-fields.ts';
import { pageOfNamed, pagePlace, readPage } from '../../db/paging.ts';
import type { NoteChange, NoteTarget, Session } from '../../http/call.ts';
import { threeWayMerge } from '../../http/three-way-merge.ts';
import { deleteIdentities, keepIdentity } from './identities.repository.ts';
import { storeDefaults } from './store-defaults.usecases.ts';
import { refuseForeign } from './stores.guards.ts';
import { presentEntry, presentStore } from './stores.present.ts';
import {
  claimActiveStores,
  claimStore,
  deleteStoreRow,
  findAllStores,
  findStores,
  hasTraces,
  insertStore,
  settingsText,
  staffIdsOf,
  staffRows,
  updateStoreRow,
} from './stores.repository.ts';

/** Returns a person's active stores, by name. */
export async function ownStores(reader: Reader, session: Session): Promise<Store[]> {
  const stores = await findStores(reader, session.staff.store_ids);
  return stores.filter((store) => store.is_active);
}

const STAFF_A_PAGE = 10;
const STORES_A_PAGE = 10;

/** Returns one page of a store's active people, by name. 404 `store_not_found` for a foreign one. */
export async function listStaff(
  reader: Reader,
  storeId: number,
  query: RouteInput<typeof stores.staff>['query'],
  session: Session,
): Promise<RouteOutput<typeof stores.staff>> {
  refuseForeign(session, storeId);
  const listed = {
    ids: staffIdsOf(reader, storeId),
    rowsOf: (ids: readonly number[]) => staffRows(reader, ids),
  };
  return readPage(reader, listed, pagePlace(query, STAFF_A_PAGE), ({ primary_store_id, ...person }) => ({
    ...person,
    is_primary_store: primary_store_id === storeId,
  }));
}

/** Returns one page of the chain's stores by name; searches their directory entries as suppliers are searched. */
export async function listStores(reader: Reader, query: RouteInput<typeof stores.directory>['query']) {
  const { search = '', is_active, is_warehouse, ...place } = query;
  const terms = supplierTerms(search);
  const isAsked = (asked: boolean | undefined, is: boolean) => asked === undefined || asked === is;
  const found = (await findAllStores(reader))
    .map(presentEntry)
    .filter((store) => isAsked(is_active, store.is_active) && isAsked(is_warehouse, store.is_warehouse))
    .filter(
      (store) => !terms || haveTerms(supplierWords({ ...store, contact_person: store.address }), terms),
    );
  return pageOfNamed(found, place, STORES_A_PAGE);
}

/**
 * Creates an active store with the chain's defaults as its settings, but that its prices include the tax where the law
 * wants it, unless the form says otherwise; 422 for a code that is taken.
 */
export async function createStore(
  writer: Writer,
  { prices_include_tax: included, ...form }: StoreForm,
  now: number,
): Promise<Store> {
  const { is_warehouse = false } = form;
  const chain = await storeDefaults(writer);
  const prices_include_tax = included ?? (mustIncludeTax(form.timezone) || chain.prices_include_tax);
  const defaults = { ...chain, prices_include_tax };
  // A warehouse sells only once that is switched on.
  const settings = is_warehouse ? withOwnPos(defaults, false) : defaults;
  const columns = insertedColumns('stores', {
    ...form,
    is_warehouse,
    settings_json: settingsText(settings),
    id: writer.nextId(),
    is_active: true,
    keeps_shifts: true,
    created_at: now,
  });
  return presentStore(await insertStore(writer, columns));
}

type Caller = { session: Session; noteChange: NoteChange };

/** The fields of a store in the audit log. */
const noted = storeEntry.omit({ zones: true });

/**
 * Changes the named fields; null clears. What happened before another time zone keeps its local date. With `known`, a three-way merge: unchanged fields keep what others saved. 404
 * `store_not_found`, 409 `store_inactive`, 409 `store_changed` with the fields that both sides changed.
 */
export async function updateStore(
  writer: Writer,
  storeId: number,
  { known = {}, ...changes }: StoreChanges & { known?: StoreChanges | undefined },
  { session, noteChange, now }: Caller & { now: number },
): Promise<Store> {
  refuseForeign(session, storeId);
  const before = await claimStore(writer, storeId);
  if (!before) throw new ApiError('store_not_found');
  if (before.is_active === 0) {
    throw new ApiError('store_inactive', {
      message: 'This store is inactive. It cannot be changed any more',
    });
  }
  const merged = threeWayMerge(definedFields(changes), known, presentEntry(before), {
    code: 'store_changed',
  });
  const zones_json =
    merged.timezone === undefined || merged.timezone === before.timezone
      ? undefined
      : JSON.stringify(changeZone(presentStore(before), merged.timezone, now));
  const after = await updateStoreRow(writer, storeId, { ...merged, ...(zones_json && { zones_json }) });
  await keepIdentity(writer, presentStore(before), presentStore(after), now);
  noteChange(noted, presentEntry(before), presentEntry(after));
  return presentStore(after);
}

/**
 * Deactivates a store for good: nothing is sold or changed there any more, its records stay readable. 404
 * `store_not_found`, 409 `illegal_state` if it is inactive already, 409 `last_store` if no other is active.
 */
export async function deactivateStore(
  writer: Writer,
  storeId: number,
  { session, noteChange, noteTarget }: Caller & { noteTarget: NoteTarget },
): Promise<void> {
  refuseForeign(session, storeId);
  const active = await claimActiveStores(writer);
  const before = await claimStore(writer, storeId);
  if (!before) throw new ApiError('store_not_found');
  if (!active.includes(storeId)) {
    throw new ApiError('illegal_state', { message: 'This store is inactive already' });
  }
  if (active.length === 1) throw new ApiError('last_store');
  const after = await updateStoreRow(writer, storeId, { is_active: false });
  noteTarget({ name: after.name });
  noteChange(noted, presentEntry(before), presentEntry(after));
}

/**
 * Deletes a store that was never used, so that its code is free again. 404 `store_not_found`, 409 `in_use` if it ever had
 * people, units, sales or orders, 409 `last_store` for the last active one.
 */
export async function deleteStore(
  writer: Writer,
  storeId: number,
  { session, noteTarget }: { session: Session; noteTarget: NoteTarget },
): Promise<void> {
  refuseForeign(session, storeId);
  const active = await claimActiveStores(writer);
  const store = await claimStore(writer, storeId);
  if (!store) throw new ApiError('store_not_found');
  if (active.length === 1 && active.includes(storeId)) throw new ApiError('last_store');
  if (await hasTraces(writer, storeId)) throw new ApiError('in_use');
  await deleteIdentities(writer, storeId);
  await deleteStoreRow(writer, storeId);
  noteTarget({ name: store.name });
}
