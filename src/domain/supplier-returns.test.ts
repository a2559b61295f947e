import { expect, it } from 'vitest';
import { supplierReturnNumber, whyNotReturnable } from './supplier-returns.ts';

const here = { id: 1, name: 'Main' };
const unit = {
  status: 'defective' as const,
  store: here,
  locked_by: null,
  supplier: { id: 7, name: 'Pacific' },
};

it('numbers returns by the store that the units leave', () => {
  expect(supplierReturnNumber('MNL-01', 7)).toBe('RS-MNL-01-000007');
});

it.each([
  [unit, null],
  [{ ...unit, status: 'available' as const, supplier: null }, null],
  [{ ...unit, status: 'sold' as const }, 'It was sold'],
  [{ ...unit, status: 'lost' as const }, 'It is marked as lost'],
  [{ ...unit, status: 'in_transit' as const }, 'It is in transit'],
  [{ ...unit, status: 'returned' as const }, 'It went back to its supplier already'],
  [{ ...unit, status: 'locked' as const, locked_by: 'Ana' }, 'Ana holds it at a till'],
  [{ ...unit, store: { id: 2, name: 'Cebu' } }, 'It stands at Cebu'],
  [{ ...unit, supplier: { id: 8, name: 'Luzon' } }, 'It came from Luzon'],
])('says of %j why it cannot go back: %s', (one, why) => {
  expect(whyNotReturnable(one, 1, 7)).toBe(why);
});
