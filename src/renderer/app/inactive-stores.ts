import { useQuery } from '@tanstack/react-query';
import { PER_PAGE_MAX } from '#contract/pages.ts';
import { stores as storeRoutes, type StoreEntry } from '#contract/stores.ts';
import { seesAllStores } from '#domain/roles.ts';
import { zonesOf, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { useSignedIn } from './session.tsx';

/** Loads the inactive stores, which only people who see all stores can still choose; they are few. */
export function useInactiveStores(): readonly StoreEntry[] {
  const { staff } = useSignedIn();
  const query = { is_active: false, per_page: PER_PAGE_MAX };
  const { data } = useQuery({
    ...read(storeRoutes.directory, { query }),
    enabled: seesAllStores(staff.role),
  });
  return data?.data ?? [];
}

/** Returns the time zones of any store that the person sees, inactive ones too. */
export function useZonesOf(): (storeId: number) => Zones {
  const { store, stores } = useSignedIn();
  const inactive = useInactiveStores();
  return (storeId) => zonesOf([...stores, ...inactive].find(({ id }) => id === storeId) ?? store);
}
