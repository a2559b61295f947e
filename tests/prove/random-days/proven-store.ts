import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/access.ts';
import { callerWith, type Answer, type Caller } from '#tests/support/http.ts';
import { signInDirectly, type Ledger } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeUnits, type Shop } from '#tests/support/shop.ts';
import { atDevice, deviceKey } from '#tests/support/shifts.ts';
import type { ClockedServers } from './clocked-servers.ts';
import { dateOf, PaperBooks, type ModelSale, type ModelShift } from './drawer-model.ts';
import type { Random } from '../random.ts';

const MINUTE = 60_000;
export const TILLS = 3;
const UNITS_AT_ONCE = 300;

export type World = {
  database: Database;
  shop: Shop;
  managerId: number;
  servers: ClockedServers;
  /** The probability that a server dies in a change. */
  cuts: number;
};

/** One store, its tills, its paper books, and its people. */
export class ProvenStore {
  readonly books = new PaperBooks();
  readonly sales: ModelSale[] = [];
  readonly keys = Array.from({ length: TILLS }, deviceKey);
  /** The closed shifts of a till without a Z reading yet. */
  readonly unread = new Map<number, ModelShift[]>();
  units: number[] = [];
  /** The server in use, whose clock counts. */
  server = 0;

  readonly random: Random;
  readonly ledger: Ledger;
  readonly world: World;
  #tokens = { seller: '', manager: '' };

  constructor(random: Random, ledger: Ledger, world: World) {
    this.random = random;
    this.ledger = ledger;
    this.world = world;
  }

  get today(): string {
    return dateOf(this.world.servers.now(this.server));
  }

  /** Signs in again, as sign-ins end within the day; the slow password is not under test. */
  async signIn(): Promise<void> {
    const { database, shop, managerId, servers } = this.world;
    const [seller, manager] = await Promise.all(
      [shop.seller.id, managerId].map((id) => signInDirectly(database, id, servers.now(0))),
    );
    this.#tokens = { seller: seller?.token ?? '', manager: manager?.token ?? '' };
  }

  /** Returns the caller of a person at a till, or, without one, in the office. */
  by(who: 'seller' | 'manager', till?: number, server = this.server): Caller {
    const { send } = this.world.servers;
    const caller = callerWith(String(server), this.#tokens[who], send);
    return till === undefined ? caller : atDevice(String(server), caller, this.keys[till], send);
  }

  /**
   * Makes a change, in which now and then the server is killed, or which is repeated with its key at any server: it is
   * done once.
   */
  async change<T>(who: 'seller' | 'manager', till: number | undefined, path: string, body: object = {}) {
    const { random, ledger, world } = this;
    const key = randomUUID();
    if (random.chance(world.cuts)) world.servers.cutNext();
    const answer: Answer<T> = await this.by(who, till).post<T>(path, body, { key });
    if (answer.status < 300 && random.chance(0.15)) {
      const other = random.whole(0, world.servers.count - 1);
      const again = await this.by(who, till, other).post<T>(path, body, { key });
      ledger.report.retries += 1;
      ledger.check(
        JSON.stringify(again.body) === JSON.stringify(answer.body),
        `${path} answered something else when repeated`,
      );
    }
    return answer;
  }
  async done<T>(
    who: 'seller' | 'manager',
    till: number | undefined,
    path: string,
    body: object = {},
  ): Promise<T> {
    return expectDone(await this.change<T>(who, till, path, body));
  }

  openShifts = (): ModelShift[] => [...this.books.shifts.values()];

  async takeUnits(count: number): Promise<number[]> {
    const { database, shop } = this.world;
    if (this.units.length < count) {
      const place = { store_id: shop.store.id, product_variation_id: shop.variation.id };
      const made = await makeUnits(database, { count: UNITS_AT_ONCE, ...place });
      this.units.push(...made.map(({ id }) => id));
    }
    return this.units.splice(0, count);
  }

  /** Goes on to the next action at some server: the servers' clocks are minutes apart. */
  goOn(minutes: number): void {
    this.world.servers.advance(minutes * MINUTE);
    this.server = this.random.whole(0, this.world.servers.count - 1);
  }
}
