import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

type Before = {
  tills: { id: number; device_key: string | null };
  till_credentials: { till_id: number; ended_at: number | null; device_hash: string | null };
};

/** As `known_devices` keeps devices. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');

/**
 * The device that a credential was given to, so that it can be told who has signed in there, and how much is sent by it; who
 * besides seller and sender does not settle an entry: who made the credential of a till where its seller never signed in, and
 * who approved its void; and the address of a receipt that is not mailed before its sale is settled.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'till_credentials', [
    'device_hash text',
    'sent_since bigint not null default 0',
    'sent_count integer not null default 0',
    'mailed_since bigint not null default 0',
    'mailed_count integer not null default 0',
  ]);
  await addColumns(database, 'offline_sales', [
    'maker_id integer constraint offline_sale_maker references staff (id)',
    'void_approver_id integer constraint offline_sale_void_approver references staff (id)',
    'held_mail text',
  ]);
  const before = database as Kysely<Before>;
  const tills = await before.selectFrom('tills').select(['id', 'device_key']).execute();
  for (const { id, device_key: key } of tills) {
    if (key === null) continue;
    await before
      .updateTable('till_credentials')
      .set({ device_hash: hashOf(key) })
      .where('till_id', '=', id)
      .where('ended_at', 'is', null)
      .execute();
  }
}
