import { describe, expect, it } from 'vitest';
import type { ExpectedSerial } from '#contract/receiving.ts';
import { choicesOf, countOf, type Line, type ReceiptDraft } from './receipt-draft.ts';
import { receivableOf, requestOf, unitProblems, whyNotReceived } from './receipt-request.ts';
import { isImei } from '#domain/barcodes.ts';
import { CLEAN, isWrong, type Checked } from './number-checks.ts';
import { lackingNumbers } from './placing.ts';
import { lastScanNow } from './last-scan.ts';
import { createScanning } from './scanning.ts';

const phone: Line = {
  itemId: 1,
  variationId: 11,
  product: 'iPhone 17',
  variation: '256 GB',
  codes: ['4800000000017', 'IP17'],
  remaining: 300,
  received: 0,
  needsNumber: true,
  numbers: ['serial_number', 'imei'],
};
const laptop: Line = {
  ...phone,
  itemId: 2,
  variationId: 12,
  product: 'MacBook Air',
  variation: '13"',
  codes: ['4800000000024'],
  remaining: 2,
  numbers: ['serial_number'],
};
const cable: Line = {
  ...laptop,
  itemId: 3,
  variationId: 13,
  product: 'Cable',
  variation: '1 m',
  codes: ['4800000000031'],
  remaining: 3,
  needsNumber: false,
};
/** Adds the digit that makes fourteen digits an IMEI. */
function withCheckDigit(digits: string): string {
  const imei = Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isImei);
  if (!imei) throw new Error(`${digits} are no fourteen digits`);
  return imei;
}
const EMPTY: ReceiptDraft = {
  units: [],
  lines: {},
  notes: '',
  prints_labels: false,
  key: 'k',
  sent: null,
  begun_at: 0,
  itemId: null,
  openNo: null,
  received: {},
};
/** With valid check digits. */
const [IMEI_A, IMEI_B] = ['352198116073426', '356789104523418'];
const IMEIS = Array.from({ length: 7 }, (_, place) => withCheckDigit(`3521981160${7000 + place}`));

type Input = {
  lines?: Line[];
  announced?: Partial<ExpectedSerial>[];
  check?: (code: string) => Promise<Checked>;
  draft?: ReceiptDraft;
};
const FREE: Checked = { outcome: 'free', message: null, scanned_by: null };

function begin({
  lines = [phone, laptop, cable],
  announced = [],
  check = async () => FREE,
  draft = EMPTY,
}: Input = {}) {
  let errors = 0;
  const asked: string[] = [];
  const done: number[] = [];
  const rows = announced.map((row, id) => ({
    id,
    product_variation: null,
    serial_number: null,
    imei: null,
    imei2: null,
    inventory_item_id: null,
    ...row,
  }));
  const scanning = createScanning(draft, {
    lines: () => lines,
    announced: () => rows,
    check: (code) => {
      asked.push(code);
      return check(code);
    },
    soundError: () => (errors += 1),
    onUnit: ({ no }) => done.push(no),
  });
  const units = () => scanning.read().draft.units;
  return {
    ...scanning,
    asked,
    done,
    units,
    errors: () => errors,
    verdict: () => {
      const state = scanning.read();
      return lastScanNow(state.lastScan, { ...state, lines });
    },
    settled: () =>
      expect
        .poll(() => [...scanning.read().marks.values()].reduce((sum, { asked: open }) => sum + open, 0))
        .toBe(0),
  };
}

describe('scanning what came', () => {
  it('goes from the serial number to the IMEI, and on to the next unit', async () => {
    const scan = begin();
    scan.take('4800000000017');
    expect(scan.verdict()?.outcome).toBe('Now scan the serial number');
    scan.take('sn-1');
    expect([scan.read().draft.openNo, scan.verdict()?.outcome]).toEqual([1, 'Unit 1: now its IMEI']);
    scan.take(IMEI_A);
    expect([scan.read().draft.openNo, scan.verdict()?.outcome]).toEqual([null, 'Unit 1 is complete']);
    scan.take('SN-2');
    expect(scan.units()).toMatchObject([
      { no: 1, itemId: 1, serial_number: 'SN-1', imei: IMEI_A },
      { no: 2, itemId: 1, serial_number: 'SN-2', imei: null },
    ]);
    expect(scan.done).toEqual([1]);
    await scan.settled();
    expect([scan.asked, scan.errors()]).toEqual([['SN-1', IMEI_A, 'SN-2'], 0]);
  });

  describe('with labels of the order', () => {
    const labelled = [phone, laptop, cable].map((line) => ({ ...line, hasLabels: true }));
    const said: Record<string, Checked> = {
      G9NFZM8W: { outcome: 'label', message: 'This is a QR code of PO-1', scanned_by: null },
      K7TRWX3P: { outcome: 'taken', message: 'This QR code is voided: Torn', scanned_by: null },
    };
    const check = async (code: string) => said[code] ?? FREE;

    it('puts a label to the unit that is scanned, or begins one with it, and sends it', async () => {
      const scan = begin({ lines: labelled, check });
      scan.choose(1);
      scan.take('SN-1');
      scan.take('g9nf zm8w');
      scan.take(IMEI_A);
      await scan.settled();
      expect(scan.units()).toMatchObject([{ serial_number: 'SN-1', imei: IMEI_A, qr_code: 'G9NFZM8W' }]);
      expect([scan.done, scan.errors()]).toEqual([[1], 0]);
      scan.take('G9NFZM8W');
      expect(scan.verdict()?.outcome).toBe('Unit 1 of this receipt has this number');
      scan.take('K7TRWX3P');
      scan.take('SN-2');
      await scan.settled();
      expect(scan.units()[1]).toMatchObject({ serial_number: 'SN-2', qr_code: 'K7TRWX3P' });
      expect(scan.read().marks.get(2)?.problems).toEqual({ qr_code: 'This QR code is voided: Torn' });
      const { body } = requestOf(scan.read().draft, labelled);
      expect(body.items[0]?.units).toMatchObject([{ qr_code: 'G9NFZM8W' }, { qr_code: 'K7TRWX3P' }]);
    });

    it('counts one more of what has no numbers, with its label', async () => {
      const scan = begin({ lines: labelled, check });
      scan.take('4800000000031');
      scan.take('G9NFZM8W');
      await scan.settled();
      expect(countOf(scan.read().draft, cable)).toBe(2);
      expect([scan.units(), scan.read().draft.openNo]).toMatchObject([
        [{ itemId: 3, serial_number: null, qr_code: 'G9NFZM8W' }],
        null,
      ]);
      scan.undo();
      expect(countOf(scan.read().draft, cable)).toBe(1);
    });

    it('takes what only looks like one for the serial number that it is', async () => {
      const scan = begin({ lines: labelled, check });
      scan.choose(2);
      scan.take('BCDFGH23');
      await scan.settled();
      expect(scan.units()).toMatchObject([{ serial_number: 'BCDFGH23', qr_code: null }]);
      expect([scan.read().draft.openNo, scan.done, scan.errors()]).toEqual([null, [1], 0]);
      scan.choose(1);
      scan.take('SN-1');
      scan.take('BCDFGH34');
      await scan.settled();
      expect(scan.read().marks.get(2)?.problems).toEqual({ qr_code: 'This is not a label of this order' });
      // Without labels made for the order, nothing counts as one.
      const plain = begin();
      plain.choose(2);
      plain.take('G9NFZM8W');
      expect(plain.units()).toMatchObject([{ serial_number: 'G9NFZM8W', qr_code: null }]);
    });
  });

  it('says what is scanned next of what is ticked now', () => {
    const scan = begin();
    scan.take('4800000000017');
    expect(scan.verdict()?.outcome).toBe('Now scan the serial number');
    scan.setLine(phone, { numbers: ['imei'] });
    expect(scan.verdict()?.outcome).toBe('Now scan the IMEI');
    scan.setLine(phone, { numbers: ['serial_number', 'imei'] });
    scan.take('SN-1');
    expect(scan.verdict()?.outcome).toBe('Unit 1: now its IMEI');
    scan.setLine(phone, { numbers: ['serial_number'] });
    expect(scan.verdict()?.outcome).toBe('Unit 1 is complete');
  });

  it('puts a number where it belongs, whatever the order, or where somebody says', () => {
    const scan = begin();
    scan.choose(1);
    scan.setLine(phone, { numbers: ['serial_number', 'imei', 'imei2'] });
    scan.take(IMEI_A);
    scan.take(IMEI_B);
    scan.take('SN-1');
    expect(scan.units()).toMatchObject([{ serial_number: 'SN-1', imei: IMEI_A, imei2: IMEI_B }]);
    scan.aim('imei2');
    scan.take('352198116088168');
    expect(scan.units()[1]).toMatchObject({ imei: null, imei2: '352198116088168' });
    // Products without IMEI take fifteen digits as serial number.
    scan.choose(2);
    scan.take('356789104523441');
    expect(scan.units()[2]).toMatchObject({ itemId: 2, serial_number: '356789104523441', imei: null });
  });

  it('goes on with a unit whose line is chosen, and ends it for another line', () => {
    const scan = begin();
    scan.choose(1);
    scan.take('SN-1');
    scan.choose(1);
    expect(scan.read().draft.openNo).toBe(1);
    scan.take(IMEI_A);
    expect(scan.units()).toMatchObject([{ serial_number: 'SN-1', imei: IMEI_A }]);
    scan.take('SN-2');
    scan.choose(2);
    expect([scan.read().draft.openNo, scan.done]).toEqual([null, [1, 2]]);
  });

  it('reads a code that holds the product, the IMEI and the serial number at once', () => {
    const scan = begin();
    scan.take(`]d2010480000000001721SN-9\x1d8002${IMEI_A}`);
    expect(scan.units()).toMatchObject([{ itemId: 1, serial_number: 'SN-9', imei: IMEI_A }]);
    expect(scan.read().draft.openNo).toBeNull();
  });

  it('refuses what is no IMEI where one is due, and goes on without it when told', () => {
    const scan = begin();
    scan.choose(1);
    scan.take('SN-1');
    scan.take('SN-2');
    expect(scan.verdict()?.outcome).toBe(
      'This is not an IMEI. Scan the IMEI of this unit, or press Next unit',
    );
    expect([scan.units().length, scan.errors()]).toEqual([1, 1]);
    scan.take('4006381333931');
    expect(scan.verdict()?.outcome).toMatch(/^No item of this order has this barcode\. /);
    scan.nextUnit();
    scan.take('SN-2');
    expect(scan.units().map(({ serial_number }) => serial_number)).toEqual(['SN-1', 'SN-2']);
    expect(scan.done).toEqual([1]);
  });

  describe('IMEIs alone', () => {
    it('are a phone each, though their serial numbers are not scanned', () => {
      const scan = begin();
      scan.take('4800000000017');
      for (const imei of IMEIS) scan.take(imei);
      expect(scan.units().map(({ serial_number, imei }) => [serial_number, imei])).toEqual(
        IMEIS.map((imei) => [null, imei]),
      );
      expect(scan.verdict()).toMatchObject({
        tone: 'warning',
        outcome: 'Unit 7: now its Serial number · Unit 6: without serial number',
      });
      expect(lackingNumbers(scan.read().draft, [phone])).toEqual(['7 units without serial number']);
    });

    it('are never a serial number, whatever was chosen', () => {
      const scan = begin();
      scan.choose(1);
      scan.aim('serial_number');
      scan.take(IMEI_A);
      expect(scan.verdict()?.outcome).toBe('This is an IMEI, not a serial number');
      scan.setLine(phone, { numbers: ['serial_number'] });
      scan.choose(1);
      scan.take(IMEI_A);
      expect(scan.verdict()?.outcome).toBe(
        'This is an IMEI, and IMEIs are not scanned for this item. Tick IMEI in its row first',
      );
      expect([scan.units(), scan.errors()]).toEqual([[], 2]);
    });

    it('are a phone each with a wrong check digit, or without the last one', () => {
      const scan = begin();
      scan.choose(1);
      const imeis = [IMEI_A, '352198116073437', '35219811607002', '356789104523419', '352198116070001'];
      for (const imei of imeis) scan.take(imei);
      expect(scan.units().map(({ serial_number, imei }) => [serial_number, imei])).toEqual(
        imeis.map((imei) => [null, imei]),
      );
      expect(imeis.filter(isImei)).toEqual([IMEI_A]);
      expect([...scan.read().marks.values()].filter(({ warnings }) => warnings.length > 0)).toHaveLength(4);
    });

    it('complete the one that was scanned without its last digit, of the same phone and of one before', async () => {
      const short = IMEI_A.slice(0, -1);
      const scan = begin();
      scan.setImeiFirst(phone, true);
      scan.choose(1);
      scan.take(short);
      scan.take(IMEI_A);
      expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: 'Unit 1: its IMEI is complete now' });
      expect([scan.read().marks.get(1)?.warnings, scan.read().draft.openNo]).toEqual([[], 1]);
      scan.take('SN-1');
      scan.take(IMEI_B.slice(0, -1));
      scan.take('SN-2');
      scan.take(IMEI_B);
      expect(scan.units()).toMatchObject([
        { serial_number: 'SN-1', imei: IMEI_A },
        { serial_number: 'SN-2', imei: IMEI_B },
      ]);
      await scan.settled();
      // One low sound for each that lacks its last digit.
      expect([scan.asked.at(-1), scan.done, scan.errors()]).toEqual([IMEI_B, [1, 2], 2]);
      scan.undo();
      expect(scan.units()[1]).toMatchObject({ serial_number: 'SN-2', imei: null });
    });

    it('replace the one that was scanned with a wrong last digit', async () => {
      const scan = begin();
      scan.choose(1);
      scan.take('352198116073427');
      scan.take(IMEI_A);
      expect([scan.units().map(({ imei }) => imei), scan.verdict()?.outcome]).toEqual([
        [IMEI_A],
        'Unit 1: its IMEI is right now',
      ]);
      await scan.settled();
      expect(scan.read().marks.get(1)?.warnings).toEqual([]);
    });

    it('are refused without their last digit, or with another, where the phone is there', () => {
      const scan = begin();
      scan.setImeiFirst(phone, true);
      scan.choose(1);
      scan.take(IMEI_A);
      for (const again of [IMEI_A.slice(0, -1), '352198116073427']) {
        scan.take(again);
        expect(scan.verdict()?.outcome).toBe('Unit 1 of this receipt has this number');
      }
      expect([scan.units().length, scan.errors()]).toEqual([1, 2]);
    });

    it('are found in the list of the supplier without their last digit', () => {
      const announced = IMEIS.slice(0, 2).map((imei, at) => ({
        imei: at === 0 ? imei.slice(0, -1) : imei,
        serial_number: `SN-${at}`,
      }));
      const scan = begin({ announced });
      scan.choose(1);
      const [one = '', two = ''] = IMEIS;
      scan.take(one);
      expect(scan.verdict()?.outcome).toBe('Unit 1: now its Serial number · Announced');
      scan.take(two.slice(0, -1));
      scan.nextUnit();
      expect(scan.units().map(({ serial_number, imei }) => [serial_number, imei])).toEqual([
        ['SN-0', one],
        ['SN-1', two.slice(0, -1)],
      ]);
    });

    it('are not what was announced as a serial number, or is one by choice', () => {
      const announced = [
        { serial_number: '352198116073427', imei: IMEI_A },
        { serial_number: '356789104523419', imei: IMEI_B },
      ];
      const scan = begin({ announced });
      scan.choose(1);
      scan.take('352198116073427');
      scan.take('356789104523419');
      scan.take(IMEI_B);
      expect(scan.units()).toMatchObject(announced);
      scan.take('SN-3');
      scan.nextUnit();
      scan.aim('serial_number');
      scan.take('352198116070001');
      expect(scan.units()[3]).toMatchObject({ serial_number: '352198116070001', imei: null });
      scan.setLine(phone, { numbers: ['serial_number'] });
      scan.nextUnit();
      scan.take('35219811607002');
      expect(scan.verdict()?.outcome).toBe(
        'This looks like an IMEI, and IMEIs are not scanned for this item. Tick IMEI in its row first, or choose Serial number',
      );
      scan.aim('serial_number');
      scan.take('35219811607002');
      expect(scan.units()[4]).toMatchObject({ serial_number: '35219811607002', imei: null });
    });

    it('go on to no more units than remain', () => {
      const scan = begin({ lines: [{ ...phone, remaining: 1 }] });
      scan.take(IMEI_A);
      scan.take(IMEI_B);
      expect(scan.verdict()?.outcome).toBe('The one that remains is here. Set it aside');
      expect([scan.units().length, scan.read().draft.openNo]).toEqual([1, 1]);
      scan.take('SN-1');
      expect(scan.units()).toMatchObject([{ serial_number: 'SN-1', imei: IMEI_A }]);
    });

    it('bring their serial numbers from the list of the supplier', async () => {
      const announced = IMEIS.map((imei, place) => ({ imei, serial_number: `SN-${place}` }));
      const scan = begin({ announced });
      scan.choose(1);
      for (const imei of IMEIS) scan.take(imei);
      scan.nextUnit();
      await scan.settled();
      expect(scan.units().map(({ serial_number, imei }) => ({ serial_number, imei }))).toEqual(announced);
      expect(scan.asked).toContain('SN-6');
      expect([scan.done.length, scan.errors()]).toEqual([7, 0]);
    });
  });

  it('refuses an IMEI where none is scanned, unless it was announced as a serial number or that field is chosen', () => {
    const scan = begin({ announced: [{ serial_number: IMEI_B, product_variation: null }] });
    scan.choose(2);
    scan.take(IMEI_A);
    expect(scan.verdict()?.outcome).toBe(
      'This looks like an IMEI, and IMEIs are not scanned for this item. Tick IMEI in its row first, or choose Serial number',
    );
    expect(scan.units()).toEqual([]);
    scan.take(IMEI_B);
    scan.aim('serial_number');
    scan.take(IMEI_A);
    expect(scan.units()).toMatchObject([{ serial_number: IMEI_B }, { serial_number: IMEI_A }]);
  });

  it('adds what was announced of a unit also where its line does not scan it, and takes it back with the scan', async () => {
    const announced = [{ serial_number: 'SN-1', imei: IMEI_A }];
    const scan = begin({ announced });
    scan.setLine(phone, { numbers: ['imei'] });
    scan.choose(1);
    scan.take(IMEI_A);
    await scan.settled();
    expect(scan.units()).toMatchObject(announced);
    expect(scan.asked).toEqual([IMEI_A, 'SN-1']);
    scan.undo();
    expect(scan.units()).toEqual([]);
  });

  it('leaves out what was counted of a line whose units turned out to need a number', () => {
    const scan = begin();
    scan.take('4800000000031');
    scan.choose(2);
    scan.take('SN-1');
    const lines = [phone, laptop, { ...cable, needsNumber: true }];
    expect(whyNotReceived(scan.read(), lines)).toBe('Scan the units of Cable: they need a number');
    expect(requestOf(receivableOf(scan.read(), lines), lines).body.items).toMatchObject([
      { supplier_transaction_item_id: 2, quantity_received: 1 },
    ]);
  });

  it('takes no announced phone for the second IMEI of another one', () => {
    const announced = [
      { imei: IMEI_A, imei2: IMEIS[0] ?? null },
      { imei: IMEI_B, imei2: IMEIS[1] ?? null },
    ];
    const scan = begin({ announced });
    scan.setLine(phone, { numbers: ['imei', 'imei2'] });
    scan.choose(1);
    scan.take(IMEI_A);
    scan.take(IMEI_B);
    scan.nextUnit();
    expect(scan.units()).toMatchObject(announced);
  });

  describe('announced numbers that do not belong together', () => {
    const announced = [
      { serial_number: 'SN-1', imei: IMEI_A },
      { serial_number: 'SN-2', imei: IMEI_B },
    ];

    it('are told: those of two units, and one that was not announced', () => {
      const scan = begin({ announced });
      scan.choose(1);
      scan.take('SN-1');
      scan.take(IMEI_B);
      expect(scan.verdict()).toMatchObject({
        tone: 'warning',
        outcome: `Unit 1 is complete · Announced with IMEI ${IMEI_A}`,
      });
      scan.take('SN-2');
      scan.take(IMEIS[0] ?? '');
      expect(scan.verdict()?.outcome).toBe(`Unit 2 is complete · Announced with IMEI ${IMEI_B}`);
    });

    it('are not mixed where the next serial number comes before an IMEI', () => {
      const scan = begin({ announced });
      scan.choose(1);
      scan.take('SN-1');
      scan.take('SN-2');
      scan.nextUnit();
      expect(scan.units()).toMatchObject(announced);
      expect(scan.errors()).toBe(0);
    });

    it('may be serial numbers where only IMEIs are scanned, each of its unit', () => {
      const scan = begin({ announced });
      scan.setLine(phone, { numbers: ['imei'] });
      scan.choose(1);
      scan.take('SN-1');
      scan.take('SN-2');
      scan.nextUnit();
      expect(scan.units()).toMatchObject(announced);
      expect(scan.errors()).toBe(0);
    });

    it('may be two IMEIs in either order', () => {
      const scan = begin({ announced: [{ imei: IMEI_A, imei2: IMEI_B }] });
      scan.choose(1);
      scan.take(IMEI_B);
      scan.take(IMEI_A);
      expect(scan.units()).toMatchObject([{ imei: IMEI_B, imei2: IMEI_A }]);
      expect(scan.verdict()?.outcome).toBe('Unit 1: now its Serial number · Announced');
    });
  });

  it('warns of fourteen digits where an IMEI is due', () => {
    const scan = begin();
    scan.choose(1);
    scan.take('35219811607342');
    expect(scan.read().marks.get(1)?.warnings).toEqual([
      'Only 14 digits: compare it with the IMEI on the box',
    ]);
    expect(scan.verdict()).toMatchObject({
      tone: 'warning',
      outcome: 'Unit 1: now its Serial number · Only 14 digits: compare it with the IMEI on the box',
    });
    scan.take('SN-1');
    scan.take('SN-2');
    const before = scan.errors();
    scan.take('14800000000014');
    expect(scan.errors()).toBe(before + 1);
  });

  it('warns of an IMEI with a wrong check digit', () => {
    const scan = begin();
    scan.choose(1);
    scan.take('SN-1');
    scan.take('352198116073427');
    expect(scan.read().marks.get(1)?.warnings).toEqual([
      'Its IMEI has a wrong check digit: compare it with the box',
    ]);
    expect(scan.errors()).toBe(1);
  });

  it('keeps each of 200 scans that come faster than the server answers, in their order', async () => {
    let open = 0;
    const scan = begin({
      check: async () => {
        open += 1;
        expect(open).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 0));
        open -= 1;
        return FREE;
      },
    });
    scan.choose(1);
    scan.setLine(phone, { numbers: ['serial_number'] });
    const codes = Array.from({ length: 200 }, (_, place) => `SN-${place}`);
    for (const code of codes) scan.take(code);
    expect(scan.units().map(({ serial_number }) => serial_number)).toEqual(codes);
    await scan.settled();
    expect([scan.asked, scan.errors(), scan.done.length]).toEqual([codes, 0, 200]);
  });

  it('refuses a number that the receipt has, and says at its row what the stock has', async () => {
    const scan = begin({
      check: async (code) =>
        code === 'SN-7' ? { outcome: 'taken', message: 'Pixel 9, Cebu, has it', scanned_by: null } : FREE,
    });
    scan.choose(2);
    scan.take('SN-7');
    scan.take('SN-8');
    await scan.settled();
    expect(scan.read().marks.get(1)).toMatchObject({ problems: { serial_number: 'Pixel 9, Cebu, has it' } });
    expect(scan.verdict()).toMatchObject({ tone: 'bad', what: 'Unit 1: Serial number is taken' });
    expect([...scan.read().marks.values()].filter(isWrong)).toHaveLength(1);
    scan.take('SN-8');
    expect(scan.verdict()).toMatchObject({
      what: 'Unit 3: scanned twice',
      outcome: 'Unit 2 of this receipt has this number',
    });
    expect([scan.units().length, scan.errors()]).toEqual([2, 2]);
    scan.remove(1);
    expect(scan.units().map(({ no }) => no)).toEqual([2]);
  });

  it('refuses more than remains of a line, at once', () => {
    const scan = begin();
    for (const code of ['4800000000024', 'A1', 'A2', 'A3']) scan.take(code);
    expect(scan.verdict()).toMatchObject({ outcome: 'All 2 that remain are here. Set it aside', code: 'A3' });
    scan.take('4800000000024');
    expect(scan.verdict()?.outcome).toBe('All 2 that remain are here. Set it aside');
    for (let scans = 0; scans < 4; scans += 1) scan.take('4800000000031');
    expect([countOf(scan.read().draft, cable), scan.errors()]).toEqual([3, 3]);
  });

  it('says of the last scan, and of each unit, what holds once others received some of the order', () => {
    const lines = [phone, laptop, cable];
    const scan = begin({ lines });
    for (const code of ['4800000000031', '4800000000031']) scan.take(code);
    expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: '2 of 3' });
    lines[2] = { ...cable, remaining: 1, received: 2 };
    expect(scan.verdict()).toMatchObject({
      tone: 'bad',
      outcome: '2 are here. Only 1 remains to be received',
    });
    scan.undo();
    expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: '1 of 1' });
    for (const code of ['4800000000024', 'A1', 'A2']) scan.take(code);
    expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: 'Unit 2 is complete' });
    lines[1] = { ...laptop, remaining: 1, received: 1 };
    const text = 'Only 1 remains to be received. Undo this unit, and set it aside';
    expect(scan.verdict()).toMatchObject({ tone: 'bad', outcome: text });
    expect([...unitProblems(scan.read(), lines)]).toEqual([[2, [text]]]);
    expect(whyNotReceived(scan.read(), lines)).toBe('Undo 1 unit that cannot be received');
    expect(requestOf(receivableOf(scan.read(), lines), lines).body.items).toMatchObject([
      { supplier_transaction_item_id: 2, units: [{ serial_number: 'A1' }] },
      { supplier_transaction_item_id: 3, quantity_received: 1 },
    ]);
    scan.remove(2);
    expect(whyNotReceived(scan.read(), lines)).toBeNull();
  });

  it('names the units to look at where a line is full with them, and marks a unit whose item is gone', () => {
    const tablet = { ...phone, remaining: 2, numbers: ['imei'] as const };
    const lines: Line[] = [tablet];
    const scan = begin({ lines });
    for (const code of [IMEI_A.slice(0, 14), IMEI_B, IMEIS[0] ?? '']) scan.take(code);
    expect(scan.verdict()?.outcome).toBe('All 2 that remain are here. Set it aside, or look at unit 1 first');
    lines.pop();
    expect(unitProblems(scan.read(), lines).get(2)).toEqual([
      'Its item was taken out of the order. Undo this unit, or scan it again once it is in the order',
    ]);
    lines.push({ ...tablet, itemId: 9 });
    scan.take(IMEI_B);
    expect(scan.units()).toMatchObject([{ itemId: 1 }, { itemId: 9, imei: IMEI_B }]);
  });

  it('takes nothing for the chosen line after the barcode of a full one, or of no item of the order', () => {
    const full = { ...laptop, remaining: 1 };
    for (const code of ['4800000000024', '4006381333931', '(01)04006381333931']) {
      const scan = begin({ lines: [{ ...phone, numbers: ['imei'] }, full] });
      for (const other of ['4800000000024', 'A1', '4800000000017', IMEI_A]) scan.take(other);
      expect(scan.units()).toHaveLength(2);
      scan.take(code);
      expect(scan.verdict()?.tone).toBe('bad');
      scan.take(IMEI_B);
      expect([scan.units().length, scan.verdict()?.outcome]).toEqual([
        2,
        'Set it aside, or scan the product’s barcode first, or choose a line',
      ]);
      scan.take('4800000000017');
      scan.take(IMEI_B);
      expect(scan.units().at(-1)).toMatchObject({ itemId: 1, imei: IMEI_B });
    }
  });

  it('keeps the chosen line after a unit of another one that was announced', () => {
    const product_variation = { id: 12, name: '13"', product_name: 'MacBook Air' };
    const scan = begin({ announced: [{ serial_number: 'SN-1', product_variation }] });
    scan.take('4800000000017');
    for (const code of ['SN-1', 'SN-2']) scan.take(code);
    expect(scan.units()).toMatchObject([{ itemId: 2 }, { itemId: 1, serial_number: 'SN-2' }]);
  });

  it('warns of an IMEI that begins like those of another product', () => {
    const imeis = { numbers: ['imei'] as const };
    const tablet = { ...laptop, ...imeis, remaining: 9, product: 'iPad', codes: ['4800000000024'] };
    const scan = begin({ lines: [{ ...phone, ...imeis }, tablet] });
    scan.take('4800000000024');
    scan.take(IMEI_A);
    scan.take('4800000000017');
    scan.take(IMEIS[0] ?? '');
    expect(scan.verdict()).toMatchObject({
      tone: 'warning',
      outcome: 'Unit 2 is complete · Its IMEI begins like those of iPad',
    });
    scan.take(IMEIS[1] ?? '');
    expect(scan.verdict()?.tone).toBe('good');
  });

  it('warns of each phone in a wrong line, not of the first one alone', () => {
    const imeis = { numbers: ['imei'] as const };
    const tablet = { ...laptop, ...imeis, remaining: 9, product: 'iPad', codes: ['4800000000024'] };
    const scan = begin({ lines: [{ ...phone, ...imeis }, tablet] });
    scan.take('4800000000024');
    for (const imei of IMEIS.slice(0, 3)) scan.take(imei);
    scan.take('4800000000017');
    for (const imei of IMEIS.slice(3, 6)) {
      scan.take(imei);
      expect(scan.verdict()?.outcome).toMatch(/ · Its IMEI begins like those of iPad$/);
    }
    expect(scan.errors()).toBe(3);
  });

  it.each([
    ['This is an EID', '89049032007008882600123456789012'],
    ['This is the number of a SIM card', '8963025412345678901'],
    ['This is the label of a carton', '00106141411234567897'],
    ['This is a part number', 'MYEW3PP/A'],
    ['This is a part number', '1PMG6K4ZP/A'],
    ['This is a part number', 'SM-A266BZKDXTC'],
    ['This is a part number', 'SM-A266B/DS'],
    ['This is a date', '2026-11-30'],
    ['This code holds several numbers', `F2LX4711Q7 ${IMEI_A}`],
  ])('takes no other code of the box as a serial number: %s', (what, code) => {
    const scan = begin();
    scan.take('4800000000017');
    scan.take(code);
    expect(scan.units()).toEqual([]);
    expect(scan.errors()).toBe(1);
    const outcome = `${what}. Scan the serial number, or press Serial number for this one`;
    expect(scan.verdict()).toMatchObject({ outcome });
    for (const right of ['F2LX4711Q7', IMEI_A]) scan.take(right);
    expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: 'Unit 1 is complete' });
  });

  it('has room for what is scanned while it is unknown if the units that were sent were received', () => {
    const lines = [laptop];
    const scan = begin({ lines, draft: { ...EMPTY, received: { 2: 0 } } });
    scan.take('A1');
    scan.setSent(requestOf(scan.read().draft, lines).body);
    lines[0] = { ...laptop, remaining: 1, received: 1 };
    scan.take('A2');
    expect([scan.units().length, [...unitProblems(scan.read(), lines)]]).toEqual([2, []]);
    scan.take('A3');
    expect(scan.units()).toHaveLength(2);
    scan.setSent(null);
    expect([...unitProblems(scan.read(), lines).keys()]).toEqual([2]);
  });

  it('goes on after a reload with the unit and the line that were scanned', () => {
    const scan = begin();
    scan.choose(1);
    for (const code of ['SN-1', IMEI_A, 'SN-2']) scan.take(code);
    const again = begin({ draft: scan.read().draft });
    // The scans since then may be lost.
    again.take(IMEI_B);
    expect([again.units().at(-1)?.imei, again.errors(), again.verdict()?.outcome]).toEqual([
      null,
      1,
      'Unit 2 was open when this page was closed. Answer the question first',
    ]);
    again.goOn();
    again.take(IMEI_B);
    again.take('SN-3');
    expect(again.units()).toMatchObject([{}, { serial_number: 'SN-2', imei: IMEI_B }, { itemId: 1 }]);
  });

  it('goes on after a reload with the unit one of whose numbers is scanned again', () => {
    const scan = begin();
    scan.choose(1);
    scan.take('SN-1');
    const again = begin({ draft: scan.read().draft });
    again.take('SN-1');
    expect(again.verdict()).toMatchObject({ tone: 'good', outcome: 'Unit 1: now its IMEI' });
    again.take(IMEI_A);
    expect(again.units()).toMatchObject([{ serial_number: 'SN-1', imei: IMEI_A }]);
    expect([again.errors(), whyNotReceived(again.read(), [phone])]).toEqual([0, null]);
    scan.setImeiFirst(phone, true);
    scan.nextUnit();
    scan.take(IMEI_B.slice(0, -1));
    const short = begin({ draft: scan.read().draft });
    short.take(IMEI_B);
    short.take('SN-2');
    expect(short.units()[1]).toMatchObject({ serial_number: 'SN-2', imei: IMEI_B });
  });

  it('checks again without a word over the last scan, with one sound for all that is taken by now', async () => {
    let outcome: Checked = FREE;
    const scan = begin({ check: async () => outcome });
    scan.choose(2);
    for (const code of ['A1', 'A2']) scan.take(code);
    await scan.settled();
    outcome = { outcome: 'taken', message: 'MacBook Air, Cebu, has it', scanned_by: null };
    scan.checkAgain();
    await scan.settled();
    expect([scan.verdict()?.outcome, scan.errors()]).toEqual(['Unit 2 is complete', 1]);
    expect([...unitProblems(scan.read(), [laptop]).keys()]).toEqual([1, 2]);
  });

  it('takes back one of a count, but not one that was typed', () => {
    const scan = begin();
    for (const code of ['4800000000024', 'A1', '4800000000031', '4800000000031']) scan.take(code);
    scan.undo();
    expect([countOf(scan.read().draft, cable), scan.units().length]).toEqual([1, 1]);
    scan.take('4800000000031');
    scan.setLine(cable, { plain: 3 });
    scan.undo();
    expect([countOf(scan.read().draft, cable), scan.units().length]).toEqual([3, 0]);
  });

  it('asks which line a number is of where it cannot know', () => {
    const scan = begin();
    scan.take('SN-1');
    expect(scan.verdict()?.outcome).toBe('Scan the product’s barcode first, or choose a line');
    const only = begin({ lines: [laptop, cable] });
    only.take('SN-1');
    expect(only.units()).toMatchObject([{ itemId: 2 }]);
  });

  it('knows by what was announced which line it is of, and says what was not', () => {
    const product_variation = { id: 12, name: '13"', product_name: 'MacBook Air' };
    const scan = begin({
      announced: [{ serial_number: 'SN-1', product_variation }, { serial_number: 'SN-3' }],
    });
    scan.take('SN-1');
    expect(scan.units()).toMatchObject([{ itemId: 2 }]);
    expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: 'Unit 1 is complete · Announced' });
    scan.take('SN-2');
    expect(scan.verdict()?.outcome).toBe('Scan the product’s barcode first, or choose a line');
    scan.choose(2);
    scan.take('SN-2');
    expect(scan.verdict()).toMatchObject({ tone: 'warning', outcome: 'Unit 2 is complete · Not announced' });
  });

  it('takes the last number back, and with its last number the unit', () => {
    const scan = begin();
    scan.choose(1);
    scan.take('SN-1');
    scan.take(IMEI_A);
    scan.undo();
    expect(scan.units()).toMatchObject([{ serial_number: 'SN-1', imei: null }]);
    expect(scan.read().draft.openNo).toBe(1);
    scan.undo();
    expect([scan.units(), scan.canUndo()]).toEqual([[], false]);
  });

  it('goes on with units that the server could not be asked about, says so, and asks again', async () => {
    let isAway = true;
    const checkLater = async (code: string): Promise<Checked> => {
      if (isAway) throw new Error('gone');
      return code === 'SN-1' ? { outcome: 'taken', message: 'Taken', scanned_by: null } : FREE;
    };
    const scan = begin({ check: checkLater });
    scan.choose(2);
    for (const code of ['SN-1', 'SN-2']) scan.take(code);
    await scan.settled();
    const marks = { problems: {}, warnings: [], unchecked: ['serial_number'], asked: 0 };
    expect([...scan.read().marks.values()]).toEqual([marks, marks]);
    expect(scan.verdict()).toMatchObject({
      tone: 'warning',
      outcome: 'Unit 2 is complete · 2 units not checked: the server could not be reached',
    });
    expect(whyNotReceived(scan.read(), [laptop])).toBeNull();
    scan.take('4800000000031');
    expect(scan.verdict()).toMatchObject({
      tone: 'warning',
      outcome: expect.stringMatching(/^1 of 3 · 2 units not checked/),
    });
    isAway = false;
    scan.checkUnchecked();
    await scan.settled();
    expect([...scan.read().marks.values()]).toEqual([
      { ...CLEAN, problems: { serial_number: 'Taken' } },
      CLEAN,
    ]);
    expect(scan.verdict()).toMatchObject({ tone: 'good', outcome: '1 of 3' });
  });

  it('says who else has scanned a unit and not received it, and receives it all the same', async () => {
    const scan = begin({ check: async () => ({ ...FREE, scanned_by: { name: 'Ana' } }) });
    scan.choose(2);
    scan.take('SN-1');
    await scan.settled();
    expect(scan.verdict()).toMatchObject({
      tone: 'warning',
      outcome: 'Unit 1 is complete · Ana has scanned this, too, and not received it',
    });
    expect([scan.errors(), whyNotReceived(scan.read(), [laptop])]).toEqual([1, null]);
  });

  it('sends its units row by row, with what was chosen for each line', () => {
    const scan = begin();
    for (const code of ['4800000000024', 'A1', '4800000000031', '4800000000031']) scan.take(code);
    scan.setLine(laptop, { category: 'used', condition_rating: 4, notes: ' Scratched ' });
    scan.setNotes('By courier');
    expect(requestOf(scan.read().draft, [phone, laptop, cable]).body).toEqual({
      items: [
        {
          supplier_transaction_item_id: 2,
          product_variation_id: 12,
          quantity_received: 1,
          category: 'used',
          condition_rating: 4,
          notes: 'Scratched',
          scanned_numbers: 'serial',
          units: [{ serial_number: 'A1', imei: null, imei2: null }],
        },
        {
          supplier_transaction_item_id: 3,
          product_variation_id: 13,
          quantity_received: 2,
          category: 'new',
          condition_rating: null,
          notes: null,
          units: [],
        },
      ],
      notes: 'By courier',
    });
    expect(choicesOf(scan.read().draft, phone).numbers).toEqual(['serial_number', 'imei']);
  });
});
