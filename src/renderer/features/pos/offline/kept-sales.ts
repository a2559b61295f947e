import type { KeptSale, SaleWanted } from '#bridge/offline-sales.ts';
import { codesToFind, normaliseCode, receiptNumberIn } from '#domain/barcodes.ts';
import { applyHolds, soundLines, wasHeld, type Cart, type CartLine } from '#domain/cart.ts';
import { wholeOfflineNumber } from '#domain/offline-sales.ts';
import { isAnyPiece, unitOf } from '#domain/sale-line.ts';
import type { Services } from '#renderer/lib/services.ts';
import { lostText } from '../sale/holds.ts';

type Deps = Pick<Services, 'till'>;

/** Returns a sale of the till's file; null if there is none, or the file cannot be read. */
export const findKept = ({ till }: Deps, wanted: SaleWanted): Promise<KeptSale | null> =>
  till.offline.sale(wanted).catch(() => null);

/** Returns the sale that was made of a draft without the server and that the server does not know yet; or null. */
export async function unsentSaleOf(deps: Deps, draftId: number): Promise<KeptSale | null> {
  const kept = await findKept(deps, { draft_id: draftId });
  return kept?.state === 'waiting' ? kept : null;
}

/** Returns the sales of this till that have some units, by their ids, or some codes; none if its file cannot be read. */
async function salesWith({ till }: Deps, storeId: number, names: (number | string)[]) {
  const found = await till.offline.sold({ store_id: storeId, names }).catch(() => []);
  return new Map(found.map(({ name, sale }) => [name, sale]));
}

/** Returns the sale of this till that has a unit; null if none has. */
export const keptSaleOfUnit = async (deps: Deps, storeId: number, unitId: number): Promise<KeptSale | null> =>
  (await salesWith(deps, storeId, [unitId])).get(unitId) ?? null;

/** Returns the sale of this till that a scanned code names: by a number of a unit in it, or by its own; or null. */
export async function keptSaleWith(deps: Deps, storeId: number, scanned: string): Promise<KeptSale | null> {
  const code = normaliseCode(scanned);
  const number = wholeOfflineNumber(receiptNumberIn(code) ?? code);
  const names = [...codesToFind(code), ...(number === null ? [] : [number])];
  const [sale] = (await salesWith(deps, storeId, names)).values();
  return sale ?? null;
}

/**
 * Returns the draft's number of another cart with a unit, whichever cashier’s it is, that was sent to be completed and not
 * answered; null without one, or where the carts cannot be read.
 */
export async function sentCartOf(
  { till }: Deps,
  { cartKey, read }: { cartKey: () => string; read: () => { cart: Cart } },
  unitId: number,
): Promise<string | null> {
  const { draft } = read().cart;
  const wanted = { unit_id: unitId, cart_key: cartKey(), draft_id: draft?.id ?? null };
  return till.drafts.sentCartWith(wanted).catch(() => null);
}

/**
 * Marks the lines as lost whose unit this till sold without the server; `lost` are messages. `isAnswered`: the server has just said
 * that it has them all, which counts against sales that it recorded.
 */
export async function markSold(
  deps: Deps,
  { cart, storeId, isAnswered = false }: { cart: Cart; storeId: number; isAnswered?: boolean },
): Promise<{ cart: Cart; lost: string[] }> {
  const ids = soundLines(cart).map(unitOf);
  if (ids.length === 0) return { cart, lost: [] };
  const why = new Map<number, string>();
  for (const [name, { state, number }] of await salesWith(deps, storeId, ids)) {
    if (isAnswered && state === 'recorded') continue;
    why.set(Number(name), `It was sold already, in ${number}`);
  }
  return { cart: applyHolds(cart, new Map(), why), lost: lostText(cart, why) };
}

/** Returns the lines of a cart whose draft was sold that the sale does not have: it had the pieces that the server held for it. */
export async function unsoldLines(deps: Deps, cart: Cart, storeId: number): Promise<CartLine[]> {
  const { cart: marked } = await markSold(deps, { cart, storeId });
  return soundLines(marked).filter((line) => !(isAnyPiece(line) && wasHeld(line)));
}
