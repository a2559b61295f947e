import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/db/access.ts';
import { openDatabase } from '#server/db/open.ts';
import { createServer } from '#server/server.ts';
import { callerWith, type Answer, type Caller } from '#tests/support/http.ts';
import { patiently } from '#tests/support/patient-calls.ts';
import { Ledger, signInDirectly, type Report } from '#tests/support/proving.ts';
import { expectDone, type WireSale, type WireTransaction } from '#tests/support/selling.ts';
import { makeShop, makeStaff, makeUnits, type Shop } from '#tests/support/shop.ts';
import { makeClock, type TestClock } from '#tests/support/server.ts';
import {
  atDevice,
  deviceKey,
  makeTill,
  piecesOf,
  type WireShift,
  type WireX,
} from '#tests/support/shifts.ts';
import { makeTestDatabase, type EngineName } from '#tests/support/test-databases.ts';
import {
  cashOf,
  dateOf,
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

type World = { database: Database; shop: Shop; managerId: number; url: string; clock: TestClock };

/** One store, its tills, its paper books, and who works there. */
class Days {
  readonly books = new PaperBooks();
  readonly sales: ModelSale[] = [];
  readonly keys = Array.from({ length: TILLS }, deviceKey);
  units: number[] = [];
  seller!: Caller;
  manager!: Caller;

  readonly random: Random;
  readonly ledger: Ledger;
  readonly world: World;

  constructor(random: Random, ledger: Ledger, world: World) {
    this.random = random;
    this.ledger = ledger;
    this.world = world;
  }

  get today(): string {
    return dateOf(this.world.clock.now());
  }

  /** Sign-ins end within the day; the slow password is not what is proved. */
  async signIn(): Promise<void> {
    const { database, shop, managerId, url, clock } = this.world;
    const [seller, manager] = await Promise.all(
      [shop.seller.id, managerId].map((id) => signInDirectly(database, id, clock.now())),
    );
    this.seller = callerWith(url, seller?.token ?? '', patiently);
    this.manager = callerWith(url, manager?.token ?? '', patiently);
  }

  at(till: number, caller = this.seller): Caller {
    return atDevice(this.world.url, caller, this.keys[till], patiently);
  }

  /** A change, now and then sent again with its key: it is done once. */
  async change<T>(by: Caller, method: 'post' | 'put', path: string, body: object = {}): Promise<Answer<T>> {
    const key = randomUUID();
    const answer = await by[method]<T>(path, body, { key });
    if (answer.status < 300 && this.random.chance(0.15)) {
      const again = await by[method]<T>(path, body, { key });
      this.ledger.report.retries += 1;
      this.ledger.check(
        JSON.stringify(again.body) === JSON.stringify(answer.body),
        `${path} answered something else when repeated`,
      );
    }
    return answer;
  }
  async done<T>(by: Caller, path: string, body: object = {}): Promise<T> {
    return expectDone(await this.change<T>(by, 'post', path, body));
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
    const { id } = await this.done<WireShift>(this.at(till), '/shifts', { amount: float });
    this.books.open(id, till, float, this.today);
  }

  async sell(shift: ModelShift): Promise<void> {
    const { random } = this;
    const till = this.at(shift.till);
    const items = (await this.takeUnits(random.whole(1, 2))).map((inventory_item_id) => ({
      inventory_item_id,
    }));
    const draft = await this.done<WireTransaction>(till, '/transactions', { items });
    // Goods of 1,000 pesos, a tenth of tax on top.
    const total = items.length * 1100;
    const above = random.chance(0.5) ? random.whole(0, 900) : 0;
    const reference = { reference_number: `R-${draft.id}` };
    const part = random.whole(1, total - 1);
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
    const { transaction } = await this.done<WireSale>(till, path, { payments });
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
      isOver: false,
      isBroken: false,
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
      await this.done(this.manager, `/payments/${id}/mark-failed`, { reason: 'Never came' });
      sale.pending = null;
      sale.isBroken = true;
      return;
    }
    const isAtTill = method === 'cash' || this.random.chance(0.5);
    const by = isAtTill ? this.at(shift.till, this.manager) : this.manager;
    await this.done(by, `/payments/${id}/verify`);
    this.books.receive(this.today, isAtTill ? shift : null, sale);
  }

  async giveBack(shift: ModelShift): Promise<void> {
    const sale = this.random.pick(this.sales.filter(({ isOver }) => !isOver));
    if (!sale) return;
    const left = sale.lines.filter(({ isBack }) => !isBack);
    const isWhole = left.length === sale.lines.length;
    const by = this.at(shift.till, this.manager);
    if (isWhole && (sale.pending !== null || sale.isBroken || this.random.chance(0.3))) {
      await this.done(by, `/transactions/${sale.id}/void`, { reason: 'Wrong unit' });
      this.books.void(this.today, shift, sale);
      return;
    }
    if (sale.pending !== null || sale.isBroken) return;
    const back = this.random.chance(0.5) ? left.slice(0, 1) : left;
    const items = back.map(({ id }) => ({ id }));
    await this.done(by, `/transactions/${sale.id}/refund`, { items, reason: 'Defective' });
    for (const line of back) line.isBack = true;
    const amount = (sale.total / sale.lines.length) * back.length;
    this.books.refund(this.today, shift, sale, amount);
    sale.isOver = sale.lines.every(({ isBack }) => isBack);
  }

  async move(shift: ModelShift): Promise<void> {
    const { random } = this;
    const kind = random.pick(['pay_in', 'pay_out', 'drop'] as const) ?? 'pay_in';
    const amount = random.whole(1, 800);
    const by = this.at(shift.till, this.manager);
    const answer = await this.change(by, 'post', '/cash-movements', { kind, amount, reason: 'Proof' });
    const isAllowed = kind === 'pay_in' || amount <= shift.drawer;
    this.ledger.check((answer.status === 201) === isAllowed, `A ${kind} was ${answer.status}`, {
      amount,
      drawer: shift.drawer,
    });
    if (isAllowed) shift.drawer += kind === 'pay_in' ? amount : -amount;
  }

  compare(what: string, figures: WireFigures, book: Book): void {
    const { sales, voids, refunds, net, cash } = figures;
    const told = [
      sales.count,
      sales.total,
      voids.total,
      refunds.total,
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
    const x = expectDone(await this.manager.get<WireX>(`/shifts/${shift.id}/x-reading`));
    this.compare('An X reading', x.figures, shift.book);
    const off = random.chance(0.3) ? random.whole(-Math.min(50, Math.max(0, shift.drawer)), 50) : 0;
    const till = this.at(shift.till);
    const body = { denominations: piecesOf(Math.max(0, shift.drawer + off)) };
    const counted = await this.done<WireShift>(till, `/shifts/${shift.id}/count`, body);
    this.ledger.check(counted.expected_cash === shift.drawer, 'A drawer is apart', {
      told: counted.expected_cash,
      expected: shift.drawer,
    });
    const isShort = shift.drawer < 0;
    const difference = isShort ? -shift.drawer : off;
    this.ledger.check(counted.difference === difference, 'A difference is apart', {
      told: counted.difference,
      expected: difference,
    });
    await this.done(till, `/shifts/${shift.id}/close`, difference === 0 ? {} : { reason: 'As counted' });
    this.books.shifts.delete(shift.till);
    this.unread.set(shift.till, [...(this.unread.get(shift.till) ?? []), shift]);
  }

  /** The closed shifts of a till that are in no Z reading yet. */
  readonly unread = new Map<number, ModelShift[]>();

  async readZ(till: number): Promise<void> {
    const shifts = this.unread.get(till) ?? [];
    if (shifts.length === 0) return;
    const { data } = await this.done<{ data: WireZ[] }>(this.at(till), '/z-readings', {
      business_date: this.today,
    });
    this.unread.delete(till);
    for (const reading of data) {
      const day = emptyBook();
      for (const { days } of shifts) {
        const own = days.get(reading.business_date);
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
    const report = expectDone(await this.manager.get<WireReport>(`/payments/daily-report?date=${date}`));
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
      await this.manager.get<{ agrees: boolean; report: { net_sales: number; net_cash: number } }>(
        `/store-day?date=${date}`,
      ),
    );
    this.ledger.check(
      day.agrees && day.report.net_sales === netOf(book) && day.report.net_cash === cashOf(book),
      `The store's day of ${date} is apart`,
      day.report,
    );
    if (date !== this.today) return;
    const { today } = expectDone(await this.manager.get<{ today: { sales: number } }>('/dashboard'));
    this.ledger.check(today.sales === netOf(book), 'The dashboard is apart', {
      told: today,
      expected: netOf(book),
    });
  }

  /** One day: what comes in whatever order, and in the evening most drawers are counted. */
  async live(): Promise<void> {
    const { random } = this;
    await this.signIn();
    const began = this.today;
    for (let deed = random.whole(6, 16); deed > 0; deed -= 1) {
      this.world.clock.advance(random.whole(1, 40) * MINUTE);
      const till = random.whole(0, TILLS - 1);
      const shift = this.books.shifts.get(till);
      if (!shift) await this.open(till);
      else {
        const dice = random.next();
        if (dice < 0.45) await this.sell(shift);
        else if (dice < 0.6) await this.review(shift);
        else if (dice < 0.75) await this.giveBack(shift);
        else if (dice < 0.87) await this.move(shift);
        else {
          await this.close(shift);
          if (random.chance(0.3)) await this.readZ(till);
        }
      }
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
    await this.compareDay(began);
    const morning = Date.parse(`${nextDay(this.today)}T08:00:00+08:00`);
    this.world.clock.advance(morning - this.world.clock.now());
    // Old sales are left in peace after a while.
    this.sales.splice(0, Math.max(0, this.sales.length - 40));
  }
}

/** Random days of a store with three tills against books on paper: drawers, readings, reports and dashboard agree. */
export async function proveRandomDays(
  engine: EngineName,
  { days, seed }: { days: number; seed: number },
): Promise<Report> {
  const ledger = new Ledger(`random days from seed ${seed}`, engine);
  const { location, remove } = await makeTestDatabase(engine, 'tables');
  const clock = makeClock(Date.parse('2026-11-21T08:00:00+08:00'));
  const database = await openDatabase(location, clock.now);
  const app = await createServer({ database, clock: clock.now });
  try {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const shop = await makeShop(database, { units: 1, store: { keeps_shifts: 1 } });
    const { id: managerId } = await makeStaff(database, { store_id: shop.store.id, role: 'store_manager' });
    const world = { database, shop, managerId, url: `http://127.0.0.1:${port}`, clock };
    const life = new Days(new Random(seed), ledger, world);
    await life.signIn();
    for (let till = 0; till < TILLS; till += 1) await makeTill(life.at(till), `Counter ${till + 1}`);
    for (let day = 0; day < days; day += 1) {
      await life.live();
      ledger.report.rounds += 1;
    }
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    await app.close();
    await database.close();
    await remove();
  }
  return ledger.close();
}
