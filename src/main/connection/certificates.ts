import { isIP } from 'node:net';
import tls, { type SecureContext } from 'node:tls';
import type { KeptServer } from '../app/kept-server.ts';

export type TrustedCertificate = NonNullable<KeptServer['trusted']>;

/** A certificate that a server showed; `fault` is why it is not valid under that name, null if it is. */
export type ShownCertificate = {
  /** SHA-256, as `AB:CD:…`. */
  fingerprint: string;
  /** PEM. */
  certificate: string;
  /** Epoch milliseconds. */
  validFrom: number;
  validTo: number;
  fault: string | null;
};

/** The fault's code if a server shows another certificate than the trusted one. */
export const CHANGED = 'CERTIFICATE_CHANGED';

/** Returns the authorities of this computer: those of the program and those of the operating system. */
export function systemAuthorities(): string[] {
  // Each source may be missing in a build of Node or Electron; the other one still serves.
  const read = (source: 'default' | 'system') => {
    try {
      return tls.getCACertificates(source);
    } catch {
      return [];
    }
  };
  return [...new Set([...read('default'), ...read('system')])];
}

/**
 * Returns the TLS options to check a connection: against the one trusted certificate only, or against the authorities.
 */
export function verificationOf(trusted: TrustedCertificate | null, authorities: () => string[]) {
  if (!trusted) return { secureContext: tls.createSecureContext({ ca: authorities() }) };
  return {
    // Partial: a certificate that an unknown authority signed is trusted by itself, too.
    secureContext: tls.createSecureContext({ ca: trusted.certificate, allowPartialTrustChain: true }),
    // The name does not count: this very certificate was compared, and the address may change.
    checkServerIdentity: (_host: string, shown: { fingerprint256: string }) =>
      shown.fingerprint256 === trusted.fingerprint
        ? undefined
        : Object.assign(new Error('The certificate has changed'), { code: CHANGED }),
  };
}

/** Asks a server for its certificate. Nothing is sent beyond the handshake, so it need not be trusted for that. */
export function askForCertificate(
  url: URL,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<ShownCertificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) ? {} : { servername: host };
  const options = { host, port: Number(url.port || 443), ...name, secureContext, rejectUnauthorized: false };
  return new Promise((resolve, reject) => {
    const socket = tls.connect(options);
    const giveUp = () => socket.destroy(signal.reason as Error);
    signal.addEventListener('abort', giveUp, { once: true });
    socket.once('secureConnect', () => {
      const shown = socket.getPeerX509Certificate();
      if (shown) {
        resolve({
          fingerprint: shown.fingerprint256,
          certificate: shown.toString(),
          validFrom: Date.parse(shown.validFrom),
          validTo: Date.parse(shown.validTo),
          fault: socket.authorized ? null : codeOf(socket.authorizationError),
        });
      }
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      signal.removeEventListener('abort', giveUp);
      reject(new Error('The connection was cut off'));
    });
  });
}

/** Node documents an Error and gives its code. */
function codeOf(fault: unknown): string {
  if (typeof fault === 'string') return fault;
  return (fault as { code?: string } | null)?.code ?? 'CERT_UNTRUSTED';
}
