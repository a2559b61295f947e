import { expectDone } from '#tests/support/selling.ts';
import { piecesOf, type WireShift, type WireTill, type WireX } from '#tests/support/shifts.ts';
import { cashOf, emptyBook, netOf, type Book, type ModelShift } from '../random-days/drawer-model.ts';
import { centavos, pesos } from '../random-days/pesos.ts';
import type { Filed, Sold } from './model.ts';
import type { Shop, Store, Till } from './shop.ts';

// What is really there, compared with the books on paper.

type WireFigures = WireX['figures'];
type WireReport = {
  net_sales: number;
  cash_rounding: number;
  rounding_back: number;
  cash: { taken: number; change: number; refunded: number; voided: number; correction?: number };
};
type WireDay = { agrees: boolean; total: WireFigures; report: { net_sales: number; net_cash: number } };
type WireZ = { no: number; business_date: string; grand_total: number; figures: WireFigures };

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function compareAll(shop: Shop, what: string, told: readonly number[], expected: readonly number[]): void {
  shop.check(told.join() === expected.join(), `${what} is apart`, { told, expected });
}

function compareFigures(
  shop: Shop,
  what: string,
  figures: WireFigures,
  book: Book,
  correction: number,
): void {
  const { sales, voids, refunds, written_off, net, cash, methods, cash_rounding, rounding_back } = figures;
  const others = sum(methods.filter(({ method }) => method !== 'cash').map((method) => method.net ?? NaN));
  const { taken, change, refunded, voided } = cash ?? { taken: NaN, change: NaN, refunded: NaN, voided: NaN };
  const money = [
    sales.total,
    voids.total,
    refunds.total,
    written_off,
    net,
    taken,
    change,
    refunded,
    voided,
    others,
  ];
  const more = [cash_rounding ?? NaN, rounding_back ?? NaN, cash?.correction ?? NaN];
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
    book.others,
    book.rounding,
    book.roundingBack,
    correction,
  ];
  compareAll(shop, what, [sales.count, ...[...money, ...more].map(centavos)], expected);
}

/** Compares the X reading of an open shift. */
export async function compareShift(shop: Shop, store: Store, shift: ModelShift): Promise<void> {
  const x = expectDone(await shop.byAdmin(store.id).get<WireX>(`/shifts/${shift.id}/x-reading`));
  compareFigures(
    shop,
    `The X reading of shift ${shift.id}`,
    x.figures,
    shift.book,
    store.books.correction(`shift ${shift.id}`),
  );
}

/** Counts a drawer and closes its shift, at the till or elsewhere; returns false where that was refused. */
export async function closeShift(shop: Shop, till: Till, isHere: boolean): Promise<boolean> {
  const { store } = till;
  const shift = store.books.shifts.get(till.index);
  if (!shift) return false;
  await compareShift(shop, store, shift);
  const person = store.manager;
  const at = isHere ? till : null;
  const body = { denominations: piecesOf(pesos(shift.drawer)) };
  const counted = await shop.change<WireShift & { code?: string }>(
    person,
    at,
    `/shifts/${shift.id}/count`,
    body,
  );
  if (counted.status >= 300) {
    const isRight = counted.body.code === 'sales_waiting' && till.lined.told > 0;
    shop.check(isRight, 'A count of a drawer was refused', { body: counted.body, told: till.lined.told });
    shop.ledger.saw('counts of a drawer refused, as sales wait');
    return false;
  }
  shop.check(till.lined.told === 0, 'A drawer was counted though sales wait', { till: till.index });
  compareAll(shop, 'A drawer', [counted.body.difference ?? NaN].map(centavos), [0]);
  const closed = await shop.change<WireShift & { code?: string }>(person, at, `/shifts/${shift.id}/close`);
  shop.check(closed.status < 300, 'A shift was not closed', closed.body);
  store.books.close(shift);
  store.books.closed.push(shift);
  shop.note(`shift ${shift.id} of T${till.index} is closed${isHere ? '' : ' elsewhere'}`);
  shop.ledger.saw(isHere ? 'shifts closed' : 'shifts closed elsewhere');
  return true;
}

/** Reads the finished days of a till. */
export async function readZ(shop: Shop, till: Till): Promise<void> {
  const { store } = till;
  if (store.books.shifts.has(till.index)) return;
  const shifts = store.books.closed.filter((shift) => shift.till === till.index);
  const dates = new Set(shifts.flatMap(({ days }) => [...days.keys()].filter((date) => date <= shop.today)));
  if (dates.size === 0) return;
  const body = { business_date: shop.today, till_id: till.id };
  const answer = await shop.change<{ data: WireZ[] }>(store.manager, null, '/z-readings', body);
  if (answer.status >= 300) return shop.check(false, 'A Z reading was refused', answer.body);
  const { data } = answer.body;
  shop.check(
    data.map(({ business_date }) => business_date).join() === [...dates].sort().join(),
    'Other days were read',
    {
      told: data.map(({ business_date }) => business_date),
      expected: [...dates],
    },
  );
  for (const reading of data) {
    const date = reading.business_date;
    const day = emptyBook();
    let correction = 0;
    for (const { id, days } of shifts) {
      const own = days.get(date);
      if (!own) continue;
      days.delete(date);
      for (const key of Object.keys(day) as (keyof Book)[]) day[key] += own[key];
      correction += store.books.correction(`shift ${id} ${date}`);
    }
    compareFigures(shop, `The Z reading of ${date} at T${till.index}`, reading.figures, day, correction);
    const no = (store.books.zNumbers.get(till.index) ?? 0) + 1;
    const grand = (store.books.grandTotals.get(till.index) ?? 0) + day.salesTotal;
    store.books.zNumbers.set(till.index, no);
    store.books.grandTotals.set(till.index, grand);
    compareAll(shop, 'A Z counter or grand total', [reading.no, centavos(reading.grand_total)], [no, grand]);
  }
  shop.note(`Z reading of T${till.index}`);
  shop.ledger.saw('Z readings');
}

/** Compares a day of a store: its daily report and its figures. */
async function compareDay(shop: Shop, store: Store, date: string): Promise<void> {
  const book = store.books.day(date);
  const correction = store.books.correction(date);
  const admin = shop.byAdmin(store.id);
  const report = expectDone(await admin.get<WireReport>(`/payments/daily-report?date=${date}`));
  const { taken, change, refunded, voided } = report.cash;
  const told = [
    report.net_sales,
    report.cash_rounding,
    report.rounding_back,
    taken,
    change,
    refunded,
    voided,
    report.cash.correction ?? NaN,
  ];
  const expected = [
    netOf(book),
    book.rounding,
    book.roundingBack,
    book.taken,
    book.change,
    book.refunded,
    book.voided,
    correction,
  ];
  compareAll(shop, `The daily report of ${date}`, told.map(centavos), expected);
  const day = expectDone(await admin.get<WireDay>(`/store-day?date=${date}`));
  compareFigures(shop, `The store’s day of ${date}`, day.total, book, correction);
  const { net_sales, net_cash } = day.report;
  compareAll(shop, `The store’s day of ${date}`, [net_sales, net_cash].map(centavos), [
    netOf(book),
    cashOf(book),
  ]);
  shop.check(day.agrees, `The store’s day of ${date} disagrees with its report`);
}

/** Compares each unit as it is stored with the one on paper. */
export async function compareUnits(shop: Shop): Promise<void> {
  const { reader } = shop.world.database;
  const ids = shop.stores.map(({ id }) => id);
  const rows = await reader
    .selectFrom('inventory_items as unit')
    .leftJoin('transaction_items as line', (join) =>
      join.onRef('line.inventory_item_id', '=', 'unit.id').on('line.live', '=', 1),
    )
    .select([
      'unit.id',
      'unit.status',
      'unit.store_id',
      'unit.lock_expires_at',
      'unit.till_lock_until',
      'unit.sold_at',
      'line.id as line',
      'line.transaction_id',
    ])
    .where('unit.store_id', 'in', ids)
    .execute();
  const known = new Map(shop.units.map((unit) => [unit.id, unit]));
  const waiting = [...shop.sales.values()].flatMap(({ mine }) => mine.filter(({ isDisputed }) => isDisputed));
  const standIns = new Set([...shop.standIns, ...waiting.map(({ unit }) => unit.id)]);
  const seen = new Set<number>();
  for (const {
    id,
    status: kept,
    store_id,
    line,
    transaction_id,
    sold_at,
    lock_expires_at,
    till_lock_until,
  } of rows) {
    // A hold that has lapsed is none.
    const isLapsed = kept === 'locked' && till_lock_until === null && (lock_expires_at ?? 0) <= shop.now;
    const status = isLapsed ? 'available' : kept;
    const unit = known.get(id);
    if (!unit) {
      // One that stood in for another stays hidden.
      const isHidden = sold_at === 0 && line === null;
      shop.check(isHidden || standIns.has(id), 'There is a unit that nobody brought', { id, status, line });
      continue;
    }
    shop.check(!seen.has(id), 'A unit is in two live sales', { id });
    seen.add(id);
    const isRight =
      (status === unit.place || (isLapsed && unit.place === 'locked')) &&
      store_id === unit.storeId &&
      (line !== null) === (unit.sale !== null) &&
      (transaction_id ?? null) === (unit.sale?.id ?? null);
    shop.check(isRight, 'A unit is apart', {
      told: { id, status, store_id, transaction_id },
      expected: { place: unit.place, store: unit.storeId, sale: unit.sale?.id ?? null },
    });
  }
  shop.check(seen.size === known.size, 'Units are missing', { seen: seen.size, known: known.size });
}

type OfflineRow = {
  /** Its reasons, in words. */
  texts: string;
  number: string;
  key: string;
  reasons: string[];
  isOpen: boolean;
  transaction: number | null;
};

async function offlineRows(shop: Shop): Promise<OfflineRow[]> {
  const rows = await shop.world.database.reader
    .selectFrom('offline_sales')
    .where('state', '<>', 'lost')
    .select(['number', 'sale_key', 'reasons_json', 'is_open', 'transaction_id'])
    .where(
      'store_id',
      'in',
      shop.stores.map(({ id }) => id),
    )
    .execute();
  return rows.map(({ number, sale_key, reasons_json, is_open, transaction_id }) => ({
    texts: reasons_json,
    number,
    key: sale_key,
    reasons: [...new Set((JSON.parse(reasons_json) as { code: string }[]).map(({ code }) => code))].sort(),
    isOpen: is_open === 1,
    transaction: transaction_id,
  }));
}

/** Compares the sales without the server: each once, those to settle with their reasons, and no other. */
export async function compareOffline(shop: Shop): Promise<void> {
  const rows = await offlineRows(shop);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  shop.check(byKey.size === rows.length, 'A sale was recorded twice', {
    rows: rows.length,
    keys: byKey.size,
  });
  const expected = shop.filed.size + shop.openings.size;
  shop.check(rows.length === expected, 'Sales are missing, or are too many', { told: rows.length, expected });
  for (const { key, number, outcome } of shop.openings.values()) {
    const row = byKey.get(key);
    const isOpen = outcome !== null && outcome.reasons.length > 0 && !outcome.isSettled;
    const isSame = row?.reasons.join() === outcome?.reasons.toSorted().join() && row?.isOpen === isOpen;
    shop.check(isSame, 'An opening waits for other reasons', { number, told: row, expected: outcome });
  }
  for (const filed of shop.filed.values()) {
    const row = byKey.get(filed.key);
    const { outcome } = filed;
    if (!row || !outcome) {
      shop.check(false, 'A sale is lost', { number: filed.number });
      continue;
    }
    const reasons = outcome.reasons.toSorted();
    shop.check(row.reasons.join() === reasons.join(), 'A sale waits for other reasons', {
      texts: row.texts,
      number: filed.number,
      told: row.reasons,
      expected: reasons,
    });
    const isOpen = reasons.length > 0 && !outcome.isSettled;
    shop.check(row.isOpen === isOpen, 'A sale waits, or does not', {
      number: filed.number,
      told: row.isOpen,
    });
    shop.check(row.transaction === outcome.sale.id && row.number === filed.number, 'A sale is another one', {
      number: filed.number,
    });
  }
}

/** Compares what each till knows: nothing waits, and each sale has its invoice number, which is on its paper, too. */
async function compareTill(shop: Shop, till: Till): Promise<void> {
  const state = await till.lined.state();
  shop.check(state.waiting === 0, 'Sales still wait', { till: till.index, state });
  const kept = await till.lined.sales();
  const byKey = new Map(kept.map((sale) => [sale.key, sale]));
  for (const filed of till.filed) {
    const sale = byKey.get(filed.key);
    const invoice = filed.outcome?.sale.invoice;
    shop.check(
      sale?.invoice_number === invoice && sale?.state === 'recorded',
      'A till has another invoice number',
      {
        number: filed.number,
        told: sale?.invoice_number,
        invoice,
      },
    );
    const paper = JSON.parse(sale?.receipt ?? '{}') as { invoice_number?: string };
    shop.check(paper.invoice_number === invoice, 'The paper of a sale has another number', {
      number: filed.number,
      paper: paper.invoice_number,
    });
  }
  for (const [key, hashes] of till.lined.sent)
    shop.check(hashes.size === 1, 'A sale was sent with two texts', { key });
}

/** True while nothing of it came back, and its points are as they were given. */
const isWhole = ({ isOver, mine }: Sold) =>
  !isOver && mine.every(({ isBack, isTradedIn }) => !isBack && !isTradedIn);

/** Compares the sales themselves: totals, payments, invoice numbers. */
async function compareSales(shop: Shop): Promise<void> {
  const rows = await shop.world.database.reader
    .selectFrom('transactions')
    .select([
      'id',
      'invoice_number',
      'total_amount',
      'change_due',
      'cash_rounding',
      'balance_due',
      'status',
      'offline_number',
      'customer_id',
      'points_earned',
    ])
    .where(
      'store_id',
      'in',
      shop.stores.map(({ id }) => id),
    )
    .where('status', '<>', 'draft')
    .execute();
  const open = await shop.world.database.reader
    .selectFrom('offline_sales')
    .select('transaction_id')
    .where('is_open', '=', 1)
    .execute();
  const waiting = new Set(open.map(({ transaction_id }) => transaction_id));
  /** A sale that waits has none, unless it was recorded before the text that waits. */
  const arePoints = ({ id, customer_id, points_earned }: (typeof rows)[number], { points }: Sold) =>
    points_earned === (customer_id === null ? 0 : points) || (points_earned === 0 && waiting.has(id));
  shop.check(rows.length === shop.sales.size, 'There are more or fewer sales', {
    told: rows.length,
    expected: shop.sales.size,
  });
  for (const row of rows) {
    const sale = shop.sales.get(row.id);
    const isRight =
      sale?.customer === row.customer_id &&
      (!isWhole(sale) || arePoints(row, sale)) &&
      sale.invoice === row.invoice_number &&
      sale.total === row.total_amount &&
      sale.change === row.change_due &&
      sale.number === row.offline_number &&
      sale.rounding === row.cash_rounding &&
      (sale.isOver ? 0 : sale.balance) === row.balance_due;
    const { invoice, total, change, number, rounding, balance, customer, points, payments } = sale ?? {};
    shop.check(isRight, 'A sale is apart', {
      told: row,
      expected: { invoice, total, change, number, rounding, balance, customer, points, payments },
    });
  }
}

/** Once everything is sent, the server reckons that no sale is missing of any till. */
async function compareMissing(shop: Shop, store: Store): Promise<void> {
  const { data } = expectDone(await shop.byAdmin(store.id).get<{ data: WireTill[] }>('/tills'));
  for (const { code, credential } of data)
    shop.check(!credential?.waiting, 'Sales are said to be missing', { code, credential });
}

/** Compares everything with the books. */
export async function compareShop(shop: Shop): Promise<void> {
  for (const till of shop.tills) await compareTill(shop, till);
  await compareOffline(shop);
  await compareSales(shop);
  await compareUnits(shop);
  for (const store of shop.stores) {
    await compareMissing(shop, store);
    for (const shift of store.books.shifts.values()) await compareShift(shop, store, shift);
    for (const date of store.books.days.keys()) await compareDay(shop, store, date);
  }
}

/** The sale of a till as it came, for messages. */
export const nameOf = ({ number }: Filed): string => number;
