import type { Reader } from '../../db/access.ts';
import { sellingStore } from '../stores/stores.public.ts';

/**
 * The drawer of a store that sells is opened without a sale. Nothing is kept but the audit row, which every change
 * leaves in its own transaction: who, where, when and the reason. 409 `pos_disabled` where no till may sell.
 */
export async function recordNoSale(reader: Reader, storeId: number) {
  const store = await sellingStore(reader, storeId);
  return () => Promise.resolve({ message: `No sale recorded at ${store.name}` });
}
