import { describe, expect, it } from 'vitest';
import { demoBarcode, demoImei, demoSerial, seededRandom } from './random.ts';

const sampleSize = 50_000;
const indexes = Array.from({ length: sampleSize }, (_, n) => n);

/** Luhn over the whole number, check digit included: the textbook rule, from the right. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .map((digit, place) => (place % 2 === 1 ? Number(digit) * 2 : Number(digit)))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

/** EAN-13 over the whole number: odd places count once, even places three times. */
function passesEan13(digits: string): boolean {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

describe('the checks this test relies on', () => {
  it('accept known good numbers and refuse the same with one digit changed', () => {
    expect(passesLuhn('490154203237518')).toBe(true);
    expect(passesLuhn('490154203237517')).toBe(false);
    expect(passesEan13('4006381333931')).toBe(true);
    expect(passesEan13('4006381333932')).toBe(false);
  });
});

describe('seededRandom', () => {
  it('repeats the same sequence for the same seed', () => {
    const first = seededRandom(2026);
    const second = seededRandom(2026);
    const sequence = Array.from({ length: 1000 }, () => first.next());
    expect(Array.from({ length: 1000 }, () => second.next())).toEqual(sequence);
  });

  it('gives another sequence for another seed', () => {
    expect(seededRandom(1).next()).not.toBe(seededRandom(2).next());
  });

  it('stays in [0, 1) and spreads evenly', () => {
    const random = seededRandom(7);
    const values = indexes.map(() => random.next());
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    const mean = values.reduce((total, value) => total + value, 0) / sampleSize;
    expect(mean).toBeGreaterThan(0.49);
    expect(mean).toBeLessThan(0.51);
  });

  it('draws whole numbers with both ends included', () => {
    const random = seededRandom(11);
    const drawn = new Set(Array.from({ length: 1000 }, () => random.integer(3, 6)));
    expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
    expect(random.integer(5, 5)).toBe(5);
    expect(() => random.integer(6, 3)).toThrow(RangeError);
    expect(() => random.integer(0.5, 3)).toThrow(RangeError);
  });

  it('picks every member of a list and refuses an empty one', () => {
    const random = seededRandom(13);
    const picked = new Set(Array.from({ length: 200 }, () => random.pick(['a', 'b', 'c'])));
    expect([...picked].sort()).toEqual(['a', 'b', 'c']);
    expect(() => random.pick([])).toThrow(RangeError);
  });

  it('takes a chance as often as asked', () => {
    const random = seededRandom(17);
    const taken = indexes.filter(() => random.chance(0.25)).length;
    expect(taken / sampleSize).toBeGreaterThan(0.23);
    expect(taken / sampleSize).toBeLessThan(0.27);
    expect(indexes.some(() => random.chance(0))).toBe(false);
    expect(indexes.every(() => random.chance(1))).toBe(true);
  });
});

describe('demoImei', () => {
  const imeis = indexes.map(demoImei);

  it('gives fifteen digits that pass the Luhn check', () => {
    expect(imeis.filter((imei) => !/^\d{15}$/.test(imei) || !passesLuhn(imei))).toEqual([]);
  });

  it('never repeats, up to the last index', () => {
    expect(new Set(imeis).size).toBe(sampleSize);
    const last = indexes.map((n) => demoImei(999_999 - n));
    expect(new Set([...imeis, ...last]).size).toBe(2 * sampleSize);
  });

  it('is deterministic', () => {
    expect(indexes.map(demoImei)).toEqual(imeis);
  });

  it('refuses an index it cannot keep unique', () => {
    expect(() => demoImei(1_000_000)).toThrow(RangeError);
    expect(() => demoImei(-1)).toThrow(RangeError);
    expect(() => demoImei(1.5)).toThrow(RangeError);
  });
});

describe('demoSerial', () => {
  const manufacturers = ['Apple', 'Samsung', 'Lenovo', 'Dell', 'JBL', 'OPPO', 'Xiaomi'];
  const serials = indexes.map((n) => demoSerial(n, manufacturers[n % manufacturers.length] ?? 'Apple'));

  it('uses upper-case letters and digits without O and I', () => {
    expect(serials.filter((serial) => !/^[0-9A-HJ-NP-Z]{7,15}$/.test(serial))).toEqual([]);
  });

  it('never repeats, within one manufacturer or across several', () => {
    expect(new Set(serials).size).toBe(sampleSize);
    expect(new Set(indexes.map((n) => demoSerial(n, 'Samsung'))).size).toBe(sampleSize);
  });

  it('has the shape of the manufacturer', () => {
    expect(demoSerial(1, 'Samsung')).toMatch(/^R\w{10}$/);
    expect(demoSerial(1, 'Apple')).toMatch(/^\w{10}$/);
    expect(demoSerial(1, 'JBL')).toMatch(/^JB\w{10}$/);
    expect(demoSerial(1, 'Öö')).toMatch(/^SN\w{10}$/);
  });

  it('is deterministic', () => {
    expect(demoSerial(4321, 'Apple')).toBe(demoSerial(4321, 'Apple'));
    expect(demoSerial(4321, 'Apple')).not.toBe(demoSerial(4321, 'Samsung'));
  });

  it('refuses an index it cannot keep unique', () => {
    expect(() => demoSerial(34 ** 5, 'Apple')).toThrow(RangeError);
    expect(() => demoSerial(-1, 'Apple')).toThrow(RangeError);
  });
});

describe('demoBarcode', () => {
  const barcodes = indexes.map(demoBarcode);

  it('gives Philippine EAN-13 codes with a valid check digit', () => {
    expect(barcodes.filter((code) => !/^480\d{10}$/.test(code) || !passesEan13(code))).toEqual([]);
  });

  it('never repeats', () => {
    expect(new Set(barcodes).size).toBe(sampleSize);
  });

  it('is deterministic', () => {
    expect(indexes.map(demoBarcode)).toEqual(barcodes);
  });

  it('refuses an index it cannot keep unique', () => {
    expect(() => demoBarcode(1_000_000_000)).toThrow(RangeError);
    expect(() => demoBarcode(Number.NaN)).toThrow(RangeError);
  });
});
