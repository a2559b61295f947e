import { expect, it } from 'vitest';
import { trimmed } from './plain-text.ts';

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
