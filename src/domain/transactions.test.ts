import { expect, it } from 'vitest';
import { draftNumber, invoiceNumber, stockLevel, transactionStatusLabels } from './transactions.ts';

it('numbers drafts and invoices apart, with six digits or more', () => {
  expect(draftNumber('MNL-01', 123)).toBe('MNL-01-D000123');
  expect(invoiceNumber('MNL-01', 123)).toBe('MNL-01-000123');
  expect(invoiceNumber('MNL-01', 1_234_567)).toBe('MNL-01-1234567');
});

it('shows stock as plenty above 5, few from 1, none at 0', () => {
  expect([6, 5, 1, 0].map(stockLevel)).toEqual(['plenty', 'few', 'few', 'none']);
});

it('calls a void transaction Cancelled', () => {
  expect(transactionStatusLabels).toEqual({
    draft: 'Draft',
    completed: 'Completed',
    void: 'Cancelled',
    refunded: 'Refunded',
  });
});
