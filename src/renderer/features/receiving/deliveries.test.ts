import { describe, expect, it } from 'vitest';
import type { ExpectedSerial } from '#contract/receiving.ts';
import { isImei } from '#domain/barcodes.ts';
import { unitNumbers, type UnitNumberField } from '#domain/receiving.ts';
import { NOTHING_SAVED, type Line } from './receipt-draft.ts';
import { receivableOf, whyNotReceived } from './receipt-request.ts';
import { createScanning } from './scanning.ts';
import { unitDoubts } from './unit-doubts.ts';

// A delivery of eight phones, scanned by somebody who never looks at the screen, with one mistake in each place.

const PHONES = 8;

/** Adds the digit that makes fourteen digits an IMEI. */
const withCheckDigit = (digits: string) =>
  Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isImei) ?? '';

const phones = Array.from({ length: PHONES }, (_, place) => ({
  serial_number: `SN-${'ABCDEFGH'[place]}`,
  imei: withCheckDigit(`3521981160${7000 + place}`),
  imei2: withCheckDigit(`3521981160${8000 + place}`),
}));
const phoneOf = (code: string) => phones.findIndex((phone) => Object.values(phone).includes(code));

type Delivery = { name: string; order: readonly UnitNumberField[]; isListed?: boolean };

function scanAll(codes: readonly string[], { order, isListed }: Delivery) {
  const line: Line = {
    itemId: 1,
    variationId: 11,
    product: 'iPhone 17',
    variation: '256 GB',
    codes: ['4800000000017'],
    remaining: PHONES,
    received: 0,
    needsNumber: true,
    numbers: unitNumbers.filter((field) => order.includes(field)),
  };
  const announced: ExpectedSerial[] = isListed
    ? phones.map((phone, id) => ({
        id,
        product_variation: null,
        serial_number: order.includes('serial_number') ? phone.serial_number : null,
        imei: order.includes('imei') ? phone.imei : null,
        imei2: order.includes('imei2') ? phone.imei2 : null,
        inventory_item_id: null,
      }))
    : [];
  let sounds = 0;
  const scan = createScanning(NOTHING_SAVED, {
    lines: () => [line],
    announced: () => announced,
    check: async () => ({ outcome: 'free', message: null, scanned_by: null }),
    soundError: () => (sounds += 1),
    onUnit: () => undefined,
  });
  scan.choose(1);
  if (line.numbers.includes('serial_number') && order[0] !== 'serial_number') scan.setImeiFirst(line, true);
  for (const code of codes) scan.take(code);
  const whyNot = whyNotReceived(scan.read(), [line], announced);
  scan.nextUnit();
  const { draft } = scan.read();
  const doubts = unitDoubts(draft, [line], announced);
  const crossed = draft.units.filter(
    (unit) => new Set(unitNumbers.flatMap((field) => (unit[field] ? [phoneOf(unit[field])] : []))).size > 1,
  );
  const received = receivableOf(scan.read(), [line], announced).units;
  return { scan, draft, doubts, crossed, received, whyNot, sounds: () => sounds };
}

const deliveries: Delivery[] = (
  [
    ['serial number, IMEI', ['serial_number', 'imei']],
    ['IMEI, serial number', ['imei', 'serial_number']],
    ['serial number, IMEI, IMEI 2', ['serial_number', 'imei', 'imei2']],
    ['IMEI, IMEI 2, serial number', ['imei', 'imei2', 'serial_number']],
    ['IMEI, IMEI 2', ['imei', 'imei2']],
    ['serial number', ['serial_number']],
    ['IMEI', ['imei']],
  ] as const
).flatMap(([name, order]) => [
  { name, order },
  { name: `${name}, with a list`, order, isListed: true },
]);

/** Two neighbours among IMEIs alone: they look alike, so that nothing but a list can tell. */
const isUnseenSwap = ({ order, isListed }: Delivery) => !isListed && order.join() === 'imei,imei2';

describe.each(deliveries)('a delivery scanned $name', (delivery) => {
  const right = phones.flatMap((phone) => delivery.order.map((field) => phone[field]));

  it('is received as it is, without a sound or a question', () => {
    const { draft, doubts, crossed, whyNot, sounds } = scanAll(right, delivery);
    expect([draft.units.length, doubts.size, crossed, whyNot, sounds()]).toEqual([PHONES, 0, [], null, 0]);
  });

  it.each(right.map((code, place) => ({ code, place })))('without $code', ({ place }) => {
    const { draft, doubts, crossed, received, whyNot, sounds } = scanAll(right.toSpliced(place, 1), delivery);
    for (const unit of crossed) expect(doubts.has(unit.no), JSON.stringify(unit)).toBe(true);
    expect(received.filter((unit) => crossed.includes(unit))).toEqual([]);
    // Numbers of their own, or the list, make up for it: the unit is missing, or whole.
    const isWhole = draft.units.length < PHONES && delivery.order.length === 1;
    expect(isWhole || delivery.isListed || whyNot !== null || sounds() > 0).toBe(true);
    if (crossed.length > 0) expect(whyNot).not.toBeNull();
  });

  it.each(right.map((code, place) => ({ code, place })))('with $code twice', ({ code, place }) => {
    const { draft, crossed, doubts, sounds } = scanAll(right.toSpliced(place, 0, code), delivery);
    expect([draft.units.length, crossed, doubts.size, sounds()]).toEqual([PHONES, [], 0, 1]);
  });

  it.each(right.slice(1).map((code, place) => ({ code, place })))(
    'with $code before the one that comes before it',
    ({ code, place }) => {
      const swapped = right.toSpliced(place, 2, code, right[place] ?? '');
      const { crossed, doubts, received, whyNot } = scanAll(swapped, delivery);
      if (isUnseenSwap(delivery)) return;
      for (const unit of crossed) expect(doubts.has(unit.no), JSON.stringify(unit)).toBe(true);
      expect(received.filter((unit) => crossed.includes(unit))).toEqual([]);
      if (crossed.length > 0) expect(whyNot).not.toBeNull();
    },
  );
});

describe('a number that was missed', () => {
  const delivery: Delivery = { name: '', order: ['serial_number', 'imei'] };
  const codes = phones.flatMap(({ serial_number, imei }) => [serial_number, imei]);

  it('mixes one unit at most, which is marked, and asks with a sound', () => {
    const { scan, crossed, doubts, whyNot, sounds } = scanAll(codes.toSpliced(2, 1), delivery);
    expect(crossed.map(({ no }) => no)).toEqual([2]);
    expect(sounds()).toBeGreaterThan(0);
    expect(whyNot).toBe('Check unit 2 first');
    expect(doubts.get(2)?.text).toBe('Its IMEI was scanned first. Compare its numbers with the box');
    scan.confirm(2);
    expect(unitDoubts(scan.read().draft, [], [])).toEqual(new Map());
  });

  it('marks all units since the last sure one where the last one lacks a number', () => {
    const imeis: Delivery = { name: '', order: ['imei', 'imei2'] };
    const both = phones.flatMap(({ imei, imei2 }) => [imei, imei2]);
    const { doubts, crossed, whyNot } = scanAll(both.toSpliced(4, 1), imeis);
    expect(whyNot).toBe('Scan the IMEI 2 of unit 8, or press Next unit');
    expect(crossed.map(({ no }) => no)).toEqual([3, 4, 5, 6, 7]);
    expect([...doubts.keys()].toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
