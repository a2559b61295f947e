import type { Store } from '#contract/stores.ts';
import type { Reader } from '../../db/access.ts';
import type { Session } from '../../http/call.ts';
import { findStores } from './stores.repository.ts';

/** The active stores a person works in, by name. */
export async function ownStores(reader: Reader, session: Session): Promise<Store[]> {
  const stores = await findStores(reader, session.staff.store_ids);
  return stores.filter((store) => store.is_active);
}
