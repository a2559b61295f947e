import type { Store } from '#contract/stores.ts';
import type { Reader, Writer } from '../../db/access.ts';

/** What the papers of a store say of it. */
export type StoreIdentity = {
  name: string;
  address: string | null;
  phone: string | null;
  registered_name: string | null;
  tin: string | null;
  header: string | null;
  footer: string | null;
};

declare module '../../db/tables.ts' {
  interface Tables {
    /** What the papers of each store said until a moment, a row for each change: its own row says what they say now. */
    store_identities: StoreIdentity & { id: number; store_id: number; until: number };
  }
}

/** Returns what the papers of a store say now. */
export const identityOf = ({ name, address, phone, settings }: Store): StoreIdentity => ({
  name,
  address,
  phone,
  registered_name: settings?.registered_name ?? null,
  tin: settings?.tin ?? null,
  header: settings?.receipt_header ?? null,
  footer: settings?.receipt_footer ?? null,
});

/** Keeps what the papers of a store said before a change of them, if it is one; callers have claimed the store. */
export async function keepIdentity(writer: Writer, before: Store, after: Store, now: number): Promise<void> {
  const was = identityOf(before);
  if (JSON.stringify(was) === JSON.stringify(identityOf(after))) return;
  await writer
    .insertInto('store_identities')
    .values({ ...was, id: writer.nextId(), store_id: before.id, until: now })
    .execute();
}

/** Finds what the papers of some stores said before, each until when, in order. */
export const findIdentities = (reader: Reader, storeIds: readonly number[]) =>
  storeIds.length === 0
    ? Promise.resolve([])
    : reader
        .selectFrom('store_identities')
        .selectAll()
        .where('store_id', 'in', storeIds)
        .orderBy('store_id')
        .orderBy('until')
        .orderBy('id')
        .execute();

/** Forgets what the papers of a store said that is deleted. */
export const deleteIdentities = (writer: Writer, storeId: number) =>
  writer.deleteFrom('store_identities').where('store_id', '=', storeId).execute();
