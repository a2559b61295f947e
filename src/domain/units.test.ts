import { expect, it } from 'vitest';
import { unitNumber } from './units.ts';

const none = { serial_number: null, imei: null, imei2: null };

it.each([
  [{ ...none, imei: '356789104523425', serial_number: 'F2LX' }, 'IMEI 356789104523425'],
  [{ ...none, imei: '356789104523425', imei2: '356789104599912' }, 'IMEI 356789104523425 / 356789104599912'],
  [{ ...none, imei2: '356789104599912' }, 'IMEI 356789104599912'],
  [{ ...none, serial_number: 'F2LX' }, 'SN F2LX'],
  [none, null],
])('tells a unit from others of its kind: %j is %j', (unit, text) => {
  expect(unitNumber(unit)).toBe(text);
});
