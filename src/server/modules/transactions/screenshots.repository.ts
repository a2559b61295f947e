import { sql } from 'kysely';
import { MEDIA_PATH } from '#domain/media.ts';
import type { Reader } from '../../db/access.ts';

/** True if a payment shows a screenshot; with stores, a payment at one of them. */
export async function isScreenshotShown(
  reader: Reader,
  url: string,
  storeIds?: readonly number[],
): Promise<boolean> {
  if (storeIds?.length === 0) return false;
  const row = await reader
    .selectFrom('payments')
    .innerJoin('transactions', 'transactions.id', 'payments.transaction_id')
    .select('payments.id')
    .where('payments.screenshot_url', '=', url)
    .$if(storeIds !== undefined, (query) => query.where('transactions.store_id', 'in', storeIds ?? []))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the screenshots older than an instant that no payment shows, deleted or not. */
export async function findUnusedScreenshots(reader: Reader, before: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('media')
    .select('id')
    .where('kind', '=', 'payment_screenshot')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .where('screenshot_url', '=', sql<string>`${MEDIA_PATH} || cast(media.id as text)`),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
}
