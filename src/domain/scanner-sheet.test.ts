import { describe, expect, it } from 'vitest';
import { receiptWidths } from './receipt.ts';
import { scannerSheet } from './scanner-sheet.ts';
import { slipRows } from './slip.ts';

const frame = {
  shop_name: 'Tindahan Gadgets',
  store: { name: 'Manila Main', address: null, phone: null },
  printed_at: 1_780_000_000_000,
  time_zone: 'Asia/Manila',
  staff_name: 'Ana Reyes',
};
const textOf = (...scanners: Parameters<typeof scannerSheet>[0]) =>
  slipRows(scannerSheet(scanners, frame), 48)
    .map((row) => ('text' in row ? row.text : ''))
    .join(' ');

describe('the scanner set-up sheet', () => {
  it('says what the scanners of this till must be set to', () => {
    const text = textOf(
      { kind: 'serial', path: 'COM3', baud_rate: 9600 },
      { kind: 'hid', name: 'Voyager 1200g' },
    );
    for (const part of ['COM3', '9600 baud', '8 data bits, no parity, 1 stop bit', 'Voyager 1200g']) {
      expect(text).toContain(part);
    }
    for (const part of ['AIM ID, begins with ]', 'CR (Enter)', 'US English']) expect(text).toContain(part);
    for (const maker of ['Honeywell', 'Zebra', 'Datalogic', 'NETUM']) expect(text).toContain(maker);
  });

  it('says that nothing needs to be set up for scanners that type', () => {
    expect(textOf()).toContain('No scanner is set up on this till');
    expect(textOf({ kind: 'hid', name: 'Voyager' })).toContain('work besides these');
  });

  it.each(receiptWidths)('fits a paper of %i columns', (width) => {
    const rows = slipRows(
      scannerSheet([{ kind: 'serial', path: '/dev/serial/by-id/usb-0', baud_rate: 115_200 }], frame),
      width,
    );
    for (const row of rows) if ('text' in row) expect(row.text.length).toBeLessThanOrEqual(width);
  });
});
