import { describe, expect, it } from 'vitest';
import type { PendingPayment } from '#contract/payments.ts';
import { readAddress } from '#renderer/lib/list-address.ts';
import { narrowPending, pendingFilters, type PendingFilters } from './narrow-pending.ts';

const aPayment = (id: number, overrides: Partial<PendingPayment> = {}): PendingPayment => ({
  id,
  transaction_id: id,
  method: 'gcash',
  amount: 100_000 * id,
  status: 'pending',
  reference_number: `9020 1188 27${id}`,
  expected_date: `2026-11-2${id}`,
  screenshot_url: null,
  notes: null,
  created_at: id,
  created_by: null,
  paid_at: null,
  verified_by: null,
  verified_at: null,
  verification_notes: null,
  failed_at: null,
  failed_by: null,
  failure_reason: null,
  deleted_at: null,
  deleted_by: null,
  deletion_reason: null,
  trade_in: null,
  reference_used_in: null,
  transaction: {
    id,
    transaction_number: `MNL-01-D00001${id}`,
    invoice_number: `MNL-01-00000${id}`,
    status: 'completed',
    customer_name: null,
  },
  due: 'later',
  age_days: 0,
  ...overrides,
});
const all = [
  aPayment(3),
  aPayment(1, { due: 'overdue', method: 'maya', reference_number: 'MY-7741' }),
  aPayment(2, { expected_date: null, due: 'undated' }),
  aPayment(4, {
    due: 'today',
    transaction: {
      id: 4,
      transaction_number: 'MNL-01-D000009',
      invoice_number: null,
      status: 'draft',
      customer_name: 'José Peña',
    },
  }),
];
const ids = (address: string) =>
  narrowPending(all, readAddress<PendingFilters>(pendingFilters, new URLSearchParams(address))).map(
    ({ id }) => id,
  );

describe('the list of pending payments', () => {
  it('starts with what was expected first, and ends with what nobody expects on a day', () => {
    expect(ids('')).toEqual([1, 3, 4, 2]);
    expect(ids('sort=-expected')).toEqual([2, 4, 3, 1]);
    expect(ids('sort=amount')).toEqual([1, 2, 3, 4]);
    expect(ids('sort=-amount')).toEqual([4, 3, 2, 1]);
  });

  it('is searched by reference, number and customer, however they are spelled', () => {
    expect(ids('search=my7741')).toEqual([1]);
    expect(ids('search=902011')).toEqual([3, 4, 2]);
    expect(ids('search=jose pena')).toEqual([4]);
    expect(ids('search=01 d000009')).toEqual([4]);
    expect(ids('search=01 000003')).toEqual([3]);
    expect(ids('search=d000013')).toEqual([3]);
    expect(ids('search=walk-in')).toEqual([1, 3, 2]);
    expect(ids('search=nothing')).toEqual([]);
  });

  it('is narrowed by method and by when the money is expected', () => {
    expect(ids('method=maya')).toEqual([1]);
    expect(ids('due=undated')).toEqual([2]);
    expect(ids('method=gcash&due=today')).toEqual([4]);
  });
});
