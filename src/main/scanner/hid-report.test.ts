import { describe, expect, it } from 'vitest';
import { createReportReader, layoutIn, layoutOfLength, readReport } from './hid-report.ts';

/** A report of 64 bytes: `[02][count][AIM][data x56][vendor x2][flags]`. */
function report(symbology: string, data: string, flags = 0): Uint8Array {
  const bytes = Buffer.alloc(64);
  bytes.set([2, data.length]);
  bytes.write(symbology, 2, 'latin1');
  bytes.write(data, 5, 'latin1');
  bytes[63] = flags;
  return bytes;
}
const text = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('latin1');

/** The descriptor of a common scanner, whose reports have 64 bytes. */
const DESCRIPTOR = Uint8Array.from(
  [
    [0x05, 0x8c, 0x09, 0x02, 0xa1, 0x01, 0x09, 0x12, 0xa1, 0x02, 0x85, 0x02],
    [0x15, 0x00, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x01, 0x05, 0x01, 0x09, 0x3b, 0x81, 0x02],
    [0x95, 0x03, 0x05, 0x8c, 0x09, 0xfb, 0x09, 0xfc, 0x09, 0xfd, 0x81, 0x02],
    [0x95, 0x38, 0x09, 0xfe, 0x82, 0x02, 0x01],
    [0x95, 0x02, 0x06, 0x66, 0xff, 0x09, 0x04, 0x81, 0x02],
    [0x05, 0x8c, 0x09, 0xff, 0x25, 0x01, 0x75, 0x01, 0x95, 0x01, 0x81, 0x02, 0x95, 0x07, 0x81, 0x03],
    [0xc0, 0x09, 0x14, 0xa1, 0x02, 0x85, 0x04, 0x75, 0x08, 0x95, 0x05, 0x91, 0x02, 0xc0, 0xc0],
  ].flat(),
);

describe('a report of scanned data', () => {
  it('gives its code and its symbology', () => {
    const read = readReport(report(']C0', 'SN-1'));
    expect(read && { ...read, data: text(read.data) }).toEqual({
      symbology: ']C0',
      data: 'SN-1',
      isContinued: false,
    });
    expect(readReport(report('\0\0\0', 'SN-1'))?.symbology).toBe('');
  });

  it('fills its field to the last byte', () => {
    const full = 'A'.repeat(56);
    expect(text(readReport(report(']C0', full))?.data ?? null)).toBe(full);
  });

  it.each([
    ['of another id', Buffer.concat([Buffer.from([3]), report(']C0', 'SN-1').subarray(1)])],
    ['of another length', report(']C0', 'SN-1').subarray(0, 60)],
    ['that names no symbology where one stands', report('abc', 'SN-1')],
    ['with bytes that no barcode holds', report(']C0', 'SN\x001')],
    ['without data', report(']C0', '')],
    ['that is empty', new Uint8Array()],
  ])('%s is ignored', (_, bytes) => {
    expect(readReport(bytes)).toBeNull();
  });

  it('that claims more data than it has is ignored', () => {
    const bytes = report(']C0', 'SN-1');
    bytes[1] = 57;
    expect(readReport(bytes)).toBeNull();
  });
});

describe('a report descriptor', () => {
  it('says where everything stands, as the usual layout of 64 bytes has it', () => {
    expect(layoutIn(DESCRIPTOR)).toEqual(layoutOfLength(64));
  });

  it.each([
    ['of a keyboard', [0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0xc0]],
    ['that is cut off', [...DESCRIPTOR.subarray(0, 30)]],
    ['that is empty', []],
    [
      'of data that begins amid a byte',
      [0x05, 0x8c, 0x75, 3, 0x95, 1, 0x81, 3, 0x75, 8, 0x09, 0xfe, 0x81, 2],
    ],
    ['that counts without end', [0x05, 0x8c, 0x09, 0xfe, 0x75, 0, 0x97, 255, 255, 255, 255, 0x81, 2]],
  ])('%s declares none', (_, bytes) => {
    expect(layoutIn(Uint8Array.from(bytes))).toBeNull();
  });
});

describe('a code in several reports', () => {
  const reader = () => createReportReader(null);

  it('is joined', () => {
    const { read } = reader();
    expect(read(report(']Q1', 'abc', 1), 0)).toBeNull();
    expect(read(report(']Q1', 'def', 1), 10)).toBeNull();
    expect(text(read(report(']Q1', 'ghi'), 20))).toBe(']Q1abcdefghi');
    expect(text(read(report(']C0', 'SN-1'), 30))).toBe(']C0SN-1');
  });

  it('is joined across reports of other kinds', () => {
    const { read } = reader();
    read(report(']Q1', 'abc', 1), 0);
    expect(read(new Uint8Array(64).fill(9), 5)).toBeNull();
    expect(text(read(report(']Q1', 'def'), 10))).toBe(']Q1abcdef');
  });

  it('is given up when another code comes in the place of its rest', () => {
    const { read } = reader();
    read(report(']Q1', 'abc', 1), 0);
    expect(text(read(report(']C0', 'SN-1'), 10))).toBe(']C0SN-1');
  });

  it('is given up when its rest does not come within a second', () => {
    const { read } = reader();
    read(report(']Q1', 'abc', 1), 0);
    expect(text(read(report(']Q1', 'def'), 1001))).toBe(']Q1def');
  });

  it('is dropped when it is longer than any', () => {
    const { read } = reader();
    for (let part = 0; part < 10; part += 1) read(report(']Q1', 'A'.repeat(56), 1), part);
    expect(read(report(']Q1', 'A'), 11)).toBeNull();
    expect(text(read(report(']C0', 'SN-1'), 12))).toBe(']C0SN-1');
  });
});
