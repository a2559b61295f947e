import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/access.ts';
import { callerWith, type Answer, type Caller } from '#tests/support/http.ts';
import { signInDirectly, type Ledger } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import {
  makeCustomer,
  type makeGroups,
  makeStaff,
  makeStore,
  makeUnits,
  makeVariation,
} from '#tests/support/shop.ts';
import { atDevice, deviceKey, makeTill } from '#tests/support/shifts.ts';
import type { ClockedServers } from './clocked-servers.ts';
import { dateOf, PaperBooks, type ModelShift } from './drawer-model.ts';
import { pesos } from './pesos.ts';
import { coins, type ModelSale } from './sale-model.ts';
import type { ModelTradeIn } from './trade-in-model.ts';
import { groups, type Group, type ModelUnit, type PriceList, type PriceLists } from './unit-model.ts';
import type { Random } from '../random.ts';

const MINUTE = 60_000;
export const TILLS = 3;
/** Units that come in at once, by category. */
const DELIVERY = { new: 20, used: 12, refurbished: 6 } as const;

type Who = 'seller' | 'manager';

export type World = {
  database: Database;
  /** Whoever may choose the chain's smallest coin. */
  adminId: number;
  groups: Awaited<ReturnType<typeof makeGroups>>;
  servers: ClockedServers;
  random: Random;
  ledger: Ledger;
  /** The probability that a server dies in a change. */
  cuts: number;
};

/** A price list at random; prices of groups may be below the minimum price. */
function randomList(random: Random): PriceList {
  const retail = random.whole(50_000, 300_000);
  const below = (percent: number) => retail - random.whole(0, Math.floor((retail * percent) / 100));
  return {
    retail,
    ...(random.chance(0.6) ? { member: below(10) } : {}),
    ...(random.chance(0.6) ? { wholesale: below(15) } : {}),
    ...(random.chance(0.6) ? { minimum: below(15) } : {}),
  };
}

/** The columns of a list: those of new units have no prefix. */
const columnsOf = (list: PriceList | undefined, prefix = '') => ({
  [`${prefix}retail_price`]: list?.retail ?? null,
  [`${prefix}member_price`]: list?.member ?? null,
  [`${prefix}wholesale_price`]: list?.wholesale ?? null,
  [`${prefix}minimum_price`]: list?.minimum ?? null,
});

/** One store, its tills, its paper books, its units and its people. */
export class ProvenStore {
  readonly books = new PaperBooks();
  readonly sales: ModelSale[] = [];
  readonly keys = Array.from({ length: TILLS }, deviceKey);
  /** The closed shifts of a till without a Z reading yet. */
  readonly unread = new Map<number, ModelShift[]>();
  readonly units = new Map<number, ModelUnit>();
  readonly tradeIns: ModelTradeIn[] = [];
  readonly lists: PriceLists;
  /** The chain's smallest coin. */
  coin = 1;
  /** The server in use, whose clock counts. */
  server = 0;

  readonly world: World;
  #storeId = 0;
  #variationId = 0;
  #staff = { seller: 0, manager: 0 };
  #tokens = { seller: '', manager: '' };
  /** Customers of a till, so that two tills never have a draft of the same one. */
  readonly #customers = new Map<string, number>();

  private constructor(world: World) {
    const { random } = world;
    this.world = world;
    this.lists = {
      new: randomList(random),
      ...(random.chance(0.7) ? { used: randomList(random) } : {}),
      ...(random.chance(0.5) ? { refurbished: randomList(random) } : {}),
    };
  }

  /** Opens a new store of the chain, with another smallest coin. */
  static async open(world: World): Promise<ProvenStore> {
    const { database } = world;
    const store = new ProvenStore(world);
    const { id: store_id } = await makeStore(database, { keeps_shifts: 1 });
    const seller = await makeStaff(database, { store_id });
    const manager = await makeStaff(database, { store_id, role: 'store_manager' });
    const variation = await makeVariation(database, {
      ...columnsOf(store.lists.new),
      ...columnsOf(store.lists.used, 'used_'),
      ...columnsOf(store.lists.refurbished, 'refurbished_'),
    });
    store.#storeId = store_id;
    store.#variationId = variation.id;
    store.#staff = { seller: seller.id, manager: manager.id };
    await store.chooseCoin();
    await store.signIn();
    for (let till = 0; till < TILLS; till += 1) {
      await makeTill(store.by('seller', till), `Counter ${till + 1}`);
      for (const group of groups) {
        if (group === null) continue;
        const customer = await makeCustomer(database, { customer_group_id: world.groups[group].id });
        store.#customers.set(`${till} ${group}`, customer.id);
      }
    }
    return store;
  }

  get variationId(): number {
    return this.#variationId;
  }
  /** The units that can be sold; those of a cart are not among them. */
  get stock(): ModelUnit[] {
    return [...this.units.values()].filter(({ place }) => place === 'available');
  }
  get random(): Random {
    return this.world.random;
  }
  get ledger(): Ledger {
    return this.world.ledger;
  }
  get today(): string {
    return dateOf(this.world.servers.now(this.server));
  }

  /** Rounds cash to any smallest coin from now on. */
  async chooseCoin(): Promise<void> {
    const { database, adminId, servers } = this.world;
    this.coin = this.random.pick(coins) ?? 1;
    const admin = await signInDirectly(database, adminId, servers.now(0));
    const change = { smallest_coin: pesos(this.coin) };
    expectDone(await callerWith('0', admin.token, servers.send).put('/settings', change));
    this.ledger.saw(`smallest coins of ${this.coin}`);
  }

  /** Signs in again, as sign-ins end within the day; the slow password is not under test. */
  async signIn(): Promise<void> {
    const { database, servers } = this.world;
    const [seller, manager] = await Promise.all(
      [this.#staff.seller, this.#staff.manager].map((id) => signInDirectly(database, id, servers.now(0))),
    );
    this.#tokens = { seller: seller?.token ?? '', manager: manager?.token ?? '' };
  }

  /** Returns the caller of a person at a till, or, without one, in the office. */
  by(who: Who, till?: number, server = this.server): Caller {
    const { send } = this.world.servers;
    const caller = callerWith(String(server), this.#tokens[who], send);
    return till === undefined ? caller : atDevice(String(server), caller, this.keys[till], send);
  }

  /**
   * Makes a change, in which now and then the server is killed, or which is repeated with its key at any server: it is
   * done once.
   */
  async change<T>(
    who: Who,
    till: number | undefined,
    path: string,
    body: object = {},
    method: 'post' | 'put' | 'delete' = 'post',
  ): Promise<Answer<T>> {
    const { random, ledger, world } = this;
    const key = randomUUID();
    if (random.chance(world.cuts)) world.servers.cutNext();
    const answer: Answer<T> = await this.by(who, till)[method]<T>(path, body, { key });
    if (answer.status < 300 && random.chance(0.15)) {
      const other = random.whole(0, world.servers.count - 1);
      const again = await this.by(who, till, other)[method]<T>(path, body, { key });
      ledger.report.retries += 1;
      ledger.check(
        JSON.stringify(again.body) === JSON.stringify(answer.body),
        `${path} answered something else when repeated`,
      );
    }
    return answer;
  }
  async done<T>(who: Who, till: number | undefined, path: string, body: object = {}): Promise<T> {
    return expectDone(await this.change<T>(who, till, path, body));
  }

  /** Makes a change that must be refused with a code. */
  async refused(who: Who, till: number, path: string, body: object, code: string): Promise<void> {
    const answer = await this.change<{ code?: string }>(who, till, path, body);
    this.ledger.check(answer.body.code === code, `${path} was ${answer.status}, not ${code}`, {
      body,
      answer: answer.body,
    });
    this.ledger.saw(`refused: ${code}`);
  }

  openShifts = (): ModelShift[] => [...this.books.shifts.values()];

  customerAt(till: number, group: Group): number | undefined {
    return this.#customers.get(`${till} ${group}`);
  }

  /** Takes units out of the stock for a cart; a delivery comes when there are too few. */
  async takeUnits(count: number): Promise<ModelUnit[]> {
    if (this.stock.length < count) await this.#receive();
    return Array.from({ length: count }, () => {
      const unit = this.random.pick(this.stock);
      if (!unit) throw new Error('The stock is empty');
      unit.place = 'locked';
      return unit;
    });
  }

  /** Returns a unit that the shop never had, as somebody brings it. */
  bring(id: number): ModelUnit {
    const none = { rating: null, own: null, cost: null, stay: null };
    const unit: ModelUnit = { id, category: 'used', place: 'on_hold', ...none };
    this.units.set(id, unit);
    return unit;
  }

  async #receive(): Promise<void> {
    const place = { store_id: this.#storeId, product_variation_id: this.#variationId };
    for (const category of ['new', 'used', 'refurbished'] as const) {
      const rating = category === 'new' ? null : this.random.whole(1, 5);
      const cost = this.random.whole(10_000, 40_000);
      const kind = { category, condition_rating: rating, purchase_cost: cost };
      const made = await makeUnits(this.world.database, { count: DELIVERY[category], ...place, ...kind });
      for (const { id } of made) {
        this.units.set(id, { id, category, rating, own: null, cost, place: 'available', stay: null });
      }
    }
  }

  /** Compares each unit of the store as it is stored: in one state, and on a live line of a sale only while it is sold. */
  async checkUnits(): Promise<void> {
    const rows = await this.world.database.reader
      .selectFrom('inventory_items as unit')
      .leftJoin('transaction_items as line', (join) =>
        join.onRef('line.inventory_item_id', '=', 'unit.id').on('line.live', '=', 1),
      )
      .select([
        'unit.id',
        'unit.status',
        'unit.category',
        'unit.own_price',
        'unit.purchase_cost',
        'unit.sold_at',
        'line.id as line',
      ])
      .where('unit.store_id', '=', this.#storeId)
      .execute();
    // A unit on two live lines comes twice.
    this.ledger.check(rows.length === this.units.size, 'Units are missing, or are on two live lines');
    for (const { id, status, category, own_price, purchase_cost, sold_at, line } of rows) {
      const unit = this.units.get(id);
      const isSold = unit?.place === 'sold';
      this.ledger.check(
        status === unit?.place &&
          (line !== null) === isSold &&
          (sold_at !== null) === isSold &&
          category === unit.category &&
          own_price === unit.own &&
          purchase_cost === unit.cost,
        'A unit is apart',
        { told: { id, status, category, own_price, purchase_cost, sold_at, line }, expected: unit },
      );
    }
  }

  /** Goes on to the next action at some server: the servers' clocks are minutes apart. */
  goOn(minutes: number): void {
    this.world.servers.advance(minutes * MINUTE);
    this.server = this.random.whole(0, this.world.servers.count - 1);
  }
}
