import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { X509Certificate } from 'node:crypto';
import { Agent, fetch as fetchBy } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepOwnCertificate } from '#server/tls/own-certificate.ts';
import { makeAuthority, makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
import { DEMO_PASSWORD } from '#tests/support/http.ts';
import { startProcess, type ServerProcess } from '#tests/support/server-process.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-tls-'));
const started: ServerProcess[] = [];
const FINGERPRINT = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/m;
let given: TestCertificate;
let other: TestCertificate;

beforeAll(async () => {
  const authority = await makeAuthority();
  [given, other] = await Promise.all([makeCertificate({ authority }), makeCertificate()]);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.end('SIGKILL');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const folderOf = (name: string) => path.join(root, name);
function file(name: string, text: string): string {
  writeFileSync(folderOf(name), text);
  return folderOf(name);
}
const filesOf = ({ certificate, key }: { certificate: string; key: string }, name: string) => ({
  TLS_CERT: file(`${name}.crt`, certificate),
  TLS_KEY: file(`${name}.key`, key),
});

async function start(name: string, env: Record<string, string>, args: string[] = []) {
  const server = await startProcess({ dataDir: folderOf(name), env, args });
  started.push(server);
  return server;
}

/** Fetches over HTTPS with one certificate trusted, under any name. */
async function fetchTrusting(certificate: string, url: string, init: object = {}) {
  const connect = { ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined };
  const dispatcher = new Agent({ connect });
  const answer = await fetchBy(url, { ...init, dispatcher });
  const body = await answer.text();
  await dispatcher.close();
  return { status: answer.status, headers: answer.headers, body };
}

describe('off the loopback', () => {
  const env = { HOST: '0.0.0.0' };
  const ownPem = () => readFileSync(path.join(folderOf('own'), 'tls/server.crt'), 'utf8');

  it('the server makes its own certificate, once, and prints the same fingerprint at each start', async () => {
    const prints: (string | undefined)[] = [];
    for (let round = 0; round < 2; round += 1) {
      const server = await start('own', env);
      expect(server.url).toMatch(/^https:/);
      prints.push(FINGERPRINT.exec(server.output())?.[0]);
      const health = await fetchTrusting(ownPem(), `${server.url}/api/v1/health`);
      expect(JSON.parse(health.body)).toMatchObject({ status: 'ok' });
      expect(server.output()).not.toContain('Warning');
      expect(await server.end('SIGTERM')).toBe(0);
    }
    const { fingerprint256 } = new X509Certificate(ownPem());
    expect(prints).toEqual([fingerprint256, fingerprint256]);
    expect(readdirSync(folderOf('own')).filter((name) => name.startsWith('tls'))).toEqual(['tls']);
  });

  it('its key is read by nobody else', () => {
    const modeOf = (name: string) => statSync(path.join(folderOf('own'), name)).mode & 0o777;
    expect([modeOf('tls'), modeOf('tls/server.key')]).toEqual([0o700, 0o600]);
  });

  it('it holds ten years, for every name and address of the computer, and vouches for no other', () => {
    const own = new X509Certificate(ownPem());
    const years = (Date.parse(own.validTo) - Date.now()) / (365.25 * 86_400_000);
    expect(years).toBeCloseTo(10, 1);
    expect(Date.parse(own.validFrom)).toBeLessThan(Date.now());
    const addresses = Object.values(os.networkInterfaces()).flatMap((found) => found ?? []);
    expect(addresses.length).toBeGreaterThan(0);
    for (const { address } of addresses) expect(own.checkIP(address)).toBeDefined();
    for (const name of ['localhost', os.hostname()]) expect(own.checkHost(name)).toBeDefined();
    expect(own.ca).toBe(false);
  });

  it('two servers that start at once on one data folder show one certificate', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => keepOwnCertificate(folderOf('both'), '::', Date.now())),
    );
    expect(new Set(made.map(({ certificate }) => certificate)).size).toBe(1);
    expect(new Set(made.map(({ key }) => key)).size).toBe(1);
    expect(readdirSync(folderOf('both'))).toEqual(['tls']);
  });

  it('a certificate of its own that is damaged is never replaced in silence', async () => {
    const folder = folderOf('damaged');
    await keepOwnCertificate(folder, '::', Date.now());
    const key = path.join(folder, 'tls/server.key');
    for (const text of ['', other.key]) {
      writeFileSync(key, text);
      const refusal = expect(keepOwnCertificate(folder, '::', Date.now())).rejects;
      await refusal.toThrow(/^[^\n]*delete that folder[^\n]*$/);
      await refusal.toThrow(key);
    }
    expect(readFileSync(key, 'utf8')).toBe(other.key);
  });

  it('TLS=off speaks plain HTTP for a proxy, and warns of it', async () => {
    const server = await start('proxied', { ...env, TLS: 'off' });
    expect(server.url).toMatch(/^http:/);
    expect(server.output()).toContain('Warning: plain HTTP (TLS=off)');
    expect((await fetch(`${server.url}/api/v1/health`)).status).toBe(200);
    expect(readdirSync(folderOf('proxied'))).not.toContain('tls');
  });
});

it('a certificate that is given is shown, also on the loopback, and browsers hold on to HTTPS, as does the sign-in’s cookie', async () => {
  const server = await start('given', filesOf(given, 'given'), ['--demo']);
  expect(server.url).toMatch(/^https:/);
  expect(server.output()).toContain(given.fingerprint);
  const health = await fetchTrusting(given.certificate, `${server.url}/api/v1/health`);
  expect(health.status).toBe(200);
  expect(health.headers.get('strict-transport-security')).toBe('max-age=15552000');
  expect(readdirSync(folderOf('given'))).not.toContain('tls');
  const enter = () =>
    fetchTrusting(given.certificate, `${server.url}/api/v1/staff/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ email: 'salesperson@demo.test', password: DEMO_PASSWORD, device_name: 'x' }),
    });
  // A server that just started on a busy computer may refuse it as too much.
  let entered = await enter();
  while (entered.status === 503) entered = await enter();
  expect(entered.status).toBe(200);
  expect(entered.headers.get('set-cookie')).toMatch(/; Secure/);
});

it('on the loopback stays plain HTTP, and makes no certificate', async () => {
  const server = await start('loopback', {});
  expect(server.url).toMatch(/^http:/);
  expect(server.output()).not.toMatch(FINGERPRINT);
  expect((await fetch(`${server.url}/api/v1/health`)).headers.get('strict-transport-security')).toBeNull();
  expect(readdirSync(folderOf('loopback'))).not.toContain('tls');
});
