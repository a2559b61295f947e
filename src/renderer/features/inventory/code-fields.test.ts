import { describe, expect, it } from 'vitest';
import { fieldFor, nextAfter, partFor, targetOf, type CodeField } from './code-fields.ts';

const IMEI = '356789104523425';
const SHORT = IMEI.slice(0, 14);
const GS1 = `(01)04806512345673(8002)${IMEI}(21)F2LXK8Q1Q0`;

describe('a scan on the form of a unit', () => {
  it.each([
    ['imei', IMEI, IMEI],
    ['imei', 'F2LXK8Q1Q0', 'F2LXK8Q1Q0'],
    ['imei2', GS1, IMEI],
    ['serial_number', GS1, 'F2LXK8Q1Q0'],
    ['serial_number', IMEI, IMEI],
    ['imei', '35 678910 452342', SHORT],
    ['serial_number', '(01)14006381333938(21)F2LXK8Q1Q0', 'F2LXK8Q1Q0'],
    ['qr_code', IMEI, IMEI],
  ] as const)('fills %s of %s with %s', (field, code, filled) => {
    expect(partFor(field, code)).toBe(filled);
  });

  it.each([
    [IMEI, [], 'imei'],
    [IMEI, ['imei'], 'imei2'],
    [IMEI, ['imei', 'imei2'], 'imei'],
    [SHORT, ['imei'], 'imei2'],
    ['35-678910-452342-5', [], 'imei'],
    [GS1, [], 'imei'],
    ['(01)14006381333938(21)F2LXK8Q1Q0', [], 'serial_number'],
    ['F2LXK8Q1Q0', [], 'serial_number'],
    ['QR-000417', ['serial_number'], 'qr_code'],
  ] as const)('puts %s, where %j are filled and none has the focus, into %s', (code, filled, field) => {
    const isEmpty = (one: CodeField) => !(filled as readonly CodeField[]).includes(one);
    expect(fieldFor(code, isEmpty)).toBe(field);
  });

  it.each([
    ['G9NFZM8W', 'imei', [], 'qr_code'],
    ['G9NF ZM8W', null, [], 'qr_code'],
    ['K7TRWX3P', 'qr_code', ['qr_code'], 'qr_code'],
    // A serial number may look like a label, although the unit has its label already.
    ['K7TRWX3P', 'serial_number', ['qr_code'], 'serial_number'],
    [IMEI, 'qr_code', [], 'imei'],
    [IMEI, 'imei', ['qr_code'], 'imei'],
    ['F2LXK8Q1Q0', 'imei', ['qr_code'], 'serial_number'],
    ['F2LXK8Q1Q0', 'qr_code', ['qr_code'], 'serial_number'],
  ] as const)('by labels goes from %s at %s, where %j are filled, to %s', (code, focused, filled, field) => {
    const isEmpty = (one: CodeField) => !(filled as readonly CodeField[]).includes(one);
    expect(targetOf(code, focused, { isEmpty, byLabel: true })).toBe(field);
  });

  it.each([
    [IMEI, 'serial_number', [], 'imei'],
    [SHORT, 'serial_number', [], 'imei'],
    [`${SHORT}0`, 'serial_number', ['imei'], 'imei2'],
    ['35 678910 452342', 'qr_code', [], 'imei'],
    [IMEI, 'imei2', [], 'imei2'],
    [GS1, 'serial_number', [], 'serial_number'],
    ['F2LXK8Q1Q0', 'imei', [], 'serial_number'],
    ['G9NFZM8W', 'qr_code', [], 'qr_code'],
    ['1234567890123', 'serial_number', [], 'serial_number'],
  ] as const)('goes from %s at %s, where %j are filled, to %s', (code, focused, filled, field) => {
    const isEmpty = (one: CodeField) => !(filled as readonly CodeField[]).includes(one);
    expect(targetOf(code, focused, { isEmpty, byLabel: false })).toBe(field);
  });

  it('is followed by the number of a unit after its label, if it has none yet', () => {
    expect(nextAfter('qr_code', () => true)).toBe('imei');
    expect(nextAfter('qr_code', (field) => field !== 'serial_number')).toBe('qr_code');
    expect(nextAfter('serial_number', () => true)).toBe('serial_number');
  });
});
