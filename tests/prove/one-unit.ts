import type { Database } from '#server/db/access.ts';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import { proveOn, signInDirectly, type Ledger, type Report } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import {
  addPayment,
  complete,
  completeInCash,
  expectDone,
  openDraft,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';

const TILLS = 64;
/** Fewer than tills: some are the same person, signed in more than once. */
const PEOPLE = 40;
const UNITS_AT_ONCE = 500;

async function openTills(database: Database, shop: Shop, url: string): Promise<Caller[]> {
  const people: number[] = [];
  while (people.length < PEOPLE) people.push((await makeStaff(database, { store_id: shop.store.id })).id);
  const tills: Caller[] = [];
  while (tills.length < TILLS) {
    const { token } = await signInDirectly(database, people[tills.length % PEOPLE] ?? 0);
    tills.push(callerWith(url, token, patiently));
  }
  return tills;
}

const count = (statuses: readonly (number | null)[], status: number) =>
  statuses.filter((each) => each === status).length;

/** Every till locks the unit, and tries to sell it whatever the answer. */
async function raceFromTheShelf(tills: readonly Caller[], unitId: number, ledger: Ledger): Promise<void> {
  const answers = await Promise.all(
    tills.map(async (till) => {
      const lock = await till.post(`/pos/inventory/${unitId}/lock`);
      const items = [{ inventory_item_id: unitId }];
      const draft = await till.post<WireTransaction>('/transactions', { items });
      if (draft.status !== 201) return { lock: lock.status, draft: draft.status, sale: null };
      expectDone(await addPayment(till, draft.body.id, { method: 'cash', amount: draft.body.total_amount }));
      const sale = await complete(till, draft.body.id);
      return { lock: lock.status, draft: draft.status, sale: sale.status };
    }),
  );
  const locks = answers.map((answer) => answer.lock);
  const drafts = answers.map((answer) => answer.draft);
  const sales = answers.map((answer) => answer.sale);
  const isRight =
    count(locks, 200) === 1 &&
    count(locks, 409) === TILLS - 1 &&
    count(drafts, 201) === 1 &&
    count(drafts, 409) === TILLS - 1 &&
    count(sales, 200) === 1;
  ledger.check(isRight, `unit ${unitId} from the shelf`, { locks, drafts, sales });
  ledger.report.acknowledged += count(sales, 200);
}

/** Makes a draft of one unit for each till, as if each had held it once and its hold had expired. */
async function copyDrafts(database: Database, modelId: number, unitId: number): Promise<number[]> {
  const { reader } = database;
  const sale = await reader
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', modelId)
    .executeTakeFirstOrThrow();
  const line = await reader
    .selectFrom('transaction_items')
    .selectAll()
    .where('transaction_id', '=', modelId)
    .executeTakeFirstOrThrow();
  return database.write(async (writer) => {
    const ids = Array.from({ length: TILLS }, () => writer.nextId());
    const sales = ids.map((id) => ({ ...sale, id, draft_number: `PROOF-${id}` }));
    const lines = ids.map((id) => ({
      ...line,
      id: writer.nextId(),
      transaction_id: id,
      inventory_item_id: unitId,
    }));
    await writer.insertInto('transactions').values(sales).execute();
    await writer.insertInto('transaction_items').values(lines).execute();
    return ids;
  });
}

/** Every till completes its own draft with the unit at once, and pays with it: money on another draft would be asked about. */
async function raceWithDrafts(
  tills: readonly Caller[],
  { drafts, total_amount }: { drafts: readonly number[]; total_amount: number },
  unitId: number,
  ledger: Ledger,
): Promise<void> {
  const answers = await Promise.all(
    tills.map((till, no) => completeInCash(till, { id: drafts[no] ?? 0, total_amount })),
  );
  const statuses = answers.map((answer) => answer.status);
  const isRight = count(statuses, 200) === 1 && count(statuses, 409) === TILLS - 1;
  ledger.check(isRight, `unit ${unitId} on ${TILLS} drafts`, statuses);
  ledger.report.acknowledged += count(statuses, 200);
}

/** 64 tills racing for one unit, `rounds` times from the shelf and as often with a draft each: one lock, one sale. */
export function proveOneUnit(engine: EngineName, { rounds }: { rounds: number }): Promise<Report> {
  return proveOn('one unit, 64 tills', engine, async (ground, ledger) => {
    const database = await ground.open();
    try {
      const shop = await makeShop(database, { units: 1 });
      const server = await ground.startServer();
      const tills = await openTills(database, shop, server.url);
      const units: number[] = [];
      while (units.length < 2 * rounds) {
        const made = await makeUnits(database, {
          count: Math.min(UNITS_AT_ONCE, 2 * rounds),
          store_id: shop.store.id,
          product_variation_id: shop.variation.id,
        });
        units.push(...made.map((unit) => unit.id));
      }
      const model = await openDraft(tills[0] as Caller, [shop.units[0]?.id ?? 0]);
      for (let round = 0; round < rounds; round += 1) {
        // Every till is first in line now and then.
        const inLine = tills.map((_, no) => tills[(no + round) % TILLS] as Caller);
        await raceFromTheShelf(inLine, units[2 * round] ?? 0, ledger);
        const unitId = units[2 * round + 1] ?? 0;
        const drafts = await copyDrafts(database, model.id, unitId);
        await raceWithDrafts(inLine, { drafts, total_amount: model.total_amount }, unitId, ledger);
        ledger.report.rounds += 1;
      }
      const sales = await checkBooks(database, ledger);
      ledger.check(sales === 2 * rounds, 'The sales in the books', { sales, rounds });
    } finally {
      await database.close();
    }
  });
}
