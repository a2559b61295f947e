import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fingerprintGroups } from '#domain/fingerprint.ts';
import { DAY, storeDate } from '#domain/store-time.ts';
import { keepOwnCertificate } from './own-certificate.ts';
import { checkPair, type CertificatePair } from './pair.ts';

/** The certificate that the server presents; `isOwn` if it is self-made, without an authority. */
export type ServerCertificate = CertificatePair & { isOwn: boolean };

type TlsSettings = {
  /** The address that the server listens on. */
  host: string;
  dataDir: string;
  /** `off`: plain HTTP, for a proxy that adds HTTPS. */
  mode: string | undefined;
  certificateFile: string | undefined;
  keyFile: string | undefined;
};

const SOON = 30 * DAY;

/** True if an address to listen on is a loopback, which no other computer can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/**
 * Returns the configured certificate: the given one, else a self-made one unless it listens on the loopback. Null for
 * plain HTTP.
 * @throws Error with display text when the settings contradict each other, or a file cannot be used
 */
export async function findCertificate(settings: TlsSettings, now: number): Promise<ServerCertificate | null> {
  const { host, dataDir, mode, certificateFile, keyFile } = settings;
  if (mode !== undefined && mode !== 'off') throw new Error('TLS knows one value: off');
  if (mode === 'off' && (certificateFile || keyFile)) {
    throw new Error('TLS=off and TLS_CERT contradict each other: leave one of them out');
  }
  if (certificateFile && keyFile) return { ...readGiven(certificateFile, keyFile), isOwn: false };
  if (certificateFile) throw new Error('TLS_CERT needs TLS_KEY, the file of its private key');
  if (keyFile) throw new Error('TLS_KEY needs TLS_CERT, the file of its certificate');
  if (mode === 'off' || isLoopback(host)) return null;
  return { ...(await keepOwnCertificate(dataDir, host, now)), isOwn: true };
}

/** Describes the certificate for the operator at each start; the till shows the fingerprint in the same groups. */
export function describeCertificate(shown: ServerCertificate, now: number): string[] {
  const { fingerprint256, validTo } = new X509Certificate(shown.certificate);
  const until = Date.parse(validTo);
  const day = storeDate(until, 'UTC');
  const groups = fingerprintGroups(fingerprint256);
  const kind = shown.isOwn ? 'The server’s own certificate' : 'Certificate';
  return [
    `${kind}, valid until ${day}, SHA-256 fingerprint:`,
    fingerprint256,
    'To compare at a till:',
    `  ${groups.slice(0, 8).join(' ')}`,
    `  ${groups.slice(8).join(' ')}`,
    ...(until <= now ? [`Warning: the certificate expired on ${day}, and tills refuse it`] : []),
    ...(until > now && until <= now + SOON ? [`Warning: the certificate expires on ${day}`] : []),
  ];
}

function readGiven(certificateFile: string, keyFile: string): CertificatePair {
  const certificate = readText(certificateFile, 'TLS_CERT');
  const key = readText(keyFile, 'TLS_KEY');
  checkPair({ certificate, key }, `TLS_CERT (${certificateFile})`, `TLS_KEY (${keyFile})`);
  return { certificate, key };
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (fault) {
    const isMissing = (fault as NodeJS.ErrnoException).code === 'ENOENT';
    throw new Error(`${name} (${file}) ${isMissing ? 'does not exist' : 'cannot be read'}`, { cause: fault });
  }
}
