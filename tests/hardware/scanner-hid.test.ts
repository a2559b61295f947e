import { describe, expect, it } from 'vitest';
import { hidScannerOver } from '#main/scanner/hid-scanner.ts';
import type { ScannerDriver } from '#main/scanner/port.ts';
import { ODD_DESCRIPTOR, plugInHidScanner, reportForms } from '#tests/support/hid-scanners.ts';
import { scannerSuite } from './scanner.suite.ts';

const descriptorOf = (name: string) => (name === 'of a descriptor' ? ODD_DESCRIPTOR : null);

for (const name of ['64 bytes', 'of a descriptor'] as const) {
  const form = reportForms[name];
  scannerSuite(`HID (reports ${name.startsWith('of') ? name : `of ${name}`})`, () => {
    const scanner = plugInHidScanner(form, descriptorOf(name));
    return {
      ...scanner,
      driver: hidScannerOver(scanner.library) as ScannerDriver,
      close: () => undefined,
    };
  });
}

describe('a HID scanner', () => {
  it.each(Object.entries(reportForms))('gives its codes, whatever its reports (%s)', async (name, form) => {
    const scanner = plugInHidScanner(form, descriptorOf(name));
    const codes: string[] = [];
    await hidScannerOver(scanner.library).open(scanner.settings, {
      onCode: (code) => codes.push(code),
      onClose: () => undefined,
    });
    const sent = [']E04006381333931', '356938035643809', ']C0SN-1'];
    for (const code of sent) scanner.send(code);
    expect(codes).toEqual(sent);
  });

  it.each(Object.entries(reportForms).filter(([, form]) => form.flagAt !== null))(
    'joins a code that goes on in further reports (%s)',
    async (name, form) => {
      const scanner = plugInHidScanner(form, descriptorOf(name));
      const codes: string[] = [];
      await hidScannerOver(scanner.library).open(scanner.settings, {
        onCode: (code) => codes.push(code),
        onClose: () => undefined,
      });
      const long = `tindahan:sale:${'MNL-01-000123/'.repeat(12)}`;
      scanner.send(`]Q1${long}`);
      scanner.send(']E04006381333931');
      expect(codes).toEqual([`]Q1${long}`, ']E04006381333931']);
    },
  );

  it('goes on after malformed reports, which never throw', async () => {
    const form = reportForms['64 bytes'];
    const scanner = plugInHidScanner(form);
    const codes: string[] = [];
    await hidScannerOver(scanner.library).open(scanner.settings, {
      onCode: (code) => codes.push(code),
      onClose: () => undefined,
    });
    const malformed = [
      [],
      [2],
      [2, 255],
      new Array(64).fill(255),
      new Array(64).fill(2),
      [2, 57, ...new Array(62).fill(0x41)],
      [3, 4, 0x5d, 0x43, 0x30, 0x31, 0x32, 0x33, 0x34, ...new Array(55).fill(0)],
    ];
    for (const bytes of malformed) {
      scanner.raw(Uint8Array.from(bytes));
      scanner.send(']C0SN-1');
    }
    expect(codes).toEqual(malformed.map(() => ']C0SN-1'));
  });

  it('is not there on a computer without HID', async () => {
    const devices = () => Promise.reject(new Error('No native build was found'));
    const open = () => Promise.reject(new Error('never'));
    const { settings } = plugInHidScanner(reportForms['64 bytes']);
    const opening = hidScannerOver({ devices, open }).open(settings, {
      onCode: () => undefined,
      onClose: () => undefined,
    });
    await expect(opening).rejects.toThrow('Honeywell Voyager 1200g is not there');
  });
});
