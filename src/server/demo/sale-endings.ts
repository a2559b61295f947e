import { defaultPayouts, paidAmount, refundShares, taxTakenBack, type Disposition } from '#domain/refunds.ts';
import { addDays } from '#domain/calendar-dates.ts';
import { DAY, storeDate } from '#domain/store-time.ts';
import { DEFAULT_TIME_ZONE } from '#domain/time-zones.ts';
import { pointsAfterRefund } from '#domain/totals.ts';
import type { DemoWorld, Ids } from './demo-cart.ts';
import { isSeenLater } from './demo-payments.ts';
import { settled, type DemoSale } from './demo-sale.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type EndingContext = { world: DemoWorld; ids: Ids };

const voidReasons = ['Wrong customer', 'Wrong unit scanned', 'Customer changed their mind at the counter'];
const refundReasons = ['Does not charge', 'Dead pixels', 'Wrong colour', 'Changed their mind within 7 days'];
const failureReasons = ['Payment not received', 'Reference number not found'];

/** Days from today on which the latest pending payments are expected, oldest first. */
const EXPECTED = [-3, -2, -1, 0, 0, 0, 1, 4];

function pointsBack(sale: DemoSale, kept: number, reason: string, at: number, staffId: number) {
  const { row } = sale;
  if (row.customer_id === null) return sale.points;
  const points = kept - row.points_earned;
  return [
    ...sale.points,
    { customerId: row.customer_id, at, points, reason, transactionId: row.id, staffId },
  ];
}

/** Voids a sale shortly after it was made. */
export function voided(sale: DemoSale, { world }: EndingContext): DemoSale {
  const { random, people } = world;
  const at = sale.row.dated_at + random.integer(5, 90) * MINUTE;
  const staffId = people.managerOf(sale.row.store_id);
  return {
    ...sale,
    row: {
      ...sale.row,
      status: 'void',
      points_earned: 0,
      voided_at: at,
      voided_by_id: staffId,
      void_reason: random.pick(voidReasons),
      updated_at: at,
    },
    lines: sale.lines.map((line) => ({ ...line, live: 0 })),
    units: sale.units.map((unit) => ({ ...unit, status: 'available' })),
    points: pointsBack(sale, 0, `Sale ${sale.row.invoice_number} voided`, at, staffId),
  };
}

/** Refunds one unit of a sale some days later, or all of them. */
export function refunded(sale: DemoSale, { world, ids }: EndingContext, isWhole: boolean): DemoSale {
  const { random, people, now } = world;
  const at = Math.min(
    sale.row.dated_at + random.integer(20, 150) * HOUR,
    now - random.integer(10, 300) * MINUTE,
  );
  const staffId = people.managerOf(sale.row.store_id);
  const back = new Set(sale.lines.map((_, index) => index).filter((index) => isWhole || index === 0));
  const totals = { ...sale.row, lines: sale.lines };
  const shares = refundShares(totals, paidAmount(sale.payments, sale.row.change_due));
  const amount = shares.filter((_, index) => back.has(index)).reduce((sum, share) => sum + share, 0);
  const reason = random.pick(refundReasons);
  const disposition: Disposition = /charge|pixels/.test(reason) ? 'defective' : 'available';
  const id = ids.nextId();
  const kept = sale.row.customer_id === null ? 0 : pointsAfterRefund(totals, back);
  return {
    row: {
      ...sale.row,
      status: isWhole ? 'refunded' : 'completed',
      refunded_amount: amount,
      points_earned: kept,
      updated_at: at,
    },
    lines: sale.lines.map((line, index) =>
      back.has(index) ? { ...line, live: 0, refunded_at: at, refund_id: id } : line,
    ),
    units: sale.units.map((unit, index) => (back.has(index) ? { ...unit, status: disposition } : unit)),
    payments: sale.payments,
    points: pointsBack(sale, kept, `Refund of ${sale.row.invoice_number}`, at, staffId),
    refund: {
      row: {
        id,
        cash_rounding: 0,
        rounding_back: 0,
        transaction_id: sale.row.id,
        store_id: sale.row.store_id,
        amount,
        // All of it was paid.
        written_off: 0,
        withheld: 0,
        tax: taxTakenBack(sale.row, { before: 0, off: amount }),
        reason,
        exchange_transaction_id: null,
        refunded_by_id: staffId,
        created_at: at,
      },
      items: [...back].map((index) => ({
        refund_id: id,
        transaction_item_id: sale.lines[index]?.id ?? 0,
        disposition,
        amount: shares[index] ?? 0,
      })),
      payouts: defaultPayouts(amount, sale.payments, { change: sale.row.change_due, earlier: [] }),
    },
  };
}

/** Fails an expected payment that never came. */
export function failed(sale: DemoSale, { world }: EndingContext): DemoSale {
  const { random, people } = world;
  const failed_at = sale.row.dated_at + random.integer(30, 70) * HOUR;
  const failure = {
    status: 'failed' as const,
    expected_date: storeDate(sale.row.dated_at, DEFAULT_TIME_ZONE),
    paid_at: null,
    verified_at: null,
    verified_by_id: null,
    failed_at,
    failed_by_id: people.managerOf(sale.row.store_id),
    failure_reason: random.pick(failureReasons),
  };
  return {
    ...sale,
    row: { ...sale.row, updated_at: failed_at },
    payments: sale.payments.map((payment) => (isSeenLater(payment) ? { ...payment, ...failure } : payment)),
  };
}

/** Makes a payment pending until a date. */
export function waiting(sale: DemoSale, expected: string): DemoSale {
  const paidOn = storeDate(sale.row.dated_at, DEFAULT_TIME_ZONE);
  const wait = {
    status: 'pending' as const,
    expected_date: expected > paidOn ? expected : paidOn,
    paid_at: null,
    verified_at: null,
    verified_by_id: null,
  };
  return {
    ...sale,
    payments: sale.payments.map((payment) => (isSeenLater(payment) ? { ...payment, ...wait } : payment)),
  };
}

/** Returns the last sales of a shop, whose payments are pending. */
function lastOnesWaiting(sales: readonly DemoSale[], now: number): DemoSale[] {
  const today = storeDate(now, DEFAULT_TIME_ZONE);
  const late = sales.filter((sale) => sale.payments.some(isSeenLater) && now - sale.row.dated_at < 6 * DAY);
  const last = late.slice(-EXPECTED.length);
  const days = EXPECTED.slice(-last.length);
  return last.map((sale, place) => waiting(sale, addDays(today, days[place] ?? 0)));
}

type Ending = {
  count: number;
  suits: (sale: DemoSale, ageInDays: number) => boolean;
  change: (sale: DemoSale, context: EndingContext) => DemoSale;
};

const endings: readonly Ending[] = [
  {
    count: 3,
    suits: (sale, age) => sale.payments.some(isSeenLater) && age >= 7 && age < 40,
    change: failed,
  },
  { count: 3, suits: (_, age) => age >= 1 && age < 45, change: voided },
  {
    count: 3,
    suits: (_, age) => age >= 1 && age < 30,
    change: (sale, context) => refunded(sale, context, true),
  },
  {
    count: 3,
    suits: (sale, age) => sale.lines.length > 1 && age >= 1 && age < 30,
    change: (sale, context) => refunded(sale, context, false),
  },
];

/** Changes the outcome of some of a shop's sales: voided, refunded in whole or in part, unpaid, or pending. */
export function endSales(sales: readonly DemoSale[], context: EndingContext): DemoSale[] {
  const { random, now: present, day } = context.world;
  // What was taken back today would leave a day that has just begun below zero.
  const now = day.today ?? present;
  const past = { ...context, world: { ...context.world, now } };
  const ended = new Map(lastOnesWaiting(sales, present).map((sale) => [sale.row.id, sale]));
  for (const { count, suits, change } of endings) {
    for (let done = 0; done < count; done += 1) {
      const found = sales.filter(
        (sale) => !ended.has(sale.row.id) && suits(sale, (now - sale.row.dated_at) / DAY),
      );
      const sale = random.pick(found);
      ended.set(sale.row.id, settled(change(sale, past)));
    }
  }
  return sales.map((sale) => ended.get(sale.row.id) ?? sale);
}
