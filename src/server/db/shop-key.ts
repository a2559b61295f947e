import { compiledRow } from './compiled-query.ts';
import type { Reader } from './access.ts';

const findSecret = compiledRow((reader: Reader, name: 'invoices') =>
  reader.selectFrom('shop_keys').select('secret').where('name', '=', name),
);

/** Returns the secret that this shop's data were made with: the same for all of its servers. */
export async function shopKey(reader: Reader): Promise<string> {
  const key = await findSecret(reader, 'invoices');
  if (!key) throw new Error('The shop has no key');
  return key.secret;
}
