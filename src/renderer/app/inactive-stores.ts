import { useQuery } from '@tanstack/react-query';
import { PER_PAGE_MAX } from '#contract/pages.ts';
import { stores as storeRoutes, type Store, type StoreEntry } from '#contract/stores.ts';
import { seesAllStores } from '#domain/roles.ts';
import { placeOfZone, zonesOf, type Zones } from '#domain/store-time.ts';
import { read } from '#renderer/lib/read.ts';
import { useSignedIn } from './session.tsx';

/** Loads the inactive stores, which only people who see all stores can still choose; they are few. */
function useInactiveStores(): readonly StoreEntry[] {
  const { staff } = useSignedIn();
  const query = { is_active: false, per_page: PER_PAGE_MAX };
  const { data } = useQuery({
    ...read(storeRoutes.directory, { query }),
    enabled: seesAllStores(staff.role),
  });
  return data?.data ?? [];
}

/** A store as lists know it; the settings of inactive ones are not loaded. */
export type ReadableStore = StoreEntry & Pick<Partial<Store>, 'settings'>;

/** Returns every store whose records the person can read: active ones, then the inactive ones. */
export function useReadableStores(): readonly ReadableStore[] {
  const { stores } = useSignedIn();
  const inactive = useInactiveStores();
  return [...stores, ...inactive];
}

/** Names a store in a choice; an inactive one says so. */
export const storeChoice = ({ id, name, is_active }: Pick<StoreEntry, 'id' | 'name' | 'is_active'>) => ({
  id,
  name: is_active ? name : `${name} (inactive)`,
});

/** Returns the readable stores as choices of a filter. */
export const useStoreChoices = () => useReadableStores().map(storeChoice);

/** Returns the time zones of any store that the person sees, inactive ones too. */
export function useZonesOf(): (storeId: number) => Zones {
  const { store } = useSignedIn();
  const readable = useReadableStores();
  return (storeId) => zonesOf(readable.find(({ id }) => id === storeId) ?? store);
}

/**
 * Returns what names the zone of times that are not of one store: `When (Manila)`, that of the store which is worked in.
 * Leaves texts as they are where all stores have one zone.
 */
export function useZoneNamed(): (text: string) => string {
  const { store } = useSignedIn();
  const zones = new Set(useReadableStores().map(({ timezone }) => timezone));
  return (text) => (zones.size > 1 ? `${text} (${placeOfZone(store.timezone)})` : text);
}
