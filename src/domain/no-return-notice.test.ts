import { expect, it } from 'vitest';
import { isNoReturnNotice } from './no-return-notice.ts';

it.each([
  'No return, no exchange',
  'Salamat po!\nNO RETURN - NO EXCHANGE',
  'Strictly no return/exchange.',
  'No refund and no exchange after 7 days',
  'Thank you. No refunds!',
  'No exchange',
  'Sale items are non-refundable',
  'Goods sold are not returnable.',
  'Walang return, walang exchange',
])('%j says that goods are not taken back', (text) => {
  expect(isNoReturnNotice(text)).toBe(true);
});

it.each([
  'Thank you. Keep this receipt for your warranty.',
  'No exchange without this receipt',
  'No refund after 30 days. Warranty 12 months',
  'Returns and exchanges within 7 days',
  'Exchange no. 12, return to our store',
  'Note: return within 7 days',
])('%j does not', (text) => {
  expect(isNoReturnNotice(text)).toBe(false);
});
