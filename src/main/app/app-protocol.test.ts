import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tillAnswer, tillScheme } from './app-protocol.ts';

const folder = mkdtempSync(join(tmpdir(), 'renderer-'));
const renderer = join(folder, 'renderer');
mkdirSync(join(renderer, 'assets'), { recursive: true });
writeFileSync(join(renderer, 'index.html'), '<title>Tindahan</title>');
writeFileSync(join(renderer, 'assets/index.js'), 'export {}');
writeFileSync(join(folder, 'secret.json'), '{}');
mkdirSync(join(folder, 'renderer-other'));
writeFileSync(join(folder, 'renderer-other/secret.json'), '{}');

const answer = tillAnswer(renderer, (request) => Promise.resolve(new Response(`forwarded ${request.url}`)));
const get = (url: string, init?: RequestInit) => answer(new Request(url, init));

it('has the four privileges without which the page does not work in real Electron', () => {
  expect(tillScheme).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  });
});

it.each(['app://till/', 'app://till/pos/12/payment', 'app://till/login?next=%2Fpos'])(
  'answers %s with the one page, under the policy',
  async (url) => {
    const page = await get(url);
    expect(await page.text()).toBe('<title>Tindahan</title>');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
        "font-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
  },
);

it('answers a script as a script', async () => {
  const script = await get('app://till/assets/index.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
});

it.each([
  'app://till/assets/missing.js',
  'app://till/..%2fsecret.json',
  'app://till/%2e%2e/secret.json',
  'app://till/..%2frenderer-other%2fsecret.json',
  'app://till/assets/..%2f..%2fsecret.json',
  'app://till/%E0%A4%A.js',
  'app://other/index.html',
])('has nothing at %s', async (url) => {
  expect((await get(url)).status).toBe(404);
});

it('hands /api/v1/ to the forwarder, and takes no other writing', async () => {
  expect(await (await get('app://till/api/v1/stores')).text()).toBe('forwarded app://till/api/v1/stores');
  expect((await get('app://till/', { method: 'POST' })).status).toBe(405);
});
