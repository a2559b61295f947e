import type { Centavos } from '#domain/money.ts';
import { needsReference, referenceKey, roundUpToHundred, type PaymentMethod } from '#domain/payments.ts';
import type { Tables } from '../db/tables.ts';
import type { Ids } from './demo-cart.ts';
import type { SeededRandom } from './random.ts';

const HOUR = 3_600_000;
/** The total in centavos from which some pay in two ways. */
const SPLIT_FROM: Centavos = 500_000;

function methodOf(random: SeededRandom): PaymentMethod {
  const roll = random.next();
  if (roll < 0.52) return 'cash';
  if (roll < 0.74) return 'gcash';
  if (roll < 0.9) return 'card';
  return roll < 0.96 ? 'maya' : 'bank_transfer';
}

/** Makes a reference in the format of the method's slips and apps. */
function referenceOf(method: PaymentMethod, random: SeededRandom): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.integer(0, 9)).join('');
  switch (method) {
    case 'card':
      return `APPR ${digits(6)} TRC ${digits(6)}`;
    case 'gcash':
      return `${random.integer(1, 9)}${digits(3)} ${digits(3)} ${digits(6)}`;
    case 'maya':
      return `${random.integer(1, 9)}${digits(3)}-${digits(4)}-${digits(4)}`;
    default:
      return `${random.pick(['BPI', 'BDO', 'MBTC', 'UBP'])}-IP${digits(9)}`;
  }
}

/** True if a payment has to be reviewed later. */
export const isSeenLater = (payment: Tables['payments']) =>
  payment.method !== 'cash' && payment.method !== 'card';

type Paid = { id: number; staffId: number; managerId: number; at: number; now: number; total: Centavos };

function paymentRow(
  ids: Ids,
  random: SeededRandom,
  sale: Paid,
  method: PaymentMethod,
  amount: Centavos,
): Tables['payments'] {
  const reference = needsReference(method) ? referenceOf(method, random) : null;
  const row: Tables['payments'] = {
    id: ids.nextId(),
    transaction_id: sale.id,
    method,
    amount,
    status: 'completed',
    reference_number: reference,
    reference_key: reference === null ? null : referenceKey(reference),
    expected_date: null,
    screenshot_url: null,
    notes: null,
    created_at: sale.at,
    created_by_id: sale.staffId,
    paid_at: sale.at,
    verified_by_id: null,
    verified_at: null,
    verification_notes: null,
    failed_at: null,
    failed_by_id: null,
    failure_reason: null,
    deleted_at: null,
    deleted_by_id: null,
    deletion_reason: null,
  };
  if (!isSeenLater(row) || random.chance(0.4)) return row;
  const verified_at = Math.min(sale.at + random.integer(1, 90) * (HOUR / 60), sale.now);
  return { ...row, paid_at: verified_at, verified_at, verified_by_id: sale.managerId };
}

/** Pays a sale: mostly in one way, now and then half of it in cash. */
export function paySale(ids: Ids, random: SeededRandom, sale: Paid): Tables['payments'][] {
  const method = methodOf(random);
  const isSplit = method !== 'cash' && sale.total >= SPLIT_FROM && random.chance(0.15);
  const first = isSplit ? roundUpToHundred(Math.round(sale.total / 2)) : sale.total;
  const rest = sale.total - first;
  const amount = method === 'cash' ? roundUpToHundred(first) : first;
  return [
    paymentRow(ids, random, sale, method, amount),
    ...(rest > 0 ? [paymentRow(ids, random, sale, 'cash', roundUpToHundred(rest))] : []),
  ];
}
