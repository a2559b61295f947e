import { EventEmitter } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session } from 'electron';
import { expect, it } from 'vitest';
import { guardDownloads } from './downloads.ts';

/** Returns the result of a download that the session announces. */
function download(url: string, name: string, folder: string | null = null, state = 'completed') {
  const events = new EventEmitter();
  const became = { refused: false, saved: [] as string[], told: [] as string[] };
  guardDownloads(
    events as unknown as Session,
    () => folder,
    (saved) => became.told.push(saved),
  );
  const event = {
    preventDefault: () => {
      became.refused = true;
    },
  };
  const setSavePath = (path: string) => became.saved.push(path);
  const item = Object.assign(new EventEmitter(), { getURL: () => url, getFilename: () => name, setSavePath });
  events.emit('will-download', event, item);
  item.emit('done', {}, state);
  return became;
}

it.each(['transactions-2026-11.csv', 'Ulat ng Niño.pdf', 'MNL-01-T2 sales 2026-11-28.json'])(
  'lets the page save %s, where the person says',
  (name) => {
    expect(download('blob:app://till/3f', name)).toEqual({ refused: false, saved: [], told: [name] });
    expect(download('blob:app://till/3f', name, null, 'cancelled').told).toEqual([]);
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
  expect(download(url, name)).toMatchObject({ refused: true, told: [] });
});

it('asks nobody where there must be no dialog, and overwrites nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'downloads-'));
  const save = () => download('blob:app://till/3f', 'report.csv', folder).saved;
  expect(save()).toEqual([join(folder, 'report.csv')]);
  writeFileSync(join(folder, 'report.csv'), 'one');
  writeFileSync(join(folder, 'report (2).csv'), 'two');
  expect(save()).toEqual([join(folder, 'report (3).csv')]);
});
