import { expectDone } from '#tests/support/selling.ts';
import { piecesOf, type WireShift, type WireX } from '#tests/support/shifts.ts';
import { cashOf, emptyBook, netOf, type Book, type ModelShift } from './drawer-model.ts';
import { centavos, pesos } from './pesos.ts';
import type { ProvenStore } from './proven-store.ts';

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
  cash_rounding: number;
  rounding_back: number;
  trade_in_rounding?: number;
  payouts?: { method: string; total: number }[];
  cash: { taken: number; change: number; refunded: number; voided: number; trade_ins?: number };
};
type WireDay = {
  agrees: boolean;
  total: WireFigures;
  report: { net_sales: number; net_cash: number };
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function compareAll(
  store: ProvenStore,
  what: string,
  told: readonly number[],
  expected: readonly number[],
): void {
  store.ledger.check(told.join() === expected.join(), `${what} is apart`, { told, expected });
}

function compare(store: ProvenStore, what: string, figures: WireFigures, book: Book): void {
  const { sales, voids, refunds, written_off, net, cash, methods, ...figure } = figures;
  const others = methods.filter(({ method }) => method !== 'cash').map((method) => method.net ?? NaN);
  const { taken, change, refunded, voided } = cash ?? { taken: NaN, change: NaN, refunded: NaN, voided: NaN };
  const told = [sales.total, voids.total, refunds.total, written_off, net, taken, change, refunded, voided];
  const expected = [
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
    book.paidOut,
    book.paidOutInCash,
    book.paidOutRounding,
  ];
  const more = [
    figure.cash_rounding ?? NaN,
    figure.rounding_back ?? NaN,
    figure.trade_ins?.total ?? NaN,
    cash?.trade_ins ?? NaN,
    figure.trade_in_rounding ?? NaN,
  ];
  const inCentavos = [...told, sum(others), ...more].map(centavos);
  const counts = [sales.count, figure.trade_ins?.count ?? NaN];
  compareAll(store, what, [...counts, ...inCentavos], [book.sales, book.payouts, ...expected]);
}

/** Counts a drawer, now and then wrongly, and closes its shift. */
export async function closeShift(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random } = store;
  const x = expectDone(await store.by('manager').get<WireX>(`/shifts/${shift.id}/x-reading`));
  compare(store, 'An X reading', x.figures, shift.book);
  const off = random.chance(0.3) ? random.whole(-Math.min(5000, shift.drawer), 5000) : 0;
  const { till } = shift;
  const body = { denominations: piecesOf(pesos(shift.drawer + off)) };
  const counted = await store.done<WireShift>('seller', till, `/shifts/${shift.id}/count`, body);
  // The counter does not see the expected amounts.
  const seen = expectDone(await store.by('manager').get<WireShift>(`/shifts/${shift.id}`));
  const told = [seen.expected_cash ?? NaN, counted.difference ?? NaN].map(centavos);
  compareAll(store, 'A drawer, or its difference,', told, [shift.drawer, off]);
  const why = off === 0 ? {} : { reason: 'As counted' };
  await store.done('seller', till, `/shifts/${shift.id}/close`, why);
  store.books.close(shift);
  store.unread.set(till, [...(store.unread.get(till) ?? []), shift]);
}

/** Makes the readings of a till's finished days: each once, with continuous counter and grand total. */
export async function readZ(store: ProvenStore, till: number): Promise<void> {
  const shifts = store.unread.get(till) ?? [];
  const last = store.today;
  const dates = new Set(shifts.flatMap(({ days }) => [...days.keys()].filter((date) => date <= last)));
  if (dates.size === 0) return;
  const { data } = await store.done<{ data: WireZ[] }>('seller', till, '/z-readings', {
    business_date: last,
  });
  const told = data.map(({ business_date }) => business_date);
  store.ledger.check(told.join() === [...dates].sort().join(), 'Other days were read', {
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
    compare(store, `The Z reading of ${reading.business_date}`, reading.figures, day);
    const no = (store.books.zNumbers.get(till) ?? 0) + 1;
    const grand = (store.books.grandTotals.get(till) ?? 0) + day.salesTotal;
    store.books.zNumbers.set(till, no);
    store.books.grandTotals.set(till, grand);
    store.ledger.check(
      reading.no === no && centavos(reading.grand_total) === grand,
      'A Z counter or grand total is apart',
      {
        told: [reading.no, reading.grand_total],
        expected: [no, grand],
      },
    );
  }
}

/** Compares the file of all transactions with the books of all days: net sales and cash rounding. */
export async function compareExport(store: ProvenStore): Promise<void> {
  const file = expectDone(await store.by('manager').get<string>('/transactions/export'));
  const [names = '', ...rows] = file.trim().split('\r\n');
  const headings = names.split(',');
  // Counted from the end: a customer's name may have a comma.
  const inFile = ['Net sales', 'Cash rounding'].map((heading) => {
    const column = headings.indexOf(heading) - headings.length;
    return sum(rows.map((row) => centavos(Number(row.split(',').at(column)))));
  });
  const books = [...store.books.days.values()];
  const expected = [sum(books.map(netOf)), sum(books.map(({ rounding }) => rounding))];
  compareAll(store, 'The file of transactions', inFile, expected);
}

/** Compares the register of trade-ins with that on paper. */
export async function compareRegister(store: ProvenStore): Promise<void> {
  const file = expectDone(await store.by('manager').get<string>('/trade-ins/register'));
  const [names = '', ...rows] = file.replace('\uFEFF', '').trim().split('\r\n');
  const headings = names.split(',');
  // Counted from the end: a product's name may have a comma.
  const columns = ['Amount', 'Paid in the sale', 'Cash rounding', 'Paid out', 'State'].map(
    (heading) => headings.indexOf(heading) - headings.length,
  );
  const told = rows.map((row) => {
    const cells = row.split(',');
    const [amount, inSale, rounding, paidOut, state = ''] = columns.map((column) => cells.at(column));
    const money = [amount, inSale, rounding, paidOut].map((cell) => centavos(Number(cell)));
    return [cells[0], ...money, state].join();
  });
  const expected = store.tradeIns.map(({ number, amount, inSale, rounding, paidOut, state }) =>
    [number, amount, inSale, rounding, paidOut, state].join(),
  );
  store.ledger.check(
    told.toSorted().join('; ') === expected.toSorted().join('; '),
    'The register of trade-ins is apart',
    { told, expected },
  );
}

/** Compares daily report, store day and dashboard of a day with the books. */
export async function compareDay(store: ProvenStore, date: string): Promise<void> {
  const book = store.books.day(date);
  const manager = store.by('manager');
  const report = expectDone(await manager.get<WireReport>(`/payments/daily-report?date=${date}`));
  const { taken, change, refunded, voided } = report.cash;
  const told = [
    report.net_sales,
    report.cash_rounding,
    report.rounding_back,
    taken,
    change,
    refunded,
    voided,
    report.cash.trade_ins ?? NaN,
    report.trade_in_rounding ?? NaN,
  ].map(centavos);
  const money = [
    book.taken,
    book.change,
    book.refunded,
    book.voided,
    book.paidOutInCash,
    book.paidOutRounding,
  ];
  compareAll(store, `The daily report of ${date}`, told, [
    netOf(book),
    book.rounding,
    book.roundingBack,
    ...money,
  ]);
  const day = expectDone(await manager.get<WireDay>(`/store-day?date=${date}`));
  compare(store, `The store's day of ${date}`, day.total, book);
  // What the books have of the day, the report tells by method.
  const out = day.total.methods.flatMap(({ method, taken, net }) =>
    ['cash', 'trade_in', 'exchange'].includes(method) ? [] : centavos(taken ?? NaN) - centavos(net ?? NaN),
  );
  const payouts = report.payouts?.map(({ total }) => centavos(total)) ?? [NaN];
  compareAll(store, `The payouts of ${date}`, [sum(payouts)], [sum(out)]);
  const { net_sales, net_cash } = day.report;
  compareAll(store, `The store's day of ${date}`, [net_sales, net_cash].map(centavos), [
    netOf(book),
    cashOf(book),
  ]);
  store.ledger.check(day.agrees, `The store's day of ${date} disagrees with its report`);
  if (date !== store.today) return;
  const { today } = expectDone(await manager.get<{ today: { sales: number } }>('/dashboard'));
  compareAll(store, 'The dashboard', [centavos(today.sales)], [netOf(book)]);
}
