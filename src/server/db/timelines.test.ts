import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepTimelines } from './timelines.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-timelines-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string) => path.join(folder, name, 'timeline.json');
const first = { system: '7', timeline: 1 };
const promoted = { system: '7', timeline: 2 };
const another = { system: '8', timeline: 1 };

describe('the newest timeline', () => {
  it('refuses an older one, in this process and the next', () => {
    const timelines = keepTimelines(fileOf('kept'));
    expect([first, first, promoted].map(timelines.note)).toEqual([null, null, null]);
    expect(timelines.note(first)).toContain('timeline is 1, and 2 was seen');
    const next = keepTimelines(fileOf('kept'));
    expect(next.note(first)).toContain(fileOf('kept'));
    expect([next.isNewer(promoted), next.isNewer({ ...first, timeline: 3 })]).toEqual([false, true]);
    expect(next.note(promoted)).toBeNull();
  });

  it('is begun anew by another database at a start, but not in between', () => {
    keepTimelines(fileOf('moved')).note(promoted);
    const timelines = keepTimelines(fileOf('moved'));
    expect(timelines.note(another)).toBeNull();
    expect(timelines.note(promoted)).toContain('no copy of the database');
    expect(timelines.isNewer(promoted)).toBe(false);
    expect(keepTimelines(fileOf('moved')).note(another)).toBeNull();
  });

  it('is remembered without a file while the process lives', () => {
    const timelines = keepTimelines(null);
    expect(timelines.note(promoted)).toBeNull();
    expect(timelines.note(first)).not.toBeNull();
  });

  it('names both states with their last sales, and how to compare them before anything is removed', async () => {
    const at = Date.parse('2026-11-26T12:00:00Z');
    const timelines = keepTimelines(fileOf('sold'));
    timelines.note(promoted);
    await timelines.noteLastSale(async () => at);
    await timelines.noteLastSale(async () => undefined);
    const next = keepTimelines(fileOf('sold'));
    expect(next.isOlder(first)).toBe(true);
    const words = next.note({ ...first, lastSaleAt: at - 3_600_000 }) ?? '';
    expect(words).toContain('This database: timeline 1, its last sale 2026-11-26T11:00:00.000Z.');
    expect(words).toContain(
      'The one that was used last: timeline 2, its last sale 2026-11-26T12:00:00.000Z.',
    );
    expect(words.indexOf('compare both')).toBeLessThan(words.indexOf('moved away'));
    expect(words).not.toContain('remove');
  });
});
