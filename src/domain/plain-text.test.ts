import { expect, it } from 'vitest';
import { isOneLine, isSeveralLines, oneLine, severalLines, trimmed } from './plain-text.ts';

it.each([
  ['  Luz  ', 'Luz'],
  ['\u200bLuz\ufeff', 'Luz'],
  ['\u200b\u200d', ''],
  [' \u2060 \u00ad \u3164 \u2800 ', ''],
  // A joiner within a character is part of it.
  ['Luz 👩‍🔧', 'Luz 👩‍🔧'],
  ['Dela\u00a0Peña', 'Dela\u00a0Peña'],
])('what cannot be seen around a text is no part of it: %j', (text, seen) => {
  expect(trimmed(text)).toBe(seen);
});

it('a text is looked through once, however many spaces are in it', () => {
  const long = `a${' '.repeat(250_000)}b`;
  expect(trimmed(` ${long}\u200b`)).toBe(long);
});

it('a tab is a space, and a line ends in a line feed, however it was sent', () => {
  expect(oneLine('\tAna\tReyes ')).toBe('Ana Reyes');
  expect(severalLines('one\r\ntwo\rthree\n\tfour\n')).toBe('one\ntwo\nthree\n four');
});

it.each(['\0', '\u001b', '\u0007', '\r', '\u007f', '\u0085', '\u009b'])('%j is in no text', (control) => {
  expect([isOneLine(`a${control}b`), isSeveralLines(`a${control}b`)]).toEqual([false, false]);
});

it('a line feed is in texts of several lines only', () => {
  expect([isOneLine('a\nb'), isSeveralLines('a\nb')]).toEqual([false, true]);
  expect([isOneLine('Señora Peña 👩‍🔧'), isSeveralLines('é\n€')]).toEqual([true, true]);
});
