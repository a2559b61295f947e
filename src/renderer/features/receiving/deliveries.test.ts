import { describe, expect, it } from 'vitest';
import type { ExpectedSerial } from '#contract/receiving.ts';
import { isImei } from '#domain/barcodes.ts';
import { unitNumbers, type UnitNumberField } from '#domain/receiving.ts';
import { NOTHING_SAVED, receiptDraft, type Line, type ReceiptDraft } from './receipt-draft.ts';
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

/** A barcode of no product of the order. */
const UNKNOWN = '4006381333931';

/** Pressed, not scanned. */
const NEXT_UNIT = 'Next unit';
const GO_ON = 'Go on with unit';

type Delivery = { name: string; order: readonly UnitNumberField[]; isListed?: boolean };

const lineOf = ({ order }: Delivery): Line => ({
  itemId: 1,
  variationId: 11,
  product: 'iPhone 17',
  variation: '256 GB',
  codes: ['4800000000017'],
  remaining: PHONES,
  received: 0,
  needsNumber: true,
  numbers: unitNumbers.filter((field) => order.includes(field)),
});

/** Scans the codes one after another, on the page that has a draft. */
function scanAll(codes: readonly string[], delivery: Delivery, saved: ReceiptDraft = NOTHING_SAVED) {
  const { order, isListed } = delivery;
  const line = lineOf(delivery);
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
  const scan = createScanning(saved, {
    lines: () => [line],
    announced: () => announced,
    check: async () => ({ outcome: 'free', message: null, scanned_by: null }),
    soundError: () => (sounds += 1),
    onUnit: () => undefined,
  });
  if (saved === NOTHING_SAVED) {
    scan.choose(1);
    if (line.numbers.includes('serial_number') && order[0] !== 'serial_number') scan.setImeiFirst(line, true);
  }
  for (const code of codes) {
    if (code === NEXT_UNIT) scan.nextUnit();
    else if (code === GO_ON) scan.goOn();
    else scan.take(code);
  }
  const asLeft = scan.read().draft;
  const whyNot = whyNotReceived(scan.read(), [line], announced);
  const { lastScan } = scan.read();
  scan.nextUnit();
  const { draft } = scan.read();
  const doubts = unitDoubts(draft, [line], announced);
  const crossed = draft.units.filter(
    (unit) => new Set(unitNumbers.flatMap((field) => (unit[field] ? [phoneOf(unit[field])] : []))).size > 1,
  );
  const received = receivableOf(scan.read(), [line], announced).units;
  return { scan, lastScan, asLeft, draft, doubts, crossed, received, whyNot, sounds: () => sounds };
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

type Outcome = ReturnType<typeof scanAll>;

/** No unit with the numbers of two phones is received, and Receive says that there is one. */
function expectNoneMixed({ crossed, doubts, received, whyNot }: Outcome): void {
  for (const unit of crossed) expect(doubts.has(unit.no), JSON.stringify(unit)).toBe(true);
  expect(received.filter((unit) => crossed.includes(unit))).toEqual([]);
  if (crossed.length > 0) expect(whyNot).not.toBeNull();
}

/** Two neighbours among IMEIs alone: they look alike, so that nothing but a list can tell. */
const isUnseenSwap = ({ order, isListed }: Delivery) => !isListed && order.join() === 'imei,imei2';

describe.each(deliveries)('a delivery scanned $name', (delivery) => {
  const right = phones.flatMap((phone) => delivery.order.map((field) => phone[field]));

  it('is received as it is, without a sound or a question', () => {
    const { draft, doubts, crossed, whyNot, sounds } = scanAll(right, delivery);
    expect([draft.units.length, doubts.size, crossed, whyNot, sounds()]).toEqual([PHONES, 0, [], null, 0]);
  });

  it.each(right.map((code, place) => ({ code, place })))('without $code', ({ place }) => {
    const outcome = scanAll(right.toSpliced(place, 1), delivery);
    expectNoneMixed(outcome);
    const { draft, whyNot, sounds } = outcome;
    // Numbers of their own, or the list, make up for it: the unit is missing, or whole.
    const isWhole = draft.units.length < PHONES && delivery.order.length === 1;
    expect(isWhole || delivery.isListed || whyNot !== null || sounds() > 0).toBe(true);
  });

  it.each(right.map((code, place) => ({ code, place })))('with $code twice', ({ code, place }) => {
    const { draft, crossed, doubts, sounds } = scanAll(right.toSpliced(place, 0, code), delivery);
    expect([draft.units.length, crossed, doubts.size, sounds()]).toEqual([PHONES, [], 0, 1]);
  });

  it.each(right.slice(1).map((code, place) => ({ code, place })))(
    'with $code before the one that comes before it',
    ({ code, place }) => {
      const swapped = right.toSpliced(place, 2, code, right[place] ?? '');
      if (!isUnseenSwap(delivery)) expectNoneMixed(scanAll(swapped, delivery));
    },
  );

  it.each(right.slice(1).map((code, place) => ({ code, place: place + 1 })))(
    'with a reload before $code',
    ({ place }) => {
      const saved = receiptDraft.parse(scanAll(right.slice(0, place), delivery).asLeft);
      // A browser that lost power may have lost later scans, too.
      for (let from = place; from < right.length; from += 1) {
        expectNoneMixed(scanAll(right.slice(from), delivery, saved));
      }
      if (saved.openNo === null) return;
      const { draft, doubts, whyNot } = scanAll([GO_ON, ...right.slice(place)], delivery, saved);
      expect([draft.units.length, doubts.size, whyNot]).toEqual([PHONES, 0, null]);
      expect(scanAll(right.slice(place), delivery, saved).sounds()).toBeGreaterThan(0);
    },
  );

  const serials = right.flatMap((code, place) => (code.startsWith('SN-') ? [{ code, place }] : []));
  it.each(serials)('with a barcode that the order does not know for $code', ({ place }) => {
    const outcome = scanAll(right.with(place, UNKNOWN), delivery);
    expectNoneMixed(outcome);
    expect(outcome.draft.units.filter(({ serial_number }) => serial_number === UNKNOWN)).toEqual([]);
    expect(outcome.sounds()).toBeGreaterThan(0);
  });

  const numbers = delivery.order.length;

  it.each(phones.slice(1).map((_, place) => ({ place })))(
    'with Next unit pressed as told at unit $place, whose numbers come later',
    ({ place }) => {
      const own = right.slice(place * numbers, (place + 1) * numbers);
      const next = right.slice((place + 1) * numbers, (place + 2) * numbers);
      const [first = '', ...others] = own;
      const [nextFirst = '', ...nextOthers] = next;
      const orders = [
        [first, nextFirst, NEXT_UNIT, nextFirst, ...others, ...nextOthers],
        [first, NEXT_UNIT, nextFirst, ...others, ...nextOthers],
        [first, nextFirst, ...others, NEXT_UNIT, nextFirst, ...nextOthers],
      ];
      if (isUnseenSwap(delivery)) return;
      for (const codes of orders)
        expectNoneMixed(scanAll(right.toSpliced(place * numbers, 2 * numbers, ...codes), delivery));
    },
  );

  const ofLater = right.flatMap((code, place) =>
    [1, 2].flatMap((boxes) => {
      const later = right[place + boxes * numbers];
      return later === undefined ? [] : [{ code, place, later, box: Math.floor(place / numbers) + boxes }];
    }),
  );
  describe.each(ofLater)('with $later of a later box for $code', ({ place, later, box }) => {
    const instead = right.with(place, later);

    it('and all of the others', () => expectNoneMixed(scanAll(instead, delivery)));

    it('and that box set aside once a number is refused', () => {
      const refusedAt = instead.indexOf(later, place + 1) + 1;
      const rest = instead.slice((box + 1) * numbers);
      expectNoneMixed(scanAll([...instead.slice(0, refusedAt), ...rest], delivery));
      expectNoneMixed(scanAll([...instead.slice(0, refusedAt), NEXT_UNIT, ...rest], delivery));
    });
  });
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

describe('a number that is scanned again', () => {
  const delivery: Delivery = { name: '', order: ['serial_number', 'imei'] };
  const [a, b, c] = phones.map(({ serial_number, imei }) => [serial_number, imei] as const);
  if (!a || !b || !c) throw new Error('Too few phones');

  it('puts the unit that has it in doubt, until somebody compares that with its box', () => {
    const { scan, lastScan, doubts, whyNot, crossed, sounds } = scanAll([...a, c[0], b[1], c[0]], delivery);
    expect(crossed.map(({ no }) => no)).toEqual([2]);
    expect(lastScan).toMatchObject({
      what: 'Unit 3: scanned twice',
      outcome: 'Unit 2 of this receipt has this number. Compare unit 2 with its box',
    });
    expect([doubts.get(2)?.text, whyNot, sounds()]).toEqual([
      `${c[0]} was scanned again. Compare its numbers with the box`,
      'Check unit 2 first',
      1,
    ]);
    scan.confirm(2);
    const left = () => unitDoubts(scan.read().draft, [lineOf(delivery)], []).size;
    expect(left()).toBe(0);
    scan.take(b[1]);
    expect(left()).toBe(1);
  });

  it('puts no unit in doubt that is read twice in a row, also without its last digit, or that the list proves', () => {
    const twice = [...a, a[1], a[1], a[1].slice(0, -1), b[0], b[0], ...b.slice(1), b[1]];
    expect(scanAll(twice, delivery).doubts.size).toBe(0);
    expect(scanAll([...a, a[0]], { ...delivery, isListed: true }).doubts.size).toBe(0);
    expect(scanAll([a[0], b[0], a[0]], { name: '', order: ['serial_number'] }).doubts.size).toBe(0);
  });

  it('puts the unit in doubt whose IMEI it completes, unless that is scanned just then', () => {
    const short = b[1].slice(0, -1);
    expect(scanAll([a[0], short, ...b], delivery).doubts.get(1)?.text).toMatch(/ was scanned again\. /);
    expect(scanAll([a[0], a[1].slice(0, -1), a[1]], delivery).doubts.size).toBe(0);
  });

  it('is told where no line is chosen, too', () => {
    const { doubts } = scanAll([...a, ...b, '(01)04006381333931', a[0]], delivery);
    expect([...doubts.keys()]).toEqual([1]);
  });
});

describe('a unit after one that lacks a number', () => {
  const delivery: Delivery = { name: '', order: ['serial_number', 'imei'] };
  const [a = '', b = ''] = phones.map(({ serial_number }) => serial_number);
  const [imei = ''] = phones.map((phone) => phone.imei);

  it.each(['Next unit', '4800000000017', '(01)04006381333931'])('ended by %s is in doubt', (end) => {
    const { scan, doubts, sounds, lastScan } = scanAll([a, end, '4800000000017', b, imei], delivery);
    expect(doubts.get(2)?.text).toBe('The unit before lacked a number. Compare this one with the box');
    expect([doubts.size, sounds() > 0, lastScan]).toMatchObject([2, true, { no: 2 }]);
    scan.confirm(2);
    expect(unitDoubts(scan.read().draft, [lineOf(delivery)], []).size).toBe(1);
  });

  it('is not where somebody said before that the number is not scanned, or one code has all numbers', () => {
    const { scan } = scanAll([a], delivery);
    scan.confirm(1);
    scan.take(b);
    scan.take(imei);
    expect(unitDoubts(scan.read().draft, [lineOf(delivery)], []).size).toBe(0);
    const whole = scanAll([a, NEXT_UNIT, `]d221${b}\x1d8002${imei}`], delivery);
    expect([...whole.doubts.keys()]).toEqual([1]);
  });
});

describe('a serial number that looks like a barcode', () => {
  const delivery: Delivery = { name: '', order: ['serial_number', 'imei'] };
  const [imei = '', other = ''] = phones.map((phone) => phone.imei);
  const serialsIn = (scan: Outcome['scan']) =>
    scan.read().draft.units.map(({ serial_number }) => serial_number);

  it('is taken once somebody presses that field, and of the further units of the line', () => {
    const { scan, lastScan } = scanAll([UNKNOWN], delivery);
    expect(lastScan).toMatchObject({
      outcome:
        'No item of this order has this barcode. If it is a serial number, choose the line and press Serial number',
    });
    scan.choose(1);
    scan.aim('serial_number');
    for (const code of [UNKNOWN, imei, '4006381333948', other, '96385074']) scan.take(code);
    expect(serialsIn(scan)).toEqual([UNKNOWN, '4006381333948']);
    expect(unitDoubts(scan.read().draft, [lineOf(delivery)], []).size).toBe(0);
  });

  it('is taken after the IMEI of its unit', () => {
    const { scan } = scanAll([], delivery);
    scan.setImeiFirst(lineOf(delivery), true);
    scan.take(imei);
    scan.take(UNKNOWN);
    scan.aim('serial_number');
    scan.take(UNKNOWN);
    expect(serialsIn(scan)).toEqual([UNKNOWN]);
    expect(unitDoubts(scan.read().draft, [lineOf(delivery)], []).size).toBe(0);
  });
});

describe('a line of phones with one IMEI and with two', () => {
  const delivery: Delivery = { name: '', order: ['serial_number', 'imei', 'imei2'] };
  /** Every second phone has one IMEI: Next unit is pressed, or not thought of. */
  const scansOf = (place: number, isPressed = true) => {
    const { serial_number, imei, imei2 } = phones[place] ?? { serial_number: '', imei: '', imei2: '' };
    return place % 2 === 0
      ? [serial_number, imei, imei2]
      : [serial_number, imei, ...(isPressed ? [NEXT_UNIT] : [])];
  };
  const all = phones.map((_, place) => scansOf(place));

  it.each([1, 3, 5])(
    'takes no IMEI for the second one of unit %s where the next serial number is missed',
    (one) => {
      const codes = all.with(one, scansOf(one, false)).with(one + 1, scansOf(one + 1).slice(1));
      expectNoneMixed(scanAll(codes.flat(), delivery));
    },
  );

  it('holds the one back whose IMEIs lie apart otherwise than those of others, though all have two', () => {
    // The one phone with one IMEI is not known as such: the next one's IMEI joined it.
    const twos = phones.map(({ serial_number, imei, imei2 }) => [serial_number, imei, imei2]);
    const codes = [...twos.slice(0, 2), scansOf(3, false), scansOf(5).slice(1, 2), ...twos.slice(6)].flat();
    const { doubts, crossed, whyNot } = scanAll(codes, delivery);
    expect([crossed.length, [...doubts.keys()], whyNot]).toEqual([1, [3], 'Check unit 3 first']);
    // Without a usual distance no pair is in doubt.
    const apart = twos.slice(0, 4).map(([serial = '', imei = ''], place) => {
      const imei2 = withCheckDigit(`3599999${String(place * place * 977).padStart(7, '0')}`);
      return [serial, imei, imei2];
    });
    expect(scanAll(apart.flat(), delivery).doubts.size).toBe(0);
  });

  it('is received once each second IMEI is compared, or where the list or the person names it', () => {
    const { scan, doubts } = scanAll(all.flat(), delivery);
    expect(doubts.get(1)?.text).toBe('Other units here have one IMEI. Compare both IMEIs with the box');
    for (const { no } of scan.read().draft.units) scan.confirm(no);
    expect(whyNotReceived(scan.read(), [lineOf(delivery)])).toBeNull();
    const listed = scanAll(all.flat(), { ...delivery, isListed: true });
    expect(listed.doubts.size).toBe(0);
    const { scan: pressed } = scanAll([], delivery);
    const [first, second, third = ''] = scansOf(0);
    for (const code of [first, second]) pressed.take(code ?? '');
    pressed.aim('imei2');
    pressed.take(third);
    for (const code of scansOf(1, false)) pressed.take(code);
    pressed.confirm(2);
    expect(unitDoubts(pressed.read().draft, [lineOf(delivery)], []).size).toBe(0);
  });
});
