import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { addColumns } from './sql.ts';

type Before = {
  data_version: {
    epoch: number;
    first_epoch: number;
    line: string;
    parent_line: string | null;
    taken_over_at: number | null;
  };
  shop_keys: { name: string; secret: string };
};

/** As `data-line.ts` knows the backups of that time. */
const lineOfEpoch = (secret: string, epoch: number) =>
  createHmac('sha256', secret).update(`line ${epoch}`).digest('hex').slice(0, 32);

/**
 * The line of the data: another one once they were restored. Data that were restored before this version are the shop that
 * sells: nobody was asked then. The places that restored data know of hold their backups only after somebody says so.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'data_version', [
    `line text not null default ''`,
    'parent_line text',
    'taken_over_at bigint',
  ]);
  await addColumns(database, 'backup_places', ['is_held integer not null default 0']);
  const before = database as Kysely<Before>;
  const { epoch, first_epoch } = await before
    .selectFrom('data_version')
    .select(['epoch', 'first_epoch'])
    .executeTakeFirstOrThrow();
  const { secret } = await before.selectFrom('shop_keys').select('secret').executeTakeFirstOrThrow();
  const wasRestored = Number(epoch) !== Number(first_epoch);
  await before
    .updateTable('data_version')
    .set({
      line: lineOfEpoch(secret, Number(epoch)),
      ...(wasRestored && {
        parent_line: lineOfEpoch(secret, Number(first_epoch)),
        taken_over_at: Number(epoch),
      }),
    })
    .execute();
}
