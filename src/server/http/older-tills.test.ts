import { expect, it } from 'vitest';
import { forTillOf } from './older-tills.ts';

it('tells a till of before nothing of coins that it does not know: it would refuse the whole shift', () => {
  const shift = { id: 1, float: null, count: { bill_1000: 2, coin_025: 3, coin_005: 4, coin_001: 1 } };
  expect(forTillOf('1.0.0', 'shifts.get', shift)).toEqual({
    ...shift,
    count: { bill_1000: 2, coin_025: 3 },
  });
  expect(forTillOf('1.1.0', 'shifts.get', shift)).toBe(shift);
  expect(forTillOf(undefined, 'shifts.get', shift)).toBe(shift);
});

it('tells such a till nothing of permissions that it does not know: nobody could sign in there', () => {
  const permissions = ['transactions.void', 'transactions.review'];
  const staff = { id: 1, permissions };
  expect(forTillOf('1.0.0', 'staff.login', { staff })).toEqual({
    staff: { id: 1, permissions: ['transactions.void'] },
  });
  const role = { role: 'store_manager', permissions, default_permissions: permissions };
  expect(forTillOf('1.0.0', 'roles.list', [role])).toEqual([
    { role: 'store_manager', permissions: ['transactions.void'], default_permissions: ['transactions.void'] },
  ]);
  expect(forTillOf('1.1.0', 'staff.login', { staff })).toEqual({ staff });
});

it('tells such a till that what was settled without its unit went to stock: it would refuse the whole sale', () => {
  const sale = { refunds: [{ items: [{ transaction_item_id: 1, disposition: 'none' }] }] };
  expect(forTillOf('1.0.0', 'transactions.get', sale)).toEqual({
    refunds: [{ items: [{ transaction_item_id: 1, disposition: 'available' }] }],
  });
  expect(forTillOf('1.1.0', 'transactions.get', sale)).toBe(sale);
});

it('an older till knows no item of another store as a reason to settle', () => {
  const sale = { offline: { reasons: [{ code: 'other_store', text: 'Phone 1 is an item of Cebu' }] } };
  expect(forTillOf('1.0.0', 'transactions.get', sale)).toEqual({
    offline: { reasons: [{ code: 'unit', text: 'Phone 1 is an item of Cebu' }] },
  });
  expect(forTillOf('1.1.0', 'transactions.get', sale)).toBe(sale);
});
