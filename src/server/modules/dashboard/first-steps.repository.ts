import type { FirstSteps } from '#contract/dashboard.ts';
import type { Reader } from '../../db/access.ts';

/** Returns which first steps of a new shop were done; each question ends at the first row that it finds. */
export async function findFirstSteps(reader: Reader): Promise<Omit<FirstSteps, 'backups'>> {
  const product = await reader.selectFrom('products').select('id').limit(1).executeTakeFirst();
  const supplier = await reader
    .selectFrom('suppliers')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const people = await reader.selectFrom('staff').select('id').limit(2).execute();
  const till = await reader.selectFrom('tills').select('id').limit(1).executeTakeFirst();
  const sold = await reader
    .selectFrom('number_series')
    .select('store_id')
    .where('kind', '=', 'invoice')
    .limit(1)
    .executeTakeFirst();
  return {
    products: product !== undefined,
    suppliers: supplier !== undefined,
    staff: people.length > 1,
    till: till !== undefined || sold !== undefined,
  };
}
