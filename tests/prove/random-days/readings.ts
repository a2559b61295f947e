import { expectDone } from '#tests/support/selling.ts';
import { piecesOf, type WireShift, type WireX } from '#tests/support/shifts.ts';
import { cashOf, emptyBook, netOf, type Book, type ModelShift } from './drawer-model.ts';
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
  cash: { taken: number; change: number; refunded: number; voided: number };
};

function compare(store: ProvenStore, what: string, figures: WireFigures, book: Book): void {
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
  store.ledger.check(JSON.stringify(told) === JSON.stringify(expected), `${what} is apart`, {
    told,
    expected,
  });
}

/** Counts a drawer, now and then wrongly, and closes its shift. */
export async function closeShift(store: ProvenStore, shift: ModelShift): Promise<void> {
  const { random } = store;
  const x = expectDone(await store.by('manager').get<WireX>(`/shifts/${shift.id}/x-reading`));
  compare(store, 'An X reading', x.figures, shift.book);
  const off = random.chance(0.3) ? random.whole(-Math.min(50, shift.drawer), 50) : 0;
  const { till } = shift;
  const body = { denominations: piecesOf(shift.drawer + off) };
  const counted = await store.done<WireShift>('seller', till, `/shifts/${shift.id}/count`, body);
  // The counter does not see the expected amounts.
  const seen = expectDone(await store.by('manager').get<WireShift>(`/shifts/${shift.id}`));
  store.ledger.check(seen.expected_cash === shift.drawer, 'A drawer is apart', {
    told: seen.expected_cash,
    expected: shift.drawer,
  });
  store.ledger.check(counted.difference === off, 'A difference is apart', {
    told: counted.difference,
    expected: off,
  });
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
      reading.no === no && reading.grand_total === grand,
      'A Z counter or grand total is apart',
      {
        told: [reading.no, reading.grand_total],
        expected: [no, grand],
      },
    );
  }
}

/** Compares the file of all transactions with the daily reports of all days: both come to the same net sales. */
export async function compareExport(store: ProvenStore): Promise<void> {
  const file = expectDone(await store.by('manager').get<string>('/transactions/export'));
  const rows = file.trim().split('\r\n').slice(1);
  const inFile = rows.reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-2)) * 100), 0);
  let inReports = 0;
  for (const date of store.books.days.keys()) {
    const query = `/payments/daily-report?date=${date}`;
    const { net_sales } = expectDone(await store.by('manager').get<WireReport>(query));
    inReports += Math.round(net_sales * 100);
  }
  store.ledger.check(inFile === inReports, 'The file of transactions and the daily reports are apart', {
    inFile,
    inReports,
  });
}

/** Compares daily report, store day and dashboard of a day with the books. */
export async function compareDay(store: ProvenStore, date: string): Promise<void> {
  const book = store.books.day(date);
  const report = expectDone(await store.by('manager').get<WireReport>(`/payments/daily-report?date=${date}`));
  const { taken, change, refunded, voided } = report.cash;
  const told = [report.net_sales, taken, change, refunded, voided];
  const expected = [netOf(book), book.taken, book.change, book.refunded, book.voided];
  store.ledger.check(
    JSON.stringify(told) === JSON.stringify(expected),
    `The daily report of ${date} is apart`,
    {
      told,
      expected,
    },
  );
  const day = expectDone(
    await store
      .by('manager')
      .get<{ agrees: boolean; report: { net_sales: number; net_cash: number } }>(`/store-day?date=${date}`),
  );
  store.ledger.check(
    day.agrees && day.report.net_sales === netOf(book) && day.report.net_cash === cashOf(book),
    `The store's day of ${date} is apart`,
    day.report,
  );
  if (date !== store.today) return;
  const { today } = expectDone(await store.by('manager').get<{ today: { sales: number } }>('/dashboard'));
  store.ledger.check(today.sales === netOf(book), 'The dashboard is apart', {
    told: today,
    expected: netOf(book),
  });
}
