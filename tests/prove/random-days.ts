import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/access.ts';
import { callerWith, type Answer, type Caller } from '#tests/support/http.ts';
import { proveOn, signInDirectly, withDatabase, type Ledger, type Report } from '#tests/support/proving.ts';
import {
  expectDone,
  type WireRefunded,
  type WireSale,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';
import {
  atDevice,
  deviceKey,
  makeTill,
  piecesOf,
  type WireShift,
  type WireX,
} from '#tests/support/shifts.ts';
import type { EngineName } from '#tests/support/test-databases.ts';
import { ClockedServers } from './clocked-servers.ts';
import {
  cashOf,
  cashOfRefund,
  dateOf,
  dueFor,
  emptyBook,
  netOf,
  nextDay,
  PaperBooks,
  type Book,
  type ModelSale,
  type ModelShift,
} from './drawer-model.ts';
import { Random } from './random.ts';

const MINUTE = 60_000;
const TILLS = 3;
/** The clocks of two servers are no further from each other. */
const MINUTES_APART = 3;
const UNITS_AT_ONCE = 300;

type WireFigures = WireX['figures'];
type WireZ = {
  no: number;
  business_date: string;
  grand_total: number;
  difference: number;
  figures: WireFigures;
};
type WireReport = {
  net_sales: number;
  cash: { taken: number; change: number; refunded: number; voided: number };
};

type World = {
  database: Database;
  shop: Shop;
  managerId: number;
  servers: ClockedServers;
  /** How likely it is that a server dies in a change. */
  cuts: number;
};

/** One store, its tills, its paper books, and who works there. */
class Days {
  readonly books = new PaperBooks();
  readonly sales: ModelSale[] = [];
  readonly keys = Array.from({ length: TILLS }, deviceKey);
  units: number[] = [];
  /** The server that is spoken to, and by whose clock things happen. */
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

  /** Sign-ins end within the day; the slow password is not what is proved. */
  async signIn(): Promise<void> {
    const { database, shop, managerId, servers } = this.world;
    const [seller, manager] = await Promise.all(
      [shop.seller.id, managerId].map((id) => signInDirectly(database, id, servers.now(0))),
    );
    this.#tokens = { seller: seller?.token ?? '', manager: manager?.token ?? '' };
  }

  /** Somebody at a till, or without one in the office. */
  by(who: 'seller' | 'manager', till?: number, server = this.server): Caller {
    const { send } = this.world.servers;
    const caller = callerWith(String(server), this.#tokens[who], send);
    return till === undefined ? caller : atDevice(String(server), caller, this.keys[till], send);
  }

  /**
   * A change, in which now and then the server is killed, and which now and then is sent again with its key, at any
   * server: it is done once.
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

  async open(till: number): Promise<void> {
    const float = this.random.whole(0, 20) * 500;
    const { id } = await this.done<WireShift>('seller', till, '/shifts', { amount: float });
    this.books.open(id, till, float, this.today);
  }

  async sell(shift: ModelShift): Promise<void> {
    const { random } = this;
    const items = (await this.takeUnits(random.whole(1, 2))).map((inventory_item_id) => ({
      inventory_item_id,
    }));
    const draft = await this.done<WireTransaction>('seller', shift.till, '/transactions', { items });
    // Goods of 1,000 pesos, a tenth of tax on top.
    const total = items.length * 1100;
    const above = random.chance(0.5) ? random.whole(0, 900) : 0;
    const reference = { reference_number: `R-${draft.id}` };
    // Even, so that a unit's half of it is whole.
    const part = 2 * random.whole(1, total / 2 - 1);
    const ways = [
      [{ method: 'cash', amount: total + above }],
      [{ method: 'card', amount: total, ...reference }],
      [{ method: 'gcash', amount: total, status: 'pending', ...reference }],
      [{ method: 'cash', amount: total + above, status: 'pending' }],
      [
        { method: 'gcash', amount: part, status: random.chance(0.5) ? 'pending' : 'completed', ...reference },
        { method: 'cash', amount: total - part + above },
      ],
    ];
    const payments = random.pick(ways) ?? [];
    const path = `/transactions/${draft.id}/complete`;
    const { transaction } = await this.done<WireSale>('seller', shift.till, path, { payments });
    const came = (method: 'cash' | 'other') =>
      payments
        .filter(
          (p) => !('status' in p && p.status === 'pending') && (p.method === 'cash') === (method === 'cash'),
        )
        .reduce((sum, { amount }) => sum + amount, 0);
    const late = transaction.payments.find(({ status }) => status === 'pending');
    const waiting = late ? late.amount : 0;
    const cash = came('cash');
    const sale: ModelSale = {
      id: transaction.id,
      lines: transaction.transaction_items.map(({ id }) => ({ id, isBack: false })),
      total,
      cash,
      change: Math.min(cash, Math.max(0, cash + came('other') + waiting - total)),
      other: came('other'),
      pending: late
        ? { id: late.id, method: late.method === 'cash' ? 'cash' : 'gcash', amount: late.amount }
        : null,
      gone: 0,
      goneInCash: 0,
      kept: 0,
      net: total,
      isOver: false,
    };
    this.ledger.check(transaction.change_due === sale.change, 'Another change was given', {
      given: transaction.change_due,
      expected: sale.change,
    });
    this.books.sell(this.today, shift, sale);
    this.sales.push(sale);
    this.ledger.report.acknowledged += 1;
  }

  async review(shift: ModelShift): Promise<void> {
    const sale = this.random.pick(this.sales.filter(({ pending, isOver }) => pending && !isOver));
    if (!sale?.pending) return;
    const { id, method } = sale.pending;
    if (this.random.chance(0.2)) {
      await this.done('manager', undefined, `/payments/${id}/mark-failed`, { reason: 'Never came' });
      sale.pending = null;
      return;
    }
    const isAtTill = method === 'cash' || this.random.chance(0.5);
    await this.done('manager', isAtTill ? shift.till : undefined, `/payments/${id}/verify`);
    this.books.receive(this.today, isAtTill ? shift : null, sale);
    if (dueFor(sale, 0) > 0) this.ledger.saw('late payments of units that were back');
  }

  async giveBack(shift: ModelShift): Promise<void> {
    const { random } = this;
    const sale = random.pick(this.sales.filter(({ isOver }) => !isOver));
    if (!sale) return;
    const left = sale.lines.filter(({ isBack }) => !isBack);
    if (left.length === sale.lines.length && random.chance(0.3)) {
      const path = `/transactions/${sale.id}/void`;
      const answer = await this.change('manager', shift.till, path, { reason: 'Wrong unit' });
      if (this.isHandedBack(answer, shift, sale.cash - sale.change)) this.books.void(this.today, shift, sale);
      return;
    }
    const isOwed = dueFor(sale, 0) > 0;
    const count = isOwed && random.chance(0.5) ? 0 : random.chance(0.5) ? 1 : left.length;
    const units = left.slice(0, count).map(({ id }) => id);
    const due = dueFor(sale, units.length);
    const amount = random.chance(0.1) ? random.whole(0, due) : due;
    const answer = await this.change<WireRefunded>('manager', shift.till, `/transactions/${sale.id}/refund`, {
      items: units.map((id) => ({ id })),
      reason: 'Defective',
      ...(amount === due ? {} : { amount }),
    });
    if (!this.isHandedBack(answer, shift, cashOfRefund(sale, amount))) return;
    const told = answer.body.refund.amount;
    this.ledger.check(told === amount, 'Another amount went back', { told, amount });
    this.books.refund(this.today, shift, sale, units, amount);
  }

  /** No more cash goes back than the drawer has. */
  isHandedBack({ status, body }: Answer<unknown>, shift: ModelShift, cash: number): boolean {
    const isThere = cash === 0 || cash <= shift.drawer;
    this.ledger.check((status === 200) === isThere, `Cash that was handed back: ${status}`, { cash, body });
    if (!isThere) this.ledger.saw('too little in the drawer to hand back');
    return isThere;
  }

  async move(shift: ModelShift): Promise<void> {
    const { random } = this;
    const kind = random.pick(['pay_in', 'pay_out', 'drop'] as const) ?? 'pay_in';
    const amount = random.whole(1, 800);
    const body = { kind, amount, reason: 'Proof' };
    const answer = await this.change('manager', shift.till, '/cash-movements', body);
    const isAllowed = kind === 'pay_in' || amount <= shift.drawer;
    this.ledger.check((answer.status === 201) === isAllowed, `A ${kind} was ${answer.status}`, {
      amount,
      drawer: shift.drawer,
    });
    if (isAllowed) this.books.move(this.today, shift, kind === 'pay_in' ? amount : -amount);
  }

  compare(what: string, figures: WireFigures, book: Book): void {
    const { sales, voids, refunds, written_off, net, cash } = figures;
    const told = [
      sales.count,
      sales.total,
      voids.total,
      refunds.total,
      written_off,
      net,
      cash?.taken,
      cash?.change,
      cash?.refunded,
      cash?.voided,
    ];
    const expected = [
      book.sales,
      book.salesTotal,
      book.voidsTotal,
      book.refundsTotal,
      book.writtenOff,
      netOf(book),
      book.taken,
      book.change,
      book.refunded,
      book.voided,
    ];
    this.ledger.check(JSON.stringify(told) === JSON.stringify(expected), `${what} is apart`, {
      told,
      expected,
    });
  }

  async close(shift: ModelShift): Promise<void> {
    const { random } = this;
    const x = expectDone(await this.by('manager').get<WireX>(`/shifts/${shift.id}/x-reading`));
    this.compare('An X reading', x.figures, shift.book);
    const off = random.chance(0.3) ? random.whole(-Math.min(50, shift.drawer), 50) : 0;
    const { till } = shift;
    const body = { denominations: piecesOf(shift.drawer + off) };
    const counted = await this.done<WireShift>('seller', till, `/shifts/${shift.id}/count`, body);
    // Whoever counts is not told.
    const seen = expectDone(await this.by('manager').get<WireShift>(`/shifts/${shift.id}`));
    this.ledger.check(seen.expected_cash === shift.drawer, 'A drawer is apart', {
      told: seen.expected_cash,
      expected: shift.drawer,
    });
    this.ledger.check(counted.difference === off, 'A difference is apart', {
      told: counted.difference,
      expected: off,
    });
    const why = off === 0 ? {} : { reason: 'As counted' };
    await this.done('seller', till, `/shifts/${shift.id}/close`, why);
    this.books.close(shift);
    this.unread.set(till, [...(this.unread.get(till) ?? []), shift]);
  }

  /** The closed shifts of a till that are in no Z reading yet. */
  readonly unread = new Map<number, ModelShift[]>();

  async readZ(till: number): Promise<void> {
    const shifts = this.unread.get(till) ?? [];
    const last = this.today;
    const dates = new Set(shifts.flatMap(({ days }) => [...days.keys()].filter((date) => date <= last)));
    if (dates.size === 0) return;
    const { data } = await this.done<{ data: WireZ[] }>('seller', till, '/z-readings', {
      business_date: last,
    });
    const told = data.map(({ business_date }) => business_date);
    this.ledger.check(told.join() === [...dates].sort().join(), 'Other days were read', {
      told,
      expected: [...dates],
    });
    for (const reading of data) {
      const day = emptyBook();
      for (const { days } of shifts) {
        const own = days.get(reading.business_date);
        days.delete(reading.business_date);
        for (const key of Object.keys(day) as (keyof Book)[]) day[key] += own?.[key] ?? 0;
      }
      this.compare(`The Z reading of ${reading.business_date}`, reading.figures, day);
      const no = (this.books.zNumbers.get(till) ?? 0) + 1;
      const grand = (this.books.grandTotals.get(till) ?? 0) + day.salesTotal;
      this.books.zNumbers.set(till, no);
      this.books.grandTotals.set(till, grand);
      this.ledger.check(
        reading.no === no && reading.grand_total === grand,
        'A Z counter or grand total is apart',
        {
          told: [reading.no, reading.grand_total],
          expected: [no, grand],
        },
      );
    }
  }

  /** Daily report, store's day and dashboard of a day against the books. */
  async compareDay(date: string): Promise<void> {
    const book = this.books.day(date);
    const report = expectDone(
      await this.by('manager').get<WireReport>(`/payments/daily-report?date=${date}`),
    );
    const { taken, change, refunded, voided } = report.cash;
    const told = [report.net_sales, taken, change, refunded, voided];
    const expected = [netOf(book), book.taken, book.change, book.refunded, book.voided];
    this.ledger.check(
      JSON.stringify(told) === JSON.stringify(expected),
      `The daily report of ${date} is apart`,
      {
        told,
        expected,
      },
    );
    const day = expectDone(
      await this.by('manager').get<{ agrees: boolean; report: { net_sales: number; net_cash: number } }>(
        `/store-day?date=${date}`,
      ),
    );
    this.ledger.check(
      day.agrees && day.report.net_sales === netOf(book) && day.report.net_cash === cashOf(book),
      `The store's day of ${date} is apart`,
      day.report,
    );
    if (date !== this.today) return;
    const { today } = expectDone(await this.by('manager').get<{ today: { sales: number } }>('/dashboard'));
    this.ledger.check(today.sales === netOf(book), 'The dashboard is apart', {
      told: today,
      expected: netOf(book),
    });
  }

  /** Where the next thing happens: the servers' clocks are minutes apart. */
  goOn(minutes: number): void {
    this.world.servers.advance(minutes * MINUTE);
    this.server = this.random.whole(0, this.world.servers.count - 1);
  }

  /** Several tills sell in the same moment. */
  async sellEverywhere(): Promise<void> {
    await Promise.all(this.openShifts().map((shift) => this.sell(shift)));
  }

  async doSomething(): Promise<void> {
    const { random } = this;
    const till = random.whole(0, TILLS - 1);
    const shift = this.books.shifts.get(till);
    if (!shift) return this.open(till);
    const dice = random.next();
    if (dice < 0.37) await this.sell(shift);
    else if (dice < 0.45) await this.sellEverywhere();
    else if (dice < 0.6) await this.review(shift);
    else if (dice < 0.77) await this.giveBack(shift);
    else if (dice < 0.88) await this.move(shift);
    else {
      await this.close(shift);
      if (random.chance(0.3)) await this.readZ(till);
    }
  }

  /** One day: what comes in whatever order, and in the evening most drawers are counted. Some days go on past midnight. */
  async live(): Promise<void> {
    const { random } = this;
    const { servers } = this.world;
    const days = new Set([this.today]);
    if (random.chance(0.15)) this.goOn(11 * 60);
    await this.signIn();
    for (let deed = random.whole(6, 16); deed > 0; deed -= 1) {
      this.goOn(random.whole(1, 40));
      days.add(this.today);
      await this.doSomething();
    }
    await this.compareDay(this.today);
    for (const shift of this.openShifts()) {
      // Some go on over midnight.
      if (random.chance(0.15)) continue;
      await this.close(shift);
    }
    for (let till = 0; till < TILLS; till += 1) {
      if (!this.books.shifts.has(till) && random.chance(0.7)) await this.readZ(till);
    }
    for (const date of days) await this.compareDay(date);
    servers.set(Date.parse(`${nextDay(this.today)}T08:00:00+08:00`));
    for (let server = 1; server < servers.count; server += 1) {
      servers.setApart(server, random.whole(-MINUTES_APART, MINUTES_APART) * MINUTE);
    }
    // Old sales are left in peace after a while.
    this.sales.splice(0, Math.max(0, this.sales.length - 40));
  }
}

/**
 * Random days of a store with three tills against books on paper: drawers, readings, reports and dashboard agree, whatever is
 * sent twice, whichever server dies, and however far apart the clocks of two servers are. It takes an hour: SIGTERM ends it
 * with the day that it is at.
 */
export function proveRandomDays(
  engine: EngineName,
  { days, seed, cuts }: { days: number; seed: number; cuts: number },
): Promise<Report> {
  return proveOn(`random days from seed ${seed}`, engine, async (ground, ledger) => {
    const begin = Date.parse('2026-11-21T08:00:00+08:00');
    const servers = await ClockedServers.start(ground, engine === 'postgresql' ? 2 : 1, begin);
    await withDatabase(ground, async (database) => {
      const shop = await makeShop(database, { units: 1, store: { keeps_shifts: 1 } });
      const { id: managerId } = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
      const world = { database, shop, managerId, servers, cuts };
      const life = new Days(new Random(seed), ledger, world);
      await life.signIn();
      for (let till = 0; till < TILLS; till += 1)
        await makeTill(life.by('seller', till), `Counter ${till + 1}`);
      let isEnough = false;
      const stop = () => (isEnough = true);
      process.once('SIGTERM', stop);
      for (let day = 0; day < days && !isEnough; day += 1) {
        await life.live();
        ledger.report.rounds += 1;
        ledger.report.kills = servers.kills;
      }
      process.off('SIGTERM', stop);
    });
  });
}
