import type { ChainSettings } from '#contract/settings.ts';
import type { Store } from '#contract/stores.ts';
import type { PaperStore } from '#domain/receipt.ts';
import type { Reader } from '../../db/access.ts';
import { chainSettings, findShopNames } from '../settings/settings.public.ts';
import { findIdentities, identityOf } from './identities.repository.ts';

/** Who sold, as the papers of a sale say. */
export type PaperSeller = { shop_name: string; store: PaperStore; footer: string | null };

/** Returns the seller that a sale is made by now. */
export function sellerNow(store: Store, chain: ChainSettings): PaperSeller {
  const { footer, ...named } = identityOf(store);
  return { shop_name: chain.shop_name, store: named, footer };
}

/** Returns who sold at some stores at each moment: a paper says what held at the sale's, whatever was changed since. */
export async function sellersOf(
  reader: Reader,
  stores: readonly Store[],
  chain: ChainSettings,
): Promise<(storeId: number, moment: number) => PaperSeller | null> {
  const [identities, names] = await Promise.all([
    findIdentities(
      reader,
      stores.map(({ id }) => id),
    ),
    findShopNames(reader),
  ]);
  const before = Map.groupBy(identities, ({ store_id }) => store_id);
  const present = new Map(stores.map((store) => [store.id, identityOf(store)]));
  return (storeId, moment) => {
    const then = before.get(storeId)?.find(({ until }) => moment < until) ?? present.get(storeId);
    if (!then) return null;
    const { name, address, phone, registered_name, tin, header, footer } = then;
    const shop_name = names.find(({ until }) => moment < until)?.shop_name ?? chain.shop_name;
    return { shop_name, store: { name, address, phone, registered_name, tin, header }, footer };
  };
}

/** Returns who sold at a store at a moment; now, where there was none yet. */
export async function sellerAt(
  reader: Reader,
  { store, chain }: { store: Store; chain: ChainSettings },
  moment: number | null,
): Promise<PaperSeller> {
  const found = moment === null ? null : (await sellersOf(reader, [store], chain))(store.id, moment);
  return found ?? sellerNow(store, chain);
}

/** Whom a slip names at its head. */
export type SlipBusiness = Pick<PaperSeller, 'shop_name' | 'store'>;

/** Returns whom slips of a store name at each moment. */
export async function businessesOf(reader: Reader, store: Store): Promise<(moment: number) => SlipBusiness> {
  const chain = await chainSettings(reader);
  const sellerThen = await sellersOf(reader, [store], chain);
  return (moment) => {
    const { shop_name, store: named } = sellerThen(store.id, moment) ?? sellerNow(store, chain);
    return { shop_name, store: named };
  };
}

/** Returns whom a slip of a moment at a store names; null for one of now, which names the store as it is. */
export const businessAt = async (
  reader: Reader,
  store: Store,
  moment: number | null,
): Promise<SlipBusiness | null> => (moment === null ? null : (await businessesOf(reader, store))(moment));
