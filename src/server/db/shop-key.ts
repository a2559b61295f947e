import { createHmac } from 'node:crypto';
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

/** Returns the public name of the shop whose data these are, also of a restored copy; it tells nothing of the key. */
export async function shopId(reader: Reader): Promise<string> {
  return createHmac('sha256', await shopKey(reader))
    .update('shop id')
    .digest('base64url');
}
