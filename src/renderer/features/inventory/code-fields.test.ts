import { describe, expect, it } from 'vitest';
import { fieldFor, partFor, type CodeField } from './code-fields.ts';

const IMEI = '356789104523425';
const GS1 = `(01)04806512345673(8002)${IMEI}(21)F2LXK8Q1Q0`;

describe('a scan on the form of a unit', () => {
  it.each([
    ['imei', IMEI, IMEI],
    ['imei', 'F2LXK8Q1Q0', 'F2LXK8Q1Q0'],
    ['imei2', GS1, IMEI],
    ['serial_number', GS1, 'F2LXK8Q1Q0'],
    ['serial_number', IMEI, IMEI],
    ['qr_code', IMEI, IMEI],
  ] as const)('fills %s of %s with %s', (field, code, filled) => {
    expect(partFor(field, code)).toBe(filled);
  });

  it.each([
    [IMEI, [], 'imei'],
    [IMEI, ['imei'], 'imei2'],
    [IMEI, ['imei', 'imei2'], 'imei'],
    [GS1, [], 'imei'],
    ['F2LXK8Q1Q0', [], 'serial_number'],
    ['QR-000417', ['serial_number'], 'qr_code'],
  ] as const)('puts %s, where %j are filled and none has the focus, into %s', (code, filled, field) => {
    const isEmpty = (one: CodeField) => !(filled as readonly CodeField[]).includes(one);
    expect(fieldFor(code, isEmpty)).toBe(field);
  });
});
