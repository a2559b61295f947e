import { describe, expect, it } from 'vitest';
import { codesMet, repeatedNumbers, unitCodeFields, unitCodeKinds, type MetCodes } from './receiving.ts';

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
