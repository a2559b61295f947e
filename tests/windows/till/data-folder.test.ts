import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { killMidway, nameOn } from '#tests/support/kill-midway.ts';
import { localFolder } from '#tests/support/windows/wine.ts';

const folders: string[] = [];
const newFolder = (parent = tmpdir()) => {
  const folder = mkdtempSync(join(parent, 'till-folder-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const draft = { cart_key: 'cart-1', staff_id: 1, store_id: 2, saved_at: Date.now(), cart: '{}' };

it('moves the folder of an older till to this computer, and finds its carts there', async () => {
  const out = shellWithPage('shell-folder-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
  const roaming = join(newFolder(), 'tindahan');
  const env = { TINDAHAN_SERVER: 'http://127.0.0.1:9' };
  const older = await launchTill({ out, env: { ...env, TINDAHAN_TILL_DATA: roaming } });
  await older.page.evaluate((cart) => window.till?.drafts.save(cart), draft);
  await older.kill();

  const newer = await launchTill({ out, env: { ...env, STAND_IN_USER_DATA: roaming } });
  const carts = await newer.page.evaluate(() => window.till?.drafts.list({ staff_id: 1, store_id: 2 }));
  await newer.close();
  expect(carts).toEqual([draft]);
  expect(existsSync(roaming)).toBe(false);
  const log = readFileSync(join(localFolder(), 'tindahan', 'logs', 'till.log'), 'utf8');
  expect(log.match(/till ready/g)).toHaveLength(2);
});

it('loses nothing when the computer stops while it moves the folder to another disk', async () => {
  const mover = join(import.meta.dirname, '../../support/folder-mover.ts');
  const names = Array.from({ length: 60 }, (_, number) => `file-${number}`);
  for (let kill = 0; kill < 10; kill += 1) {
    const from = join(newFolder('/dev/shm'), 'tindahan');
    const to = join(newFolder(), 'tindahan');
    mkdirSync(from);
    for (const name of names) writeFileSync(join(from, name), name.repeat(5_000));
    const args = [mover, nameOn('windows', from), nameOn('windows', to)] as const;
    await killMidway(args, { system: 'windows', lines: 1, within: 150 }, () => undefined);
    let place = '';
    await killMidway(args, { system: 'windows', lines: 2, within: 0 }, (line) => {
      place = line.slice(1);
    });
    expect(place).toBe(nameOn('windows', to));
    expect(names.filter((name) => readFileSync(join(to, name), 'utf8') !== name.repeat(5_000))).toEqual([]);
    expect(existsSync(from)).toBe(false);
  }
});
