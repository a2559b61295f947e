import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import path from 'node:path';
import { DAY } from '#domain/store-time.ts';
import { checkPair, type CertificatePair } from './pair.ts';

const CERTIFICATE = 'server.crt';
const KEY = 'server.key';

/**
 * Returns the server's self-made certificate, kept in the folder `tls` of the data folder: made at the first start, then
 * always the same, since the tills trust this very one.
 * @throws Error with display text when the kept one is damaged: every till would refuse a new one
 */
export async function keepOwnCertificate(
  dataDir: string,
  host: string,
  now: number,
): Promise<CertificatePair> {
  const folder = path.join(dataDir, 'tls');
  if (!existsSync(folder)) moveIntoPlace(await makeFolder(dataDir, host, now), folder);
  return readFolder(folder);
}

function readFolder(folder: string): CertificatePair {
  const [certificateFile, keyFile] = [path.join(folder, CERTIFICATE), path.join(folder, KEY)];
  try {
    const pair = { certificate: readFileSync(certificateFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
    checkPair(pair, certificateFile, keyFile);
    return pair;
  } catch (fault) {
    throw new Error(
      `The server’s own certificate cannot be used: ${(fault as Error).message}. Put ${folder} back from a backup; ` +
        'or delete that folder, start again, and connect every till anew',
      { cause: fault },
    );
  }
}

/** Writes both files to a temporary folder, so that certificate and key appear together or not at all. */
async function makeFolder(dataDir: string, host: string, now: number): Promise<string> {
  const { certificate, key } = await makeCertificate(host, now);
  mkdirSync(dataDir, { recursive: true });
  const folder = mkdtempSync(path.join(dataDir, 'tls-'));
  writeFileSync(path.join(folder, KEY), key, { mode: 0o600, flush: true });
  writeFileSync(path.join(folder, CERTIFICATE), certificate, { mode: 0o644, flush: true });
  return folder;
}

function moveIntoPlace(made: string, folder: string): void {
  try {
    renameSync(made, folder);
  } catch (fault) {
    rmSync(made, { recursive: true, force: true });
    // Another server of this data folder, started at the same moment, was first: its certificate counts.
    if (!existsSync(folder)) throw fault;
  }
}

async function makeCertificate(host: string, now: number): Promise<CertificatePair> {
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'Tindahan server' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A till whose clock is some hours slow accepts it all the same.
    notBeforeDate: new Date(now - DAY),
    notAfterDate: tenYearsAfter(now),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: namesOf(host) },
    ],
  });
  return { certificate: made.cert, key: made.private };
}

function tenYearsAfter(now: number): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + 10);
  return date;
}

/** Returns the names of this computer: host names and addresses (RFC 5280: 2 is a DNS name, 7 an IP address). */
function namesOf(host: string) {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const names = new Set([
    'localhost',
    hostname(),
    '127.0.0.1',
    '::1',
    host,
    ...addresses.map(({ address }) => address),
  ]);
  for (const any of ['', '0.0.0.0', '::']) names.delete(any);
  return [...names].map((name) =>
    isIP(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  );
}
