import { expect, it } from 'vitest';
import { orderNumber, orderStatus, orderTotals } from './purchase-orders.ts';

it('numbers orders by the store that receives', () => {
  expect(orderNumber('MNL-01', 123)).toBe('PO-MNL-01-000123');
});

it('is pending until something came, and complete once all of it did', () => {
  expect([orderStatus(0, 10), orderStatus(1, 10), orderStatus(9, 10), orderStatus(10, 10)]).toEqual([
    'pending',
    'partial',
    'partial',
    'complete',
  ]);
});

it('adds up ten at 18,500 pesos and two at 99.95', () => {
  const rows = [
    { quantity_ordered: 10, quantity_received: 6, unit_cost: 1_850_000 },
    { quantity_ordered: 2, quantity_received: 2, unit_cost: 9995 },
  ];
  expect(orderTotals(rows)).toEqual({
    total_quantity_ordered: 12,
    total_quantity_received: 8,
    total_amount: 18_519_990,
  });
});
