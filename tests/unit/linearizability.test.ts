import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHistory } from '#tests/prove/linearizability/check.ts';
import {
  checkUnits,
  unit,
  type UnitAnswer,
  type UnitCall,
  type UnitOperation,
} from '#tests/prove/linearizability/unit.ts';

/** A call from one moment to another; without an answer it is open. */
const call = (
  called: number,
  returned: number | null,
  input: UnitCall,
  output: UnitAnswer | null = returned === null ? null : 'done',
): UnitOperation => ({ called, returned, input, output });

const lock = (by: string): UnitCall => ({ what: 'lock', by });
const sell = (by: string, sale: string): UnitCall => ({ what: 'sell', by, sale });
const refund = (sale: string): UnitCall => ({ what: 'refund', sale });
const read: UnitCall = { what: 'read' };

const isRight = (history: readonly UnitOperation[]) => checkHistory(unit, history) === null;

/** A unit that Ana locks and sells, and that Ben wants meanwhile. */
const aDay = [
  call(0, 5, lock('Ana')),
  call(1, 6, lock('Ben'), 'refused'),
  call(7, 9, sell('Ana', 'S1')),
  call(8, 10, sell('Ben', 'S2'), 'refused'),
  call(11, 12, read, 'sold'),
];

const FOLDER = path.resolve(import.meta.dirname, '../prove/linearizability');

describe('the checker of histories', () => {
  it('imports nothing of the product, whose faults it looks for', () => {
    for (const file of readdirSync(FOLDER)) {
      const source = readFileSync(path.join(FOLDER, file), 'utf8');
      for (const [, from] of source.matchAll(/ from '([^']+)'/g)) expect(from).toMatch(/^\.\/[a-z]+\.ts$/);
    }
  });

  it('takes what one call after the other could have answered', () => {
    expect(isRight(aDay)).toBe(true);
    // Either lock may have come first; the read in between has seen the free unit.
    expect(isRight([call(0, 9, lock('Ana')), call(1, 8, read, 'free')])).toBe(true);
    expect(isRight([call(0, 9, lock('Ana')), call(1, 8, read, 'held by Ana')])).toBe(true);
  });

  it('finds a unit that was sold twice', () => {
    const twice = aDay.map((each) =>
      each.input.what === 'sell' || each.input.what === 'lock' ? { ...each, output: 'done' as const } : each,
    );
    expect(isRight(twice)).toBe(false);
    const [words = ''] = checkUnits(new Map([[7, twice]]));
    expect(words).toMatch(/^unit 7: /);
    expect(words).toContain('"by":"Ben"');
  });

  it('finds an acknowledged sale that is lost', () => {
    const lost = [...aDay.slice(0, 3), call(11, 12, read, 'held by Ana'), call(13, 14, sell('Ana', 'S3'))];
    expect(isRight(lost)).toBe(false);
    const freed = [...aDay, call(20, 21, lock('Ben'))];
    expect(isRight(freed)).toBe(false);
    expect(isRight([...aDay, call(13, 14, refund('S1')), call(20, 21, lock('Ben'))])).toBe(true);
  });

  it('finds a read that is older than an answer', () => {
    const refunded = [...aDay, call(20, 21, refund('S1'))];
    expect(isRight([...refunded, call(22, 23, read, 'free')])).toBe(true);
    expect(isRight([...refunded, call(22, 23, read, 'sold')])).toBe(false);
    const locked = [call(0, 1, lock('Ana'))];
    expect(isRight([...locked, call(2, 3, read, 'free')])).toBe(false);
    // The read began before the answer came.
    expect(isRight([call(0, 3, lock('Ana')), call(2, 4, read, 'free')])).toBe(true);
  });

  it('takes a call without an answer as done at any time since, or never', () => {
    const open = [call(0, 1, lock('Ana')), call(2, null, sell('Ana', 'S1'))];
    for (const seen of ['held by Ana', 'sold'] as const)
      expect(isRight([...open, call(50, 51, read, seen)])).toBe(true);
    expect(isRight([...open, call(50, 51, read, 'sold'), call(52, 53, read, 'held by Ana')])).toBe(false);
    expect(
      isRight([call(0, 1, lock('Ana')), call(30, null, sell('Ana', 'S1')), call(2, 3, read, 'sold')]),
    ).toBe(false);
    expect(isRight([])).toBe(true);
  });

  it('goes through many calls at once without trying each order', () => {
    const crowd = Array.from({ length: 200 }, (_, no) =>
      call(no % 7, 100, lock(`Person ${no}`), no === 150 ? 'done' : 'refused'),
    );
    expect(isRight(crowd)).toBe(true);
    expect(isRight([...crowd, call(101, 102, read, 'free')])).toBe(false);
  });
});
