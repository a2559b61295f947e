import { describe, expect, it } from 'vitest';
import {
  expired,
  nameOf,
  OWN_DISK,
  parseName,
  planRestore,
  SECOND_PLACE,
  type BackupFile,
  type Base,
  type Segment,
} from './files.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const START = Date.parse('2026-01-01T00:00:00Z');

const base = (generation: number, at: number): Base => ({ kind: 'base', generation, at });
const segment = (generation: number, from: number, to: number, at: number, isLast = false): Segment => ({
  kind: 'segment',
  generation,
  from,
  to,
  at,
  isLast,
});

describe('names of backup files', () => {
  it('are read as they were written, and sort in the order in which they are restored', () => {
    const files: BackupFile[] = [
      base(9, START),
      segment(9, 0, 4152, START + MINUTE),
      segment(9, 4152, 4152, START + 2 * MINUTE, true),
      base(10, START + DAY),
      segment(10, 0, 999_999, START + DAY + MINUTE),
    ];
    const names = files.map(nameOf);
    expect(names.map(parseName)).toEqual(files);
    expect(names.toSorted()).toEqual(names);
    expect(files.map(nameOf)[2]).toBe('00000009-log-000000004152-000000004152-20260101T000200Z-last');
    for (const other of ['', 'base', '00000009-base-20260101T000000Z.part', 'Thumbs.db'])
      expect(parseName(other)).toBeNull();
  });
});

describe('the way to a state', () => {
  const first = segment(1, 0, 100, START + MINUTE);
  const end = segment(1, 100, 150, START + 2 * MINUTE, true);
  const next = segment(2, 0, 80, START + 3 * MINUTE);
  const files = [base(1, START), first, end, next];

  it('begins at the newest base, goes on over generations, and ends at the moment that was asked for', () => {
    expect(planRestore(files)).toEqual({ base: files[0], segments: [first, end, next], at: next.at });
    expect(planRestore(files, START + 2 * MINUTE)?.segments).toEqual([first, end]);
    expect(planRestore(files, START + 90_000)?.segments).toEqual([first]);
    expect(planRestore([...files, base(2, START + 150_000)])).toMatchObject({ segments: [next] });
    expect(planRestore(files, START - 1)).toBeNull();
  });

  it('ends before a gap, and passes over what was copied twice', () => {
    expect(planRestore([base(1, START), end, next])?.segments).toEqual([]);
    expect(planRestore([base(1, START), first, next])?.segments).toEqual([first]);
    const again = segment(1, 0, 60, START + 30_000);
    expect(planRestore([...files, again])?.segments).toEqual([again, first, end, next]);
  });
});

describe('files that are kept no longer', () => {
  const year: BackupFile[] = Array.from({ length: 400 }, (_, day) => base(day + 1, START + day * DAY));
  const minutes = Array.from({ length: 400 }, (_, day) =>
    segment(day + 1, 0, 10, START + day * DAY + MINUTE),
  );
  const now = START + 399 * DAY + 2 * MINUTE;
  const keptOf = (retention: typeof SECOND_PLACE) => {
    const gone = new Set(expired([...year, ...minutes], now, retention));
    return [...year, ...minutes].filter((file) => !gone.has(file));
  };

  it('leave 30 days, 12 months, and each minute of 48 hours in a second place', () => {
    const kept = keptOf(SECOND_PLACE);
    const bases = kept.filter(({ kind }) => kind === 'base');
    expect(bases.filter(({ at }) => at > now - 30 * DAY)).toHaveLength(30);
    expect(new Set(bases.map(({ at }) => new Date(at).toISOString().slice(0, 7))).size).toBe(12);
    expect(kept.filter(({ kind }) => kind === 'segment').map(({ generation }) => generation)).toEqual([
      398, 399, 400,
    ]);
    expect(planRestore(kept, now - 2 * DAY)).not.toBeNull();
  });

  it('leave three days on the server’s own disk, and always the newest base', () => {
    expect(keptOf(OWN_DISK).filter(({ kind }) => kind === 'base')).toHaveLength(3);
    expect(expired([base(1, START)], now, OWN_DISK)).toEqual([]);
  });
});
