import { describe, expect, it } from 'vitest';
import {
  announcedBy,
  codesMet,
  isCodeOf,
  remainingTexts,
  repeatedNumbers,
  unitCodeFields,
  unitCodeKinds,
  usualNumbers,
  type MetCodes,
} from './receiving.ts';

const pairs = unitCodeFields.flatMap((one) => unitCodeFields.map((other) => [one, other] as const));

describe('the codes of a unit', () => {
  it.each(pairs)('%s of one and %s of another are not the same', (one, other) => {
    const met: MetCodes<string> = new Map();
    expect(codesMet({ [one]: '123' }, 'first', met)).toEqual([]);
    const isAlike = unitCodeKinds[one] === unitCodeKinds[other];
    expect(codesMet({ [other]: '123' }, 'second', met)).toEqual([
      { field: other, what: isAlike ? unitCodeKinds[other] : 'number', first: 'first' },
    ]);
    expect(codesMet({ [other]: '124' }, 'third', met)).toEqual([]);
  });

  it('are different numbers within it, though its label may show one of them', () => {
    expect(repeatedNumbers({ serial_number: '1', imei: '1', imei2: '1' })).toEqual([
      { field: 'imei', message: 'This is the serial number again' },
      { field: 'imei2', message: 'This is the serial number again' },
    ]);
    expect(codesMet({ serial_number: '1', qr_code: '1' }, 'one', new Map())).toEqual([]);
    expect(
      codesMet({ imei: null, imei2: '' }, 'one', new Map([['', { place: 'none', kind: 'IMEI' }]])),
    ).toEqual([]);
  });
});

describe('an IMEI without its check digit, or with another', () => {
  const [SHORT, WHOLE, OTHER] = ['49015420323751', '490154203237518', '490154203237510'];
  const spellings = [
    [SHORT, WHOLE],
    [WHOLE, SHORT],
    [WHOLE, OTHER],
  ] as const;

  it.each(spellings)('is that of the same phone: %s and %s', (one, other) => {
    const met: MetCodes<string> = new Map();
    expect(codesMet({ imei: one }, 'first', met)).toEqual([]);
    expect(codesMet({ imei2: other }, 'second', met)).toEqual([
      { field: 'imei2', what: 'IMEI', first: 'first' },
    ]);
    expect(repeatedNumbers({ imei: one, imei2: other })).toEqual([
      { field: 'imei2', message: 'This is the first IMEI again' },
    ]);
    expect(isCodeOf({ imei2: one }, other)).toBe(true);
    const list = [{ serial_number: 'SN-1', imei: one }];
    expect(announcedBy(list)({ imei2: other })).toEqual({ announced: list[0], agrees: true });
  });

  it('is no other one’s serial number, unless that has just its digits', () => {
    const met: MetCodes<string> = new Map();
    codesMet({ serial_number: WHOLE }, 'first', met);
    expect(codesMet({ serial_number: OTHER }, 'second', met)).toEqual([]);
    expect(codesMet({ imei: SHORT }, 'third', met)).toEqual([]);
    expect(isCodeOf({ serial_number: WHOLE }, OTHER)).toBe(false);
    codesMet({ serial_number: '35219811607342' }, 'fourth', met);
    expect(codesMet({ imei: '352198116073426' }, 'fifth', met)).toEqual([
      { field: 'imei', what: 'number', first: 'fourth' },
    ]);
  });

  it('is announced as it is written rather than as another of its phone', () => {
    const list = [{ imei: SHORT }, { imei: WHOLE }];
    const find = announcedBy(list);
    expect([SHORT, WHOLE, OTHER].map((imei) => find({ imei })?.announced)).toEqual([...list, list[0]]);
  });
});

describe('the numbers that the name of a product type suggests', () => {
  it.each(['Phone', 'phones', 'Used phones', 'Smartphones ', 'Cell Phone', 'Mobiles', 'Tablet', 'iPads'])(
    'are an IMEI, too, of %s',
    (name) => expect(usualNumbers(name)).toBe('serial_imei'),
  );
  it.each(['', 'Laptop', 'Headphones', 'Microphone', 'Phone cases', 'Tablet stand', 'Smartwatch'])(
    'are a serial number of %s',
    (name) => expect(usualNumbers(name)).toBe('serial'),
  );
});

describe('what remains', () => {
  it.each([-1, 0])('is nothing at %d', (remaining) => {
    expect(remainingTexts(remaining)).toEqual({
      remain: 'nothing remains',
      only: 'nothing remains to be received',
      onlyOfItem: 'Nothing of this item remains to be received',
      ofThem: 'and nothing remains',
      allHere: 'Nothing of it remains',
    });
  });

  it('is one, or many', () => {
    expect(remainingTexts(1)).toEqual({
      remain: '1 remains',
      only: 'only 1 remains to be received',
      onlyOfItem: 'Only 1 remains to be received',
      ofThem: 'of 1 that remains',
      allHere: 'The one that remains is here',
    });
    expect(remainingTexts(1_200)).toEqual({
      remain: '1,200 remain',
      only: 'only 1,200 remain to be received',
      onlyOfItem: 'Only 1,200 remain to be received',
      ofThem: 'of 1,200 that remain',
      allHere: 'All 1,200 that remain are here',
    });
  });
});
