import type { Database } from '#server/db/access.ts';
import { callerWith, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { proveOn, signInDirectly, type Ledger, type Report } from '#tests/support/proving.ts';
import { makeOrder, type WireOrder } from '#tests/support/purchase-orders.ts';
import { generated } from '#tests/support/qr-codes.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei, makeShop, makeStaff, type Shop } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';

const LINKERS = 16;
const GENERATORS = 2;
/** The number that each requests: enough are left for one of them only. */
const ASKED = 4;

const count = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

/** Signs people of the shop in at its servers in turn. */
async function signInMany(database: Database, shop: Shop, urls: readonly string[]): Promise<Caller[]> {
  const callers: Caller[] = [];
  while (callers.length < LINKERS) {
    const person = await makeStaff(database, { store_id: shop.store.id, role: 'warehouse_staff' });
    const { token } = await signInDirectly(database, person.id);
    callers.push(callerWith(urls[callers.length % urls.length] ?? '', token, unlessBusy));
  }
  return callers;
}

type Race = { database: Database; callers: readonly Caller[]; shop: Shop; ledger: Ledger };

/** Counts an order's codes and received units from the rows. */
async function reallyOf({ reader }: Database, orderId: number) {
  const codes = await reader
    .selectFrom('qr_codes')
    .select(['status', 'inventory_item_id'])
    .where('supplier_transaction_id', '=', orderId)
    .execute();
  const items = codes.flatMap(({ inventory_item_id }) => inventory_item_id ?? []);
  return { codes: codes.length, linked: codes.filter(({ status }) => status === 'linked').length, items };
}

/** Two people generate the last codes of an order: one of them gets all, and there are never more than units. */
async function raceForTheLast(
  { database, callers, shop, ledger }: Race,
  manager: Caller,
  round: number,
): Promise<void> {
  const { id } = await makeOrder(database, manager, shop, ASKED);
  const body = { supplier_transaction_id: id, quantity: ASKED };
  const some = Array.from({ length: GENERATORS }, (_, no) => callers[(round + no) % LINKERS] as Caller);
  const answers = await Promise.all(some.map((caller) => caller.post('/qr-codes/generate-batch', body)));
  const statuses = answers.map(({ status }) => status);
  const { codes } = await reallyOf(database, id);
  const told = expectDone(await manager.get<WireOrder>(`/supplier-transactions/${id}`)).qr_codes_count;
  const isRight =
    count(statuses, 201) === 1 &&
    count(statuses, 422) === GENERATORS - 1 &&
    codes === ASKED &&
    told === ASKED;
  ledger.check(isRight, `the last codes of order ${id}`, { statuses, codes, told });
}

/** Sixteen people link one code, each to a new unit: one of them succeeds, and the order counts it once. */
async function raceForOne(
  { database, callers, shop, ledger }: Race,
  manager: Caller,
  round: number,
): Promise<void> {
  const { id } = await makeOrder(database, manager, shop, 2);
  const { codes } = await generated(manager, id, 1);
  const [code = ''] = codes;
  const answers = await Promise.all(
    callers.map((caller, no) => {
      const imei = makeImei(500_000_000 + round * LINKERS + no);
      const unit = { product_variation_id: shop.variation.id, category: 'new', imei };
      // Both ways of linking, in turn.
      return no % 2 === 0
        ? caller.post(`/qr-codes/${code}/create-and-link`, unit)
        : caller.post('/inventory', { ...unit, qr_code: code });
    }),
  );
  const statuses = answers.map(({ status }) => status);
  const { linked, items } = await reallyOf(database, id);
  const told = expectDone(await manager.get<WireOrder>(`/supplier-transactions/${id}`));
  const units = await database.reader
    .selectFrom('inventory_items')
    .select('id')
    .where('qr_code', '=', code)
    .execute();
  const isRight =
    count(statuses, 201) === 1 &&
    count(statuses, 409) + count(statuses, 422) === LINKERS - 1 &&
    linked === 1 &&
    units.length === 1 &&
    units[0]?.id === items[0] &&
    told.total_quantity_received === 1;
  ledger.check(isRight, `code ${code}`, { statuses, linked, units, received: told.total_quantity_received });
}

/**
 * Two generators of an order's last codes, and sixteen links of one code, `rounds` times each: exactly one wins. On
 * PostgreSQL they use two servers.
 */
export function proveQrRaces(engine: EngineName, { rounds }: { rounds: number }): Promise<Report> {
  return proveOn('the last codes, and one code', engine, async (ground, ledger) => {
    const database = await ground.open();
    try {
      const shop = await makeShop(database, { units: 0, seller: { role: 'store_manager' } });
      const servers = [await ground.startServer()];
      if (engine === 'postgresql') servers.push(await ground.startServer());
      const urls = servers.map(({ url }) => url);
      const callers = await signInMany(database, shop, urls);
      const manager = callerWith(
        urls[0] ?? '',
        (await signInDirectly(database, shop.seller.id)).token,
        unlessBusy,
      );
      const race = { database, callers, shop, ledger };
      for (let round = 0; round < rounds; round += 1) {
        await raceForTheLast(race, manager, round);
        await raceForOne(race, manager, round);
        ledger.report.rounds += 1;
      }
    } finally {
      await database.close();
    }
  });
}
