import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from 'electron';
import { expect, it } from 'vitest';
import { guardDownloads } from './downloads.ts';

/** Returns the result of a download that the session announces. */
function download(url: string, name: string, folder: string | null = null) {
  const events = new EventEmitter();
  guardDownloads(events as unknown as Session, () => folder);
  const became = { refused: false, saved: [] as string[] };
  const event = {
    preventDefault: () => {
      became.refused = true;
    },
  };
  const setSavePath = (path: string) => became.saved.push(path);
  events.emit('will-download', event, { getURL: () => url, getFilename: () => name, setSavePath });
  return became;
}

it.each(['transactions-2026-11.csv', 'Ulat ng Niño.pdf', 'MNL-01-T2 sales 2026-11-28.json'])(
  'lets the page save %s, where the person says',
  (name) => {
    expect(download('blob:app://till/3f', name)).toEqual({ refused: false, saved: [] });
  },
);

it.each([
  ['https://example.com/a.csv', 'a.csv'],
  ['blob:https://example.com/3f', 'a.csv'],
  ['blob:app://till.example.com/3f', 'a.csv'],
  ['app://till/index.html', 'index.html'],
  ['data:text/csv,a', 'a.csv'],
  ['blob:app://till/3f', 'a.exe'],
  ['blob:app://till/3f', 'a.csv.desktop'],
  ['blob:app://till/3f', '.bashrc'],
  ['blob:app://till/3f', '../a.csv'],
  ['blob:app://till/3f', '..\\a.csv'],
])('refuses %s as %s', (url, name) => {
  expect(download(url, name).refused).toBe(true);
});

it('asks nobody where there must be no dialog, and overwrites nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'));
  const save = () => download('blob:app://till/3f', 'report.csv', folder).saved;
  expect(save()).toEqual([join(folder, 'report.csv')]);
  writeFileSync(join(folder, 'report.csv'), 'one');
  writeFileSync(join(folder, 'report (2).csv'), 'two');
  expect(save()).toEqual([join(folder, 'report (3).csv')]);
});
