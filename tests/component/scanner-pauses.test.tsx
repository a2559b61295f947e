import { useEffect, useRef, useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Screen } from '#renderer/app/screens.tsx';
import { listenToScanners, takeScans } from '#renderer/lib/scans.ts';
import { takeTyping } from '#renderer/lib/typing-home.ts';
import { ScanField } from '#renderer/ui/scan-field.tsx';
import { openScreen } from '#tests/support/component/open-screen.tsx';
import { pressAsScanner, type ScannerKey } from '#tests/support/component/scanner-keys.ts';

const CODE = '356938035643809';
const [FIRST, SECOND] = [CODE.slice(0, 7), CODE.slice(7)] as const;

function Scanning() {
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <>
      <ScanField onCode={(code) => setCodes((before) => [...before, code])} />
      <output>{JSON.stringify(codes)}</output>
    </>
  );
}
const more: Screen[] = [
  { path: '/scanning', title: 'Tried', permission: 'signed_in', load: () => Promise.resolve(Scanning) },
];

describe('the field that codes are scanned into', () => {
  beforeEach(async () => {
    await openScreen('/scanning', { email: 'store_manager@demo.test', more });
    await expect.element(field()).toHaveFocus();
    onTestFinished(listenToScanners(() => undefined));
  });
  const field = () => page.getByLabelText('Scan an IMEI, serial number or QR code');
  const codes = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as string[];
  const isEmpty = () => expect.element(field()).toHaveValue('');

  const pauses: [where: string, keys: ScannerKey[], code: string][] = [
    ['in its middle', [...FIRST, 80, ...SECOND, 'Enter'], CODE],
    ['twice', [...FIRST, 60, ...SECOND.slice(0, 2), 700, ...SECOND.slice(2), 'Enter'], CODE],
    ['after its first key', [...CODE.slice(0, 1), 200, ...CODE.slice(1), 'Enter'], CODE],
    ['before its last keys', [...CODE.slice(0, 11), 80, ...CODE.slice(11), 'Enter'], CODE],
    ['before its end', [...CODE, 300, 'Enter'], CODE],
    ['before capitals', [...'SNX', 90, 'Shift', 'A', 'Shift', 'B', ...'12345', 'Enter'], 'SNXAB12345'],
    ['for so long that its prefix was given up', [...']C0', 1600, ...CODE, 'Enter'], CODE],
  ];

  it('takes a code as one wherever its scanner pauses', async () => {
    const expected: string[] = [];
    for (const [where, keys, code] of pauses) {
      await pressAsScanner(keys);
      expected.push(code);
      await expect.poll(codes, { message: where }).toEqual(expected);
      await isEmpty();
      // The next scan works, too, wherever the keyboard focus is.
      (document.activeElement as HTMLElement | null)?.blur();
    }
  });

  it('keeps what a hand typed before apart from a scan, whether it has our prefix or not', async () => {
    await userEvent.fill(field(), 'abc');
    await pressAsScanner([...CODE, 'Enter']);
    await expect.poll(codes).toEqual([CODE]);
    await expect.element(field()).toHaveValue('abc');
    await pressAsScanner(['d', 400, 'e', 400, ...`]C0${CODE}`, 'Enter']);
    await expect.poll(codes).toEqual([CODE, CODE]);
    await expect.element(field()).toHaveValue('abcde');
  });
});

function Searching() {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [codes, setCodes] = useState<readonly string[]>([]);
  useEffect(() => takeTyping(() => field.current), []);
  useEffect(() => takeScans((code) => setCodes((before) => [...before, code])), []);
  return (
    <>
      <input ref={field} aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />
      <output>{JSON.stringify(codes)}</output>
    </>
  );
}

describe('a page whose search takes what is typed', () => {
  beforeEach(async () => {
    const searching: Screen = {
      path: '/searching',
      title: 'Tried',
      permission: 'signed_in',
      load: () => Promise.resolve(Searching),
    };
    await openScreen('/searching', { email: 'store_manager@demo.test', more: [searching] });
    await expect.element(search()).toBeVisible();
    onTestFinished(listenToScanners(() => undefined));
  });
  const search = () => page.getByLabelText('Search');
  const codes = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as string[];

  it('has nothing of a code in it wherever its scanner pauses, and leaves the typing in it alone', async () => {
    await pressAsScanner([...'ZQ', 80, ...'1007ABCDEFGH', 'Enter']);
    await expect.poll(codes).toEqual(['ZQ1007ABCDEFGH']);
    await expect.element(search()).toHaveValue('');
    await userEvent.fill(search(), 'red ');
    await pressAsScanner(['c', 150, 'a', 120, 'b', 400, ...FIRST, 80, ...SECOND, 300, 'Enter']);
    await expect.poll(codes).toEqual(['ZQ1007ABCDEFGH', CODE]);
    await expect.element(search()).toHaveValue('red cab');
  });
});
