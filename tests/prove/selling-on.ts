import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/access.ts';
import { callerWith, type Answer, type Refusal } from '#tests/support/http.ts';
import { signInDirectly, type Ledger } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import type { WireLock, WireSale, WireTransaction } from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits } from '#tests/support/shop.ts';

// Clients that sell on and on, whatever fails meanwhile.

const UNITS_AT_ONCE = 500;
/** Milliseconds before a call without an answer is sent again. */
export const PATIENCE = 40;

/** Makes more units of a shop's variation. */
export async function stock(
  database: Database,
  { storeId, variationId }: { storeId: number; variationId: number },
  units: number,
): Promise<void> {
  const place = { store_id: storeId, product_variation_id: variationId };
  for (let made = 0; made < units; made += UNITS_AT_ONCE)
    await makeUnits(database, { count: UNITS_AT_ONCE, ...place });
}

/** Makes a shop with clients, each of them a person who is signed in. */
export async function openShop(database: Database, { clients, units }: { clients: number; units: number }) {
  const shop = await makeShop(database, { units: 1 });
  const place = { storeId: shop.store.id, variationId: shop.variation.id };
  await stock(database, place, units);
  const people: { id: number; token: string }[] = [];
  while (people.length < clients) {
    const { id } = await makeStaff(database, { store_id: shop.store.id });
    people.push({ id, token: (await signInDirectly(database, id)).token });
  }
  return { ...place, people };
}

/** Sends a call under one key until it is answered. */
export type Persist = <T>(address: string, body?: object) => Promise<Answer<T>>;

/**
 * Persists at the servers in turn, as behind a proxy: the next one after each call that was not answered; until `signal`
 * ends it.
 */
export function persistAt(
  urls: readonly string[],
  token: string,
  ledger: Ledger,
  signal?: AbortSignal,
): Persist {
  const clients = urls.map((url) => callerWith(url, token));
  let turn = Math.floor(Math.random() * urls.length);
  return async <T>(address: string, body?: object) => {
    const key = randomUUID();
    for (;;) {
      const answer = await clients[turn % clients.length]?.post<T>(address, body, { key }).catch(() => null);
      if (answer && answer.status !== 503) return answer;
      turn += 1;
      ledger.report.retries += 1;
      ledger.saw(answer ? `answered ${(answer.body as { code: string }).code}` : 'without an answer');
      await pause(PATIENCE, undefined, { signal });
    }
  };
}

/** Persists; any refusal breaks off the proof, but one with the code `unless`, which is null. */
export async function insist<T>(persist: Persist, address: string, body?: object): Promise<T>;
export async function insist<T>(
  persist: Persist,
  address: string,
  body: object | undefined,
  unless: string,
): Promise<T | null>;
export async function insist<T>(persist: Persist, address: string, body?: object, unless?: string) {
  const answer = await persist<T | Refusal>(address, body);
  if (answer.status < 300) return answer.body as T;
  if (unless !== undefined && (answer.body as Refusal).code === unless) return null;
  throw new Error(`${address} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** Sells one unit, sending each call until it is answered. */
export async function sellOne(persist: Persist, variationId: number): Promise<WireSale> {
  const lock = await insist<WireLock>(persist, `/pos/variations/${variationId}/lock-next`);
  const items = [{ inventory_item_id: lock.inventoryItem.id }];
  const draft = await insist<WireTransaction>(persist, '/transactions', { items });
  await insist(persist, `/transactions/${draft.id}/payments`, { method: 'cash', amount: draft.total_amount });
  return insist<WireSale>(persist, `/transactions/${draft.id}/complete`, {});
}

/** Reads afterwards what is there: each answered sale once, with its payment, and no other. */
export async function checkSold(
  database: Database,
  sales: readonly WireSale[],
  ledger: Ledger,
): Promise<void> {
  const kept = await checkBooks(database, ledger);
  const numbers = new Set(sales.map(({ transaction }) => transaction.invoice_number));
  ledger.check(numbers.size === sales.length, 'Two sales were answered with one number');
  ledger.check(kept === sales.length, `${sales.length} sales were answered, ${kept} are there`);
  const { reader } = database;
  const rows = await reader
    .selectFrom('transactions')
    .select('invoice_number')
    .where('status', '!=', 'draft')
    .execute();
  const found = new Set(rows.map(({ invoice_number }) => invoice_number));
  ledger.check(
    [...numbers].every((number) => found.has(number)),
    'A sale that was answered is lost',
  );
  const paid = await reader.selectFrom('payments').select('id').execute();
  ledger.check(
    paid.length === sales.length,
    `${sales.length} payments were answered, ${paid.length} are there`,
  );
}
