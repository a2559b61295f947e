import { expect, it } from 'vitest';
import { logOnceAMinute } from './log-once.ts';

it('an error is logged at once, those like it by their count, and the next minute begins anew', () => {
  const lines: unknown[][] = [];
  const endings: (() => void)[] = [];
  const log = logOnceAMinute({ error: (...line: unknown[]) => void lines.push(line) }, (work) => {
    endings.push(work);
  });
  const fault = (id: number) => new TypeError(`No row ${id}`);
  for (const id of [1, 2, 34]) log(fault(id), '/sales');
  log(fault(5), '/orders');
  log(new RangeError('Too far'), '/sales');
  expect(lines).toMatchObject([
    [{ err: { message: 'No row 1' }, route: '/sales' }],
    [{ err: { message: 'No row 5' }, route: '/orders' }],
    [{ err: { message: 'Too far' }, route: '/sales' }],
  ]);
  lines.length = 0;
  for (const end of endings) end();
  expect(lines).toEqual([[{ route: '/sales', more: 2 }, 'TypeError No row #: 2 more in the last minute']]);
  log(fault(6), '/sales');
  expect(lines).toHaveLength(2);
});
