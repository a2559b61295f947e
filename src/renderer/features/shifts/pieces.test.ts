import { expect, it } from 'vitest';
import { countedIn, pieceProblem } from './pieces.ts';

it.each([
  ['12', null, 12],
  ['\t2000\u200b', null, 2000],
  ['99999', null, 99_999],
  ['', null, undefined],
  [' \u200b', null, undefined],
  ['100000', 'At most 99,999 pieces', undefined],
  ['123456789', 'At most 99,999 pieces', undefined],
  ['1.5', 'Type a whole number', undefined],
  ['-1', 'A count cannot be negative', undefined],
  ['1-', 'Type a whole number', undefined],
])('counts %j pieces, or says why not', (text, problem, pieces) => {
  expect(pieceProblem(text)).toBe(problem);
  expect(countedIn({ bill_100: text }).bill_100).toBe(pieces);
});
