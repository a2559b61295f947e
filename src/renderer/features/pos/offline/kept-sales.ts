import type { KeptSale } from '#bridge/offline-sales.ts';
import { codesToFind, normaliseCode, receiptNumberIn } from '#domain/barcodes.ts';
import { wholeOfflineNumber } from '#domain/offline-sales.ts';
import { imeisOf } from '#domain/units.ts';
import type { Services } from '#renderer/lib/services.ts';
import { paperOf } from './paper.ts';

type Deps = Pick<Services, 'till'>;

/** Returns the sales in the till's file, newest first; none if it cannot be read. */
export const keptSales = async ({ till }: Deps): Promise<KeptSale[]> => {
  const kept = await till.offline.sales().catch(() => []);
  return kept.filter(({ kind }) => kind === 'sale');
};

/** Returns the sale that was made of a draft without the server and that the server does not know yet; or null. */
export async function unsentSaleOf(deps: Deps, draftId: number): Promise<KeptSale | null> {
  const sales = await keptSales(deps);
  return sales.find(({ draft_id, state }) => draft_id === draftId && state === 'waiting') ?? null;
}

/** Returns the newest sale in the till's file that a scanned code names: by a number of a unit in it, or by its own; or null. */
export async function keptSaleWith(deps: Deps, scanned: string): Promise<KeptSale | null> {
  const code = normaliseCode(scanned);
  const codes = codesToFind(code);
  const number = wholeOfflineNumber(receiptNumberIn(code) ?? code);
  const isOf = (kept: KeptSale) =>
    kept.number === number ||
    paperOf(kept).lines.some((line) =>
      [...imeisOf(line), line.serial_number].some((one) => one && codes.includes(normaliseCode(one))),
    );
  return (await keptSales(deps)).find(isOf) ?? null;
}

/** The same of sales that the server does not know yet: it would sell the unit again. */
export async function unsentSaleWith(deps: Deps, scanned: string): Promise<KeptSale | null> {
  const { waiting } = await deps.till.offline.state().catch(() => ({ waiting: 0 }));
  const kept = waiting > 0 ? await keptSaleWith(deps, scanned) : null;
  return kept?.state === 'waiting' ? kept : null;
}
