import { expect, it } from 'vitest';
import { standardTin } from './tin.ts';

it.each([
  ['123-456-789-00000', '123-456-789-00000'],
  ['12345678900000', '123-456-789-00000'],
  ['1234567890000', '123-456-789-0000'],
  ['123 456 789 000', '123-456-789-000'],
  ['123.456.789', '123-456-789'],
  ['123–456–789–00001', '123-456-789-00001'],
  ['VAT REG TIN: 123-456-789-000', '123-456-789-000'],
  ['Non-VAT Reg. TIN 123-456-789-00012', '123-456-789-00012'],
  ['TIN 123-456-789-000 NV', '123-456-789-000'],
  ['123-456-789-000V', '123-456-789-000'],
  ['１２３４５６７８９', '123-456-789'],
])('takes %j for the TIN %j', (written, standard) => {
  expect(standardTin(written)).toBe(standard);
  expect(standardTin(standard)).toBe(standard);
});

it.each([
  '',
  '12345678',
  '1234567890',
  '12345678901',
  '123456789012345',
  '123-456-78A',
  '123/456/789',
  'TIN',
  'one',
  '123-456-789-000 Makati',
])('takes %j for none', (written) => {
  expect(standardTin(written)).toBeNull();
});
