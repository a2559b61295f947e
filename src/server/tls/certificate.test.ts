import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate, type TestCertificate } from '#tests/support/certificates.ts';
import { describeCertificate, findCertificate } from './certificate.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'tindahan-certificate-'));
let given: TestCertificate;
let other: TestCertificate;

beforeAll(async () => {
  [given, other] = await Promise.all([makeCertificate(), makeCertificate()]);
});
afterAll(() => rmSync(root, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(path.join(root, name), text);
  return path.join(root, name);
}
type Files = { certificateFile?: string; keyFile?: string; mode?: string };
const filesOf = ({ certificate, key }: { certificate: string; key: string }, name: string) => ({
  certificateFile: file(`${name}.crt`, certificate),
  keyFile: file(`${name}.key`, key),
});
const find = ({ certificateFile, keyFile, mode }: Files) =>
  findCertificate({ host: '127.0.0.1', dataDir: root, mode, certificateFile, keyFile }, Date.now());

describe('a certificate that is given', () => {
  it.each([
    ['expired', -5, /^Warning: the certificate expired on \d{4}-\d\d-\d\d, and tills refuse it$/],
    ['expires soon', 20, /^Warning: the certificate expires on \d{4}-\d\d-\d\d$/],
  ])('that %s is told with a warning', async (_, until, message) => {
    const shown = await find(filesOf(await makeCertificate({ from: -20, until }), 'dated'));
    if (!shown) throw new Error('No certificate was found');
    expect(describeCertificate(shown, Date.now()).at(-1)).toMatch(message);
  });

  const refusals: [string, () => Files, RegExp][] = [
    [
      'a missing certificate',
      () => ({ ...filesOf(given, 'a'), certificateFile: path.join(root, 'none') }),
      /^TLS_CERT \(.*none\) does not exist$/,
    ],
    [
      'a missing key',
      () => ({ ...filesOf(given, 'a'), keyFile: path.join(root, 'none') }),
      /^TLS_KEY \(.*none\) does not exist$/,
    ],
    ['a folder', () => ({ ...filesOf(given, 'a'), keyFile: root }), /^TLS_KEY \(.*\) cannot be read$/],
    [
      'a broken certificate',
      () => filesOf({ ...given, certificate: 'x' }, 'b'),
      /^TLS_CERT \(.*\) holds no certificate/,
    ],
    ['a broken key', () => filesOf({ ...given, key: 'x' }, 'c'), /^TLS_KEY \(.*\) holds no private key/],
    [
      'another’s key',
      () => filesOf({ ...given, key: other.key }, 'd'),
      /^TLS_KEY \(.*\) is not the key of TLS_CERT/,
    ],
    [
      'a locked key',
      () => filesOf({ ...given, key: '-----BEGIN ENCRYPTED PRIVATE KEY-----' }, 'e'),
      /passphrase/,
    ],
    ['no key', () => ({ certificateFile: filesOf(given, 'a').certificateFile }), /^TLS_CERT needs TLS_KEY/],
    ['no certificate', () => ({ keyFile: filesOf(given, 'a').keyFile }), /^TLS_KEY needs TLS_CERT/],
    [
      'TLS=off beside it',
      () => ({ ...filesOf(given, 'a'), mode: 'off' }),
      /^TLS=off and TLS_CERT contradict/,
    ],
    ['an unknown TLS', () => ({ mode: 'no' }), /^TLS knows one value: off$/],
  ];
  it.each(refusals)('with %s is refused in one sentence', async (_, files, message) => {
    const refused = await find(files()).catch((error: unknown) => error);
    if (!(refused instanceof Error)) throw new Error('It was taken');
    expect(refused.message).toMatch(message);
    expect(refused.message).not.toContain('\n');
  });
});
