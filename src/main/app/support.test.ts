import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLogEnd } from './support.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tindahan-log-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('gives nothing where there is no log yet', async () => {
  expect(await readLogEnd(folder)).toBe('');
});

it('gives the log’s last whole lines, without secrets that an older till let through', async () => {
  const lines = Array.from({ length: 20_000 }, (_, no) => `line ${no} of a busy day`);
  const secret = 'login { email: "ana@shop.ph", password: "very-secret" } Bearer abc.def.ghi';
  await writeFile(join(folder, 'till.log'), [...lines, secret, 'till ready', ''].join('\n'));
  const end = await readLogEnd(folder);
  expect(end.length).toBeLessThanOrEqual(256 * 1024);
  expect(end).toMatch(/^line \d+ of a busy day\n/);
  expect(end).toMatch(/till ready\n$/);
  expect(end).not.toMatch(/ana@shop|very-secret|abc\.def/);
});
