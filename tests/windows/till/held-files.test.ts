import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { DeviceSettings } from '#bridge/settings.ts';
import { shellWithPage } from '#tests/support/electron/shell-with-page.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { onWindows, startOnWindows } from '#tests/support/windows/wine.ts';

// The built main while another program has one of its files open, as a backup or a virus scan does.

const out = shellWithPage('shell-held-test', '<!doctype html><title>Tindahan</title><h1>A page</h1>');
const holder = join(import.meta.dirname, '../../support/windows/holder.ts');
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'till-held-'));
  closers.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function launch(data: string) {
  const till = await launchTill({
    out,
    env: { TINDAHAN_SERVER: 'http://127.0.0.1:9', TINDAHAN_TILL_DATA: data },
  });
  closers.push(till.close);
  return till;
}

/** Lets another program hold a file; returns how to end it. */
async function holdFile(file: string): Promise<() => Promise<void>> {
  const said = join(newFolder(), 'said');
  const output = openSync(said, 'a');
  const program = startOnWindows([onWindows(holder), onWindows(file)], { stdio: ['ignore', output, output] });
  closeSync(output);
  const end = async () => {
    if (program.signalCode !== null) return;
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
  };
  closers.push(end);
  await expect.poll(() => readFileSync(said, 'utf8')).toContain('held');
  return end;
}

const draft = { cart_key: 'cart-1', staff_id: 1, store_id: 2, saved_at: Date.now(), cart: '{}' };
const devices: DeviceSettings = {
  till_name: 'Counter 1',
  printer: null,
  label_printer: null,
  scanners: [],
  log_level: 'info',
  kiosk: false,
};

it('says of a start that a backup or a virus scan is in the way, and starts with its carts afterwards', async () => {
  const data = newFolder();
  const first = await launch(data);
  await first.page.evaluate((cart) => window.till?.drafts.save(cart), draft);
  await first.close();
  const file = readdirSync(data).find((name) => /^drafts-.*\.db$/.test(name)) ?? '';
  const end = await holdFile(join(data, file));
  await expect(launch(data)).rejects.toThrow(
    /in use by another program: a backup, or a virus scan[^]*Wait until it is done, then start Tindahan again/,
  );
  await end();
  const { page } = await launch(data);
  expect(await page.evaluate(() => window.till?.drafts.list({ staff_id: 1, store_id: 2 }))).toEqual([draft]);
});

it('saves its settings when the other program is done, and does everything else meanwhile', async () => {
  const data = newFolder();
  const { page } = await launch(data);
  await page.evaluate((value) => window.till?.settings.write(value), devices);
  const end = await holdFile(join(data, 'settings.json'));
  const saving = page.evaluate(
    (value) =>
      window.till?.settings.write(value).then(
        () => 'saved',
        (fault: Error) => fault.message,
      ),
    { ...devices, till_name: 'Counter 2' },
  );
  await page.evaluate((cart) => window.till?.drafts.save(cart), draft);
  expect(readFileSync(join(data, 'settings.json'), 'utf8')).toContain('Counter 1');
  await end();
  expect(await saving).toBe('saved');
  expect(readFileSync(join(data, 'settings.json'), 'utf8')).toContain('Counter 2');
});

it('says of settings that another program holds on and on that they are in use', async () => {
  const data = newFolder();
  const { page } = await launch(data);
  await page.evaluate((value) => window.till?.settings.write(value), devices);
  await holdFile(join(data, 'settings.json'));
  const saved = page.evaluate((value) => window.till?.settings.write(value), {
    ...devices,
    till_name: 'Counter 2',
  });
  await expect(saved).rejects.toThrow();
  expect(await page.evaluate(() => window.till?.settings.read())).toMatchObject({ till_name: 'Counter 1' });
  expect(await page.evaluate(() => window.till?.troubles.take())).toMatchObject([
    { title: 'The till’s files are in use by another program: a backup, or a virus scan' },
  ]);
});
