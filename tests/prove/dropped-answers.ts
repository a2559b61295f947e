import { contract } from '#contract/index.ts';
import type { Route } from '#contract/define-route.ts';
import { honoursKey } from '#contract/refusals.ts';
import { startDroppingProxy, type DroppingProxy } from '#tests/support/dropping-proxy.ts';
import { callerWith, type Answer, type Caller } from '#tests/support/http.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { atDevice, deviceKey } from '#tests/support/shifts.ts';
import { proveOn, signInDirectly, type Ledger, type Report } from '#tests/support/proving.ts';
import { checkBooks } from '#tests/support/sale-books.ts';
import { makeShop, makeUnits } from '#tests/support/shop.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { mutations, type RouteName, type MutationRequest, type World } from './mutations.ts';
import { plainMutation } from './plain-mutations.ts';

const UNITS_AT_ONCE = 200;
const BUSY = 503;

/** Refused here: only a server that backs up its own database takes them; tests/api/backups.test.ts. */
const OF_BACKUPS: readonly RouteName[] = ['backups.make', 'backups.addPlace', 'backups.takeOver'];

/** Returns every mutation of the contract that takes a key. */
function keyedRoutes(): RouteName[] {
  return Object.entries(contract).flatMap(([module, routes]) =>
    Object.entries<Route>(routes)
      .filter(([, route]) => honoursKey(route))
      .map(([name]) => `${module}.${name}` as RouteName)
      .filter((name) => !OF_BACKUPS.includes(name)),
  );
}

const ways = [
  ['answer dropped'],
  ['answer dropped', 'answer dropped', 'answer dropped'],
  ['client cut off'],
  ['client cut off', 'answer dropped'],
] as const;

/** Repeats one request until an answer gets through, and compares it with the server's committed one. */
async function insist(
  request: MutationRequest,
  key: string,
  { proxy, through, way }: { proxy: DroppingProxy; through: Caller; way: (typeof ways)[number] },
  ledger: Ledger,
): Promise<void> {
  const send = (): Promise<Answer<unknown>> =>
    through[request.method]<unknown>(request.path, request.body, { key });
  const unseen = [];
  for (const fate of way) {
    const dropped = proxy.dropNext(fate);
    const seen = await send().catch(() => null);
    ledger.check(seen === null, `The proxy dropped no answer of ${request.path}`, seen);
    // A client that was cut off retries while the server is still at work.
    unseen.push(dropped);
    if (fate === 'answer dropped') await dropped;
    ledger.report.retries += 1;
  }
  const { status, body } = await send();
  ledger.check(status < 300, `${request.path} was refused when repeated`, { status, body });
  for (const committed of await Promise.all(unseen)) {
    // A server that starves refuses before it does anything.
    if (committed.status === BUSY) continue;
    const isSame = committed.status === status && JSON.stringify(committed.body) === JSON.stringify(body);
    ledger.check(isSame, `${request.path} answered something else when repeated`, {
      committed,
      status,
      body,
    });
  }
  ledger.check(await request.isDoneOnce(body), `${request.path} was not done exactly once`, { key, way });
}

/** Every mutation that takes a key, `times` times with lost answers and the same key: one effect, and the same answer. */
export function proveDroppedAnswers(engine: EngineName, { times }: { times: number }): Promise<Report> {
  return proveOn('dropped answers', engine, async (ground, ledger) => {
    const database = await ground.open();
    const server = await ground.startServer();
    const proxy = await startDroppingProxy(server.url);
    try {
      // An admin, as only few people may make some of the changes.
      const shop = await makeShop(database, { units: 1, seller: { role: 'admin' } });
      const { token } = await signInDirectly(database, shop.seller.id);
      const here = callerWith(server.url, token, unlessBusy);
      const key = deviceKey();
      const till = atDevice(server.url, here, key, unlessBusy);
      const through = atDevice(proxy.url, here, key, unlessBusy);
      let units: number[] = [];
      const takeUnit = async () => {
        const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
        if (units.length === 0)
          units = (await makeUnits(database, { count: UNITS_AT_ONCE, ...place })).map(({ id }) => id);
        // The last one, as lock-next takes the first.
        return units.pop() ?? 0;
      };
      const world: World = { database, shop, till, takeUnit };
      for (const [no, name] of keyedRoutes().entries()) {
        const prepare = mutations[name] ?? plainMutation(name);
        ledger.check(prepare !== undefined, `${name} takes a key and is not proved`);
        if (!prepare) continue;
        for (let time = 0; time < times; time += 1) {
          // The ways rotate from change to change: few rounds meet all of them, too.
          const way = ways[(no + time) % ways.length] ?? ways[0];
          await insist(await prepare(world), `${name}-${time}`, { proxy, through, way }, ledger);
        }
        ledger.saw(name, times);
      }
      ledger.report.rounds = times;
      ledger.report.acknowledged = await checkBooks(database, ledger);
    } finally {
      await proxy.close();
      await database.close();
    }
  });
}
