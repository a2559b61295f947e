import { describe, expect, it } from 'vitest';
import type { OpenReceipt } from '#contract/purchase-orders.ts';
import { scannedText } from './order-text.ts';

const receipt = (id: number, name: string, units: Record<number, number>): OpenReceipt => ({
  by: { id, name },
  is_here: id === 2,
  begun_at: 0,
  seen_at: 0,
  units_count: Object.values(units).reduce((sum, count) => sum + count, 0),
  items: Object.entries(units).map(([item, quantity]) => ({
    supplier_transaction_item_id: Number(item),
    quantity,
  })),
});
const order = { open_receipts: [receipt(1, 'Ana Cruz', { 7: 11, 8: 1 }), receipt(2, 'Ben', { 8: 1 })] };

describe('what is scanned of an order and not received', () => {
  it('is named with who has it, of the order and of an item', () => {
    expect(scannedText(order, { staffId: 2 })).toBe(
      'Scanned and not received yet: Ana Cruz 12 units, you 1 unit.',
    );
    expect(scannedText(order, { staffId: 1 })).toBe(
      'Scanned and not received yet: you at another computer 12 units, Ben 1 unit.',
    );
    expect(scannedText(order, { staffId: 3, itemId: 7 })).toBe(
      'Scanned and not received yet: Ana Cruz 11 units.',
    );
    expect(scannedText(order, { staffId: 3, itemId: 9 })).toBeNull();
    expect(scannedText({ open_receipts: [] }, { staffId: 1 })).toBeNull();
  });
});
