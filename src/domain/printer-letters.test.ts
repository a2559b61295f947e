import { describe, expect, it } from 'vitest';
import { cutText, isBeyondCodePages, lettersOf, lettersToDraw, textColumns } from './printer-letters.ts';
import { centred, pair, wrap } from './receipt.ts';

describe('letters that no code page has', () => {
  it.each(['\u20b1', 'ł', 'Ω', 'Ж', '手', '😀', '👨‍👩‍👧', '←', '►'])('%s', (letter) => {
    expect(isBeyondCodePages(letter)).toBe(true);
  });

  it.each(['A', 'ñ', '€', '’', '–', '…', '§', 'ő', 'ễ', ' ', '\u00a0', '\u001b', '\u200b'])(
    'but not %j, which pages have, or something like it',
    (letter) => expect(isBeyondCodePages(letter)).toBe(false),
  );
});

describe('the columns of a text', () => {
  it.each([
    ['Café', 4],
    ['Cafe\u0301', 4],
    ['Load \u20b1100', 9],
    ['手机', 4],
    ['한국', 4],
    ['OK 😀', 5],
    ['👨‍👩‍👧', 2],
    ['❤️', 2],
  ])('%s: %i', (text, columns) => {
    expect(textColumns(text)).toBe(columns);
  });

  it('are those of its letters as a reader sees them', () => {
    expect(lettersOf('Cafe\u0301 👨‍👩‍👧')).toEqual(['C', 'a', 'f', 'é', ' ', '👨‍👩‍👧']);
    expect(cutText('手机壳A', 5)).toEqual(['手机', '壳A']);
  });

  it('keep rows on the paper, and amounts at its edge', () => {
    expect(wrap('手机壳手机壳 A', 6)).toEqual(['手机壳', '手机壳', 'A']);
    expect(wrap('手机', 1)).toEqual(['手', '机']);
    expect(pair('手机', '100.00', 12)).toEqual(['手机  100.00']);
    expect(pair('手机壳', '100.00', 12)).toEqual(['手机壳', '      100.00']);
    expect(centred('手机', 8)).toEqual([{ kind: 'text', text: '  手机' }]);
  });
});

describe('the letters to draw for a document', () => {
  it('are none where code pages have them all', () => {
    expect(lettersToDraw({ name: 'Señor’s Café – 5 €' })).toEqual([]);
  });

  it('are all that its rows may hold where one is missing', () => {
    const letters = lettersToDraw({ name: 'Señor \u20b1100', list: [{ note: '手' }] });
    for (const letter of ['\u20b1', '手', 'ñ', 'Ñ', 'S', 'Z', '0', ',']) expect(letters).toContain(letter);
    expect(letters.filter((letter) => letter.trim() === '')).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});
