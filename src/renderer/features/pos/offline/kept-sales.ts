import type { KeptSale } from '#bridge/offline-sales.ts';
import type { Services } from '#renderer/lib/services.ts';

type Deps = Pick<Services, 'till'>;

/** Returns the sales in the till's file, newest first; none if it cannot be read. */
export const keptSales = ({ till }: Deps): Promise<KeptSale[]> => till.offline.sales().catch(() => []);

/** Returns the sale that was made of a draft without the server and that the server does not know yet; or null. */
export async function unsentSaleOf(deps: Deps, draftId: number): Promise<KeptSale | null> {
  const sales = await keptSales(deps);
  return sales.find(({ draft_id, state }) => draft_id === draftId && state === 'waiting') ?? null;
}
