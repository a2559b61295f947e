import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/db/access.ts';
import { callerWith, type Answer, type Caller } from '#tests/support/http.ts';
import { knowAtDevice, signInDirectly, type Ledger } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { deviceKey, makeTill, type WireShift } from '#tests/support/shifts.ts';
import {
  makeCable,
  makeCustomer,
  makeImei,
  makeSettings,
  makeStaff,
  makeStore,
  makeUnits,
  makeVariation,
} from '#tests/support/shop.ts';
import type { ClockedServers } from '../random-days/clocked-servers.ts';
import { centavos, pesos } from '../random-days/pesos.ts';
import { coins } from '../random-days/sale-model.ts';
import type { Random } from '../random.ts';
import {
  Books,
  type Cart,
  dateOf,
  type Filed,
  type Opened,
  type Reason,
  type Reserved,
  type Sold,
  type SoldLine,
  type Tax,
  type Unit,
  type Variation,
} from './model.ts';
import { isSameTax, retailAt, Sold as SoldSale, taxAt } from './model.ts';
import { LinedTill, type Heard } from './till.ts';

const SECOND = 1000;
const TOLERANCE = 60_000;

export type World = {
  /** Another one once the data were restored. */
  database: Database;
  adminId: number;
  servers: ClockedServers;
  random: Random;
  ledger: Ledger;
  /** The probability that a server dies in a change. */
  cuts: number;
};

export type Rules = {
  enabled: boolean;
  hours: number;
  max_total: number | null;
  methods: ('cash' | 'gcash' | 'card')[];
};

export type Store = {
  id: number;
  code: string;
  books: Books;
  keepsShifts: boolean;
  tax: Tax;
  /** The taxes so far, each with its moment. */
  taxes: { from: number; tax: Tax }[];
  rules: Rules;
  sellers: Person[];
  manager: Person;
  invoices: number;
  /** Tills whose credential was ended while sales waited there: some may be lost. */
  lostTills: number;
  sales: Sold[];
};
/** A draft that the server has of a cart: as it is now, or what came of it. */
export type Draft = {
  id: number;
  version: number;
  units: Unit[];
  sale: Sold | null;
  cart: Cart;
  isCancelled: boolean;
};
export type Person = { id: number; token: string; isActive: boolean };

/** What a till knows of its store since its last contact. */
type Copy = {
  asOf: number;
  /** The ids of the units that stand in the store, in carts or not. */
  standing: Set<number | string>;
  units: Unit[];
  prices: Map<number, number>;
  owns: Map<number, number | null>;
  tax: Tax;
  rules: Rules;
  shiftId: number | null;
};

export type Till = {
  index: number;
  id: number;
  code: string;
  key: string;
  letter: string;
  /** When each credential was given, by its letter. */
  credentials: Map<string, number>;
  store: Store;
  seller: Person;
  lined: LinedTill;
  copy: Copy;
  filed: Filed[];
  /** The number of its last sale in its own series. */
  lastNo: number;
  /** True while the server has ended its credential. */
  isEnded: boolean;
  /** True since its clock was set, until it hears the server. */
  isClockWrong: boolean;
  hasShift: boolean;
};

/** A random shop of one round: two stores with three tills, the people, the goods, and the books on paper. */
export class Shop {
  readonly world: World;
  readonly stores: Store[] = [];
  readonly tills: Till[] = [];
  readonly variations: Variation[] = [];
  readonly units: Unit[] = [];
  readonly reserved: Reserved[] = [];
  readonly customers: number[] = [];
  readonly filed = new Map<string, Filed>();
  /** The shifts that tills opened without the server. */
  readonly openings = new Map<string, Opened>();
  readonly heard: Heard[] = [];
  /** The keys of sales that a manager sends. */
  readonly byHand = new Set<string>();
  /** The acts so far, for a finding. */
  readonly acts: string[] = [];
  readonly sales = new Map<number, Sold>();
  coin = 1;
  admin: Person = { id: 0, token: '', isActive: true };
  #references = 0;
  readonly name: string;

  private constructor(world: World, name: string) {
    this.world = world;
    this.name = name;
  }

  static async open(world: World, name: string): Promise<Shop> {
    const shop = new Shop(world, name);
    await shop.#open().catch((error: unknown) => {
      shop.stop();
      throw error;
    });
    return shop;
  }

  get random(): Random {
    return this.world.random;
  }
  get ledger(): Ledger {
    return this.world.ledger;
  }
  get now(): number {
    return this.world.servers.now(0);
  }
  get today(): string {
    return dateOf(this.now);
  }

  check(isRight: boolean, finding: string, details?: unknown): void {
    if (isRight) return;
    const acts = this.acts.join(' | ');
    this.ledger.check(false, `${this.name}: ${finding}`, { details, acts });
  }
  note(act: string): void {
    this.acts.push(act);
  }

  async #open(): Promise<void> {
    const { database, random, adminId } = this.world;
    this.coin = random.pick(coins) ?? 1;
    this.admin.id = adminId;
    const tax = (): Tax => ({ rate: random.pick([0, 10, 12] as const) ?? 0, isIncluded: random.chance(0.4) });
    for (let left = 2; left > 0; left -= 1) {
      const rules: Rules = {
        enabled: true,
        hours: random.pick([8, 24]) ?? 24,
        max_total: null,
        methods: ['cash', 'gcash', 'card'],
      };
      const own = tax();
      const keepsShifts = random.chance(0.85);
      const settings_json = makeSettings({
        tax_rate: own.rate * 100,
        prices_include_tax: own.isIncluded,
        offline_sales: rules,
      });
      const { id, code } = await makeStore(database, { keeps_shifts: keepsShifts ? 1 : 0, settings_json });
      const person = async (role: 'salesperson' | 'store_manager'): Promise<Person> => ({
        id: (await makeStaff(database, { store_id: id, role })).id,
        token: '',
        isActive: true,
      });
      const manager = await person('store_manager');
      const sellers = [await person('salesperson'), await person('salesperson')];
      this.stores.push({
        id,
        code,
        books: new Books(),
        keepsShifts,
        tax: own,
        taxes: [{ from: 0, tax: own }],
        rules,
        sellers,
        manager,
        invoices: 0,
        lostTills: 0,
        sales: [],
      });
    }
    await this.signIn();
    await this.#fill();
    await this.#meetCustomers();
    await this.byAdmin().put('/settings', { smallest_coin: pesos(this.coin) });
    for (const [index, store] of [this.stores[0], this.stores[0], this.stores[1]].entries()) {
      if (store) await this.#openTill(index, store);
    }
    await this.goOn(1);
  }

  async #fill(): Promise<void> {
    const { database, random } = this.world;
    const price = () => random.whole(50_000, 300_000);
    for (const kind of ['phone', 'phone', 'cable'] as const) {
      const retail = price();
      const minimum = retail - random.whole(0, Math.floor(retail / 5));
      const columns = {
        retail_price: retail,
        minimum_price: minimum,
        member_price: null,
        wholesale_price: null,
      };
      const made = kind === 'phone' ? await makeVariation(database, columns) : await makeCable(database);
      if (kind === 'cable')
        await database.write((writer) =>
          writer.updateTable('product_variations').set(columns).where('id', '=', made.id).execute(),
        );
      this.variations.push({
        id: made.id,
        name: made.product.name,
        isNumbered: kind === 'phone',
        retail,
        minimum,
        prices: [{ from: 0, retail }],
        barcode: made.barcode ?? '',
      });
    }
    for (const [at, store] of this.stores.entries())
      for (const variation of this.variations) {
        const count = variation.isNumbered ? random.whole(3, 6) - at : random.whole(1, 4);
        for (let no = 0; no < count; no += 1) await this.#bring(variation, store);
      }
  }

  /** Brings two customers: everybody has an emptied draft for the first, and nobody can have a second one. */
  async #meetCustomers(): Promise<void> {
    for (let left = 2; left > 0; left -= 1) this.customers.push((await makeCustomer(this.world.database)).id);
    const [customer_id] = this.customers;
    for (const { id, sellers, manager } of this.stores)
      for (const person of [...sellers, manager]) {
        const unit = this.units.find(({ storeId }) => storeId === id);
        const items = [{ inventory_item_id: unit?.id }];
        const draft = await this.done<{ id: number }>(person, null, '/transactions', { items, customer_id });
        const emptied = { items: [], customer_id };
        await this.done(person, null, `/transactions/${draft.id}`, emptied, { method: 'put' });
      }
  }

  async #bring(variation: Variation, store: Store): Promise<void> {
    const { database, random } = this.world;
    const own = variation.isNumbered && random.chance(0.2) ? random.whole(40_000, 200_000) : null;
    const hasPair = random.chance(0.5);
    const given = variation.isNumbered
      ? {
          ...(hasPair ? { imei2: makeImei(random.whole(10 ** 11, 10 ** 12 - 1)) } : {}),
          ...(random.chance(0.3) ? { imei: null, imei2: null } : {}),
        }
      : { serial_number: null, imei: null };
    const [made] = await makeUnits(database, {
      count: 1,
      store_id: store.id,
      product_variation_id: variation.id,
      own_price: own,
      ...given,
    });
    if (!made) return;
    this.units.push({
      id: made.id,
      category: 'new',
      rating: null,
      own,
      cost: null,
      place: 'available',
      stay: null,
      variation,
      storeId: store.id,
      imei: made.imei,
      imei2: ('imei2' in given ? given.imei2 : null) ?? null,
      serial: made.serial_number,
      sale: null,
      handled: [],
      reserved: null,
      lostByCount: null,
      heldUntil: 0,
    });
  }

  async #openTill(index: number, store: Store): Promise<void> {
    const { random, servers } = this.world;
    const key = deviceKey() + this.name.replaceAll(/\W/g, '');
    const seller = random.pick(store.sellers) ?? store.manager;
    const caller = this.at(seller, key);
    const made = await makeTill(caller, `Counter ${index + 1}`);
    const lined = new LinedTill({
      send: servers.send,
      // Not by the seed: how often a till asks depends on the time.
      pickServer: () => Math.floor(Math.random() * servers.count),
      onRecorded: (heard) => this.heard.push(heard),
      now: this.now,
      wrong: random.whole(-3, 3) * 3_600_000,
      standsSince: (name) => (till.copy.standing.has(name) ? till.copy.asOf : null),
    });
    await lined.start();
    await lined.hear(this.now);
    const names = { till_id: made.id, till_code: made.code ?? '', till_name: made.name, till_key: key };
    await lined.enrol({ store_id: store.id, store_code: store.code, ...names }, seller.token);
    await this.knowPeople(store, lined);
    const till: Till = {
      index,
      id: made.id,
      code: made.code ?? '',
      key,
      letter: lined.letter,
      credentials: new Map([[lined.letter, this.now]]),
      store,
      seller,
      lined,
      copy: {
        asOf: this.now,
        standing: new Set(),
        units: [],
        prices: new Map(),
        owns: new Map(),
        tax: store.tax,
        rules: store.rules,
        shiftId: null,
      },
      filed: [],
      lastNo: 0,
      isEnded: false,
      isClockWrong: false,
      hasShift: false,
    };
    this.tills.push(till);
    if (store.keepsShifts) await this.openShift(till);
    this.renew(till);
  }

  /** Lets the people of a store be known at a till, as if each had signed in there since it has its credential. */
  async knowPeople({ sellers, manager }: Store, lined: LinedTill): Promise<void> {
    const people = [...sellers, manager].map(({ id }) => id);
    await knowAtDevice(this.world.database, people, (await lined.secret()) ?? '', this.now);
  }

  /** Opens a shift at a till, with some float. */
  async openShift(till: Till): Promise<void> {
    const { store, index } = till;
    const amount = this.random.whole(0, 20) * 500;
    const { id } = await this.done<WireShift>(till.seller, till, '/shifts', { amount });
    store.books.open(id, index, centavos(amount), this.today);
  }

  /** The till copies its store. */
  renew(till: Till): void {
    const { store, index } = till;
    const standing = this.units.filter(
      ({ storeId, place }) => storeId === store.id && (place === 'available' || place === 'locked'),
    );
    const units = standing.filter(({ place }) => place === 'available');
    till.copy = {
      asOf: this.now,
      standing: new Set(standing.map(({ id }) => id)),
      units: units.filter(({ variation }) => variation.isNumbered),
      prices: new Map(this.variations.map(({ id, retail }) => [id, retail])),
      owns: new Map(units.map(({ id, own }) => [id, own])),
      tax: store.tax,
      rules: store.rules,
      shiftId: store.books.shifts.get(index)?.id ?? null,
    };
  }

  /** Signs everybody in again; the slow password is not under test. */
  async signIn(): Promise<void> {
    const { database } = this.world;
    const people = [this.admin, ...this.stores.flatMap(({ sellers, manager }) => [...sellers, manager])];
    for (const person of people)
      if (person.isActive) person.token = (await signInDirectly(database, person.id, this.now)).token;
  }

  /** Returns the caller of a person, at a device or in the office, at any server. */
  at({ token }: Person, key?: string, storeId?: number): Caller {
    const { random, servers } = this.world;
    const headers = {
      ...(key === undefined ? {} : { 'X-Till': key }),
      ...(storeId === undefined ? {} : { 'X-Store-Id': String(storeId) }),
    };
    return callerWith(String(random.whole(0, servers.count - 1)), token, (base, method, path, body, own) =>
      servers.send(base, method, path, body, { ...own, ...headers }),
    );
  }
  byAdmin(storeId?: number): Caller {
    return this.at(this.admin, undefined, storeId);
  }

  /** Makes a change, in which now and then the server is killed, or which is repeated with its key at any server. */
  async change<T>(
    person: Person,
    till: Till | null,
    path: string,
    body: object = {},
    { method = 'post', storeId }: { method?: 'post' | 'put' | 'delete'; storeId?: number } = {},
  ): Promise<Answer<T>> {
    const { random, world, ledger } = this;
    const key = randomUUID();
    if (random.chance(world.cuts)) world.servers.cutNext();
    const answer: Answer<T> = await this.at(person, till?.key, storeId)[method]<T>(path, body, { key });
    if (answer.status < 300 && random.chance(0.1)) {
      const again = await this.at(person, till?.key, storeId)[method]<T>(path, body, { key });
      ledger.report.retries += 1;
      this.check(
        JSON.stringify(again.body) === JSON.stringify(answer.body),
        `${path} answered something else when repeated`,
      );
    }
    if (till && !till.lined.line.isCut && answer.status < 300) {
      await till.lined.hear(this.now);
      till.isClockWrong = false;
    }
    return answer;
  }
  async done<T>(
    person: Person,
    till: Till | null,
    path: string,
    body: object = {},
    options: { method?: 'post' | 'put' | 'delete'; storeId?: number } = {},
  ): Promise<T> {
    return expectDone(await this.change<T>(person, till, path, body, options));
  }

  nextReference(): string {
    this.#references += 1;
    return `REF ${this.name} ${this.#references}`;
  }

  /** Time passes, in whole seconds, for servers and tills. */
  async goOn(seconds: number): Promise<void> {
    // No answer is read later than it was given.
    while (this.tills.some(({ lined }) => lined.isCalling)) await pause(1);
    this.world.servers.advance(seconds * SECOND);
    for (const { lined } of this.tills) lined.pass(seconds * SECOND);
    // Whoever held them in a cart does so no longer.
    for (const unit of this.units)
      if (unit.place === 'locked' && !unit.reserved && unit.heldUntil <= this.now) unit.place = 'available';
  }

  /** Returns the next invoice number of a store. */
  nextInvoice(store: Store): string {
    store.invoices += 1;
    return `${store.code}-${String(store.invoices).padStart(6, '0')}`;
  }

  /** Returns the number that a sale had, unless another one has it now. */
  #invoiceOf(store: Store, given: string | null): string {
    const isTaken = store.sales.some(({ invoice }) => invoice === given);
    if (given === null || isTaken) return this.nextInvoice(store);
    store.invoices = Math.max(store.invoices, Number(given.slice(-6)));
    return given;
  }

  /** True for a unit that a paid draft has, also once its hold has lapsed. */
  isPaidFor = (unit: Unit): boolean => this.reserved.some(({ units }) => units.includes(unit));

  /** Enters a sale in the books of its store, and takes its units. */
  keep(store: Store, sale: Sold): void {
    store.sales.push(sale);
    this.sales.set(sale.id, sale);
    for (const { unit, isDisputed } of sale.mine) {
      if (isDisputed) continue;
      Object.assign(unit, { place: 'sold', sale, storeId: store.id, reserved: null, lostByCount: null });
    }
  }

  /** Enters what the server has recorded since, in the order of its invoices. */
  async recordHeard(): Promise<void> {
    const noOf = ({ answer }: Heard) => `${answer.invoice_number}`;
    const heard = this.heard.splice(0);
    const isOpening = ({ key }: Heard) => this.openings.has(key);
    const inOrder = heard
      .filter((each) => !isOpening(each))
      .toSorted((a, b) => (noOf(a) < noOf(b) ? -1 : noOf(a) > noOf(b) ? 1 : 0));
    // An opening comes before what its till sent after it.
    for (const [place, opening] of heard.entries()) {
      if (!isOpening(opening)) continue;
      const till = this.openings.get(opening.key)?.till;
      const after = heard.slice(place).filter(({ key }) => this.filed.get(key)?.till === till);
      const at = inOrder.findIndex((each) => after.includes(each));
      inOrder.splice(at < 0 ? inOrder.length : at, 0, opening);
    }
    for (const each of inOrder) {
      const opened = this.openings.get(each.key);
      if (opened) this.#recordOpening(opened, each);
      else await this.#record(each);
    }
  }

  /** Returns the opening of a till that was not sent yet, as the till knows it. */
  waitingOpening({ index }: Till): Opened | null {
    return [...this.openings.values()].find(({ till, outcome }) => till === index && !outcome) ?? null;
  }

  /** Returns what holds of a sale and of an opening alike. */
  #reasonsOf(till: Till, entry: Filed | Opened): { at: number; reasons: Set<Reason> } {
    const { now } = this;
    const given = till.credentials.get(entry.letter) ?? 0;
    const from = Math.min(now, Math.max(entry.answeredAt, given));
    const at = Math.min(now, Math.max(from, entry.madeAt));
    const reasons = new Set<Reason>();
    const isByHand = this.byHand.has(entry.key);
    if (isByHand) reasons.add('by_hand');
    if (!isByHand && entry.letter !== till.letter) reasons.add('ended');
    const openings = [...this.openings.values()].filter((each) => each.till === till.index);
    const before = [...till.filed, ...openings]
      .filter(({ letter, number }) => letter === entry.letter && number < entry.number)
      .toSorted((one, other) => (one.number < other.number ? -1 : 1))
      .at(-1);
    if (before && !before.outcome) reasons.add('order');
    return { at, reasons };
  }

  /** Enters a shift that was opened without the server. */
  #recordOpening(opened: Opened, { number, answer: { shift, state, to_settle } }: Heard): void {
    const till = this.tills[opened.till];
    if (!till || !shift || opened.number !== number || state !== 'recorded')
      return this.check(false, 'An opening was not recorded', { number, state, shift });
    if (opened.outcome) {
      const isSame = opened.outcome.shiftId === shift.id;
      return this.check(isSame, 'An opening that was sent again became another shift', { number, shift });
    }
    const { store } = till;
    const { at, reasons } = this.#reasonsOf(till, opened);
    const { rules } = store;
    if (!rules.enabled || opened.madeAt - opened.answeredAt > rules.hours * 3_600_000) reasons.add('limit');
    if (Math.abs(at - opened.madeAt) > TOLERANCE) reasons.add('moment');
    if (store.sellers.find(({ id }) => id === opened.staffId)?.isActive === false) reasons.add('staff');
    if (opened.given !== null) reasons.add('restored');
    const open = store.books.shifts.get(till.index);
    if (open) {
      reasons.add('shift');
      this.check(open.id === shift.id, 'A second shift was opened at a till', {
        number,
        open: open.id,
        shift,
      });
    } else store.books.open(shift.id, till.index, opened.float, dateOf(at));
    opened.outcome = { shiftId: shift.id, number: shift.number, reasons: [...reasons], isSettled: false };
    this.check(to_settle === reasons.size > 0, 'An opening waits for a manager, or does not', {
      number,
      reasons: [...reasons],
    });
    for (const reason of reasons) this.ledger.saw(`openings to settle: ${reason}`);
  }

  async #record({ key, number, answer }: Heard): Promise<void> {
    const filed = this.filed.get(key);
    if (!filed || filed.number !== number)
      return this.check(false, 'A sale came that no till made', { key, number });
    const told = { transaction_id: answer.transaction_id, invoice_number: answer.invoice_number };
    if (filed.outcome) {
      const isSame =
        told.transaction_id === filed.outcome.told.transaction_id &&
        told.invoice_number === filed.outcome.told.invoice_number;
      this.check(isSame, 'A sale that was sent again became another one', {
        number,
        told,
        before: filed.outcome.told,
      });
      return;
    }
    this.check(answer.state === 'recorded', 'A sale was not recorded', { number, answer });
    if (answer.transaction_id === null) return;
    const rows = await this.world.database.reader
      .selectFrom('transaction_items')
      .select(['id', 'inventory_item_id as unit'])
      .where('transaction_id', '=', answer.transaction_id)
      .orderBy('position')
      .execute();
    this.#enter(filed, told, rows);
    const reasons = filed.outcome ? ((filed as Filed).outcome?.reasons ?? []) : [];
    if (answer.to_settle === reasons.length > 0) return;
    const row = await this.world.database.reader
      .selectFrom('offline_sales')
      .select('reasons_json')
      .where('sale_key', '=', key)
      .executeTakeFirst();
    this.check(false, 'A sale waits for a manager, or does not', {
      number,
      told: row?.reasons_json,
      reasons,
    });
  }

  #enter(
    filed: Filed,
    told: { transaction_id: number | null; invoice_number: string | null },
    rows: { id: number; unit: number }[],
  ): void {
    const till = this.tills[filed.till];
    if (!till) throw new Error('There is no such till');
    const { store } = till;
    const { now } = this;
    const { at, reasons } = this.#reasonsOf(till, filed);
    const draft = filed.draft ? this.drafts.get(filed.draft.id) : undefined;
    const isMade = draft?.sale ? isSame(draft.sale, filed) : false;
    // A manager says if its goods left once more.
    if (isMade && draft?.sale && isTakenBack(draft.sale)) reasons.add('taken_back');
    else if (isMade && draft?.sale) {
      const { sale } = draft;
      this.check(
        told.transaction_id === sale.id && told.invoice_number === sale.invoice,
        'A sale that was completed already became another one',
        { number: filed.number, told },
      );
      filed.outcome = { sale, reasons: [...reasons], isSettled: false, told, at: this.now };
      sale.number ??= filed.number;
      this.ledger.saw('sales that were completed already');
      return;
    }
    const becomes =
      draft && !draft.sale && !draft.isCancelled && draft.version === filed.draft?.version ? draft : null;
    if (becomes)
      this.check(told.transaction_id === becomes.id, 'A draft did not become its sale', {
        number: filed.number,
        told,
        draft: becomes.id,
      });
    else
      this.check(told.transaction_id !== filed.draft?.id, 'A draft became a sale that it is not', {
        number: filed.number,
        told,
      });
    if (becomes)
      for (const unit of becomes.units)
        if (unit.place === 'locked' && !unit.reserved) unit.place = 'available';
    const { rules } = store;
    const isBeyond =
      !rules.enabled ||
      filed.madeAt - filed.answeredAt > rules.hours * 3_600_000 ||
      (rules.max_total !== null && filed.reckoned.total > rules.max_total) ||
      filed.cart.payments.some(({ method }) => !(rules.methods as string[]).includes(method));
    if (isBeyond) reasons.add('limit');
    if (Math.abs(at - filed.madeAt) > TOLERANCE) reasons.add('moment');
    if (!isSameTax(filed.cart.tax, taxAt(store.taxes, at))) reasons.add('price');
    const seller = store.sellers.find(({ id }) => id === filed.staffId);
    if (seller?.isActive === false) reasons.add('staff');
    if (rows.length !== filed.cart.lines.length)
      this.check(false, 'A sale has other lines than its till told', { filed: filed.number, rows });
    const used = new Set<Unit>();
    const lines = filed.cart.lines.map((line, index): SoldLine => {
      const row = rows[index] ?? { id: 0, unit: 0 };
      const stood = line.unit && { storeId: line.unit.storeId, place: line.unit.place };
      const { unit, isDisputed, why } = this.#take(line.unit, row, {
        store,
        at,
        variation: line.variation,
        used,
      });
      if (isDisputed) reasons.add('unit');
      if (why) this.check(false, why, { number: filed.number, line: index });
      const isOthers = stood !== null && stood.storeId !== store.id && stood.place !== 'in_transit';
      if (!isDisputed && isOthers) reasons.add('other_store');
      if (!isDisputed && this.isPaidFor(unit)) reasons.add('reserved');
      // One that came back since has another price now.
      const own = line.unit?.category === 'new' ? line.unit.own : null;
      const list = own ?? retailAt(line.variation, at);
      // A used unit has no price before it is given one.
      const isUnpriced =
        !isDisputed && line.unit !== null && line.unit.category !== 'new' && line.unit.own === null;
      if (isUnpriced || line.price !== list) reasons.add('price');
      const floor = Math.min(list, line.variation.minimum);
      const net = filed.reckoned.nets[index] ?? 0;
      if (net < floor && !isUnpriced) reasons.add('below_floor');
      used.add(unit);
      return {
        id: row.id,
        unit,
        price: line.price - line.off,
        isBack: false,
        isTradedIn: false,
        isDisputed,
        told: line,
      };
    });
    const missed = filed.shiftId ?? filed.opening?.outcome?.shiftId ?? null;
    const open = store.books.shifts.get(till.index) ?? null;
    const isInTime = missed === null ? !store.keepsShifts : open?.id === missed;
    if (!isInTime) reasons.add('shift');
    const shift = isInTime && missed === null ? null : open;
    const date = dateOf(isInTime ? at : now);
    if (filed.given !== null) reasons.add('restored');
    const invoice = this.#invoiceOf(store, filed.given);
    const sale = new SoldSale(told.transaction_id ?? 0, lines, {
      payments: filed.cart.payments,
      coin: this.coin,
      reckoned: filed.reckoned,
      storeId: store.id,
      invoice,
      number: filed.number,
      till: till.index,
      customer: filed.cart.customer,
    });
    for (const { reference } of referencesOf(filed)) {
      if (this.references.has(reference)) reasons.add('reference');
      this.references.add(reference);
    }
    this.check(told.invoice_number === invoice, 'A sale has another invoice number', {
      number: filed.number,
      told,
      invoice,
    });
    store.books.enter(date, shift, sale);
    // A shift that was opened since the copy that the data were restored from is known no more.
    const isKnown = missed === open?.id || store.books.closed.some(({ id }) => id === missed);
    if (!isInTime && isKnown) store.books.correct(date, shift, -(sale.cashIn - sale.change));
    this.keep(store, sale);
    if (becomes) becomes.sale = sale;
    filed.outcome = { sale, reasons: [...reasons], isSettled: false, told, at: this.now };
    for (const reason of reasons) this.ledger.saw(`to settle: ${reason}`);
    this.ledger.saw(reasons.size > 0 ? 'offline sales to settle' : 'offline sales recorded at once');
    this.ledger.report.acknowledged += 1;
  }
  /** How often older data were put in place without a word to the server. */
  forgettings = 0;
  readonly drafts = new Map<number, Draft>();
  /** Hidden units that stand in for units nobody knows, for good. */
  readonly standIns = new Set<number>();
  readonly references = new Set<string>();
  /** Tills that were started since they heard the server last. */
  readonly isRestarted = new Set<number>();

  /** Finds what was sold by a line: the unit that was scanned, any free piece, or none. */
  #take(
    unit: Unit | null,
    row: { unit: number },
    { store, at, variation, used }: { store: Store; at: number; variation: Variation; used: Set<Unit> },
  ): { unit: Unit; isDisputed: boolean; why?: string } {
    const taken = this.units.find(({ id }) => id === row.unit);
    const standIn = (): Unit => ({
      ...(unit ?? this.units[0] ?? ({} as Unit)),
      id: row.unit,
      variation,
      place: 'sold',
      storeId: store.id,
      imei: null,
      imei2: null,
      serial: null,
      sale: null,
      reserved: null,
      handled: [],
    });
    if (unit) {
      const isDisputed = unit.sale !== null || used.has(unit) || unit.handled.some((moment) => moment > at);
      if (isDisputed)
        return {
          unit: standIn(),
          isDisputed,
          ...(taken ? { why: 'A unit was taken that is not free' } : {}),
        };
      return { unit, isDisputed, ...(taken === unit ? {} : { why: 'A free unit was not taken' }) };
    }
    const free = this.units.filter(
      (piece) =>
        piece.variation === variation &&
        piece.storeId === store.id &&
        !used.has(piece) &&
        (piece.place === 'available' ||
          (piece.place === 'locked' && (piece.reserved?.until ?? piece.heldUntil) <= this.now) ||
          (piece.place === 'lost' && piece.lostByCount !== null && piece.lostByCount > at)),
    );
    if (free.length === 0)
      return {
        unit: standIn(),
        isDisputed: true,
        ...(taken ? { why: 'A piece was taken that is not free' } : {}),
      };
    if (!taken || !free.includes(taken))
      return { unit: free[0] as Unit, isDisputed: false, why: 'A free piece was not taken' };
    return { unit: taken, isDisputed: false };
  }

  stop(): void {
    for (const { lined } of this.tills) lined.stop();
  }
}

const isTakenBack = ({ isOver, mine }: Sold): boolean => isOver || mine.every(({ isBack }) => isBack);

/** True if a completed sale is the one that a till tells: its units, its total, its payments. */
function isSame(sale: Sold, { cart, reckoned }: Filed): boolean {
  const names = (payments: readonly { method: string; amount: number }[]) =>
    payments
      .map(
        (payment) =>
          `${payment.method} ${payment.amount} ${(payment as { reference?: string }).reference ?? ''}`,
      )
      .toSorted()
      .join();
  const units = sale.mine.map(({ unit }) => unit);
  return (
    sale.total === reckoned.total &&
    units.length === cart.lines.length &&
    cart.lines.every(({ unit }) => unit === null || units.includes(unit)) &&
    names(sale.payments) === names(cart.payments)
  );
}

/** The references of a sale's payments, with their methods. */
export const referencesOf = ({ cart }: Pick<Filed, 'cart'>) =>
  cart.payments.flatMap((payment) => {
    const reference = (payment as { reference?: string }).reference;
    return reference === undefined ? [] : [{ reference: `${payment.method} ${reference}` }];
  });
