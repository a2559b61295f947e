import { isIP } from 'node:net';
import tls from 'node:tls';

/** Milliseconds until an address that does not answer is given up. */
const LIMIT = 5000;
/** Milliseconds for which an answer holds: a proxy renews its certificate, or was away. */
const HOLDS = 60_000;

/** Returns the SHA-256 of the certificate that is shown at an address, as `AB:CD:…`. Nothing is sent beyond the handshake. */
function fingerprintAt(address: string): Promise<string> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) ? {} : { servername: host };
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: Number(url.port || 443),
      ...name,
      timeout: LIMIT,
      rejectUnauthorized: false,
    };
    const socket = tls.connect(options, () => {
      const shown = socket.getPeerX509Certificate();
      if (shown) resolve(shown.fingerprint256);
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('it does not answer')));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('it shows no certificate')));
  });
}

type Options = {
  /** Hears the fingerprint at first, and each time that it is another one. */
  onFingerprint: (fingerprint: string) => void;
  /** Hears once, until there is a certificate again, why there is none. */
  onFault: (fault: Error) => void;
  clock?: () => number;
};

/** Returns how to read the fingerprint of the certificate at an address, which is asked once a minute at most; null without one. */
export function watchCertificate(address: string, { onFingerprint, onFault, clock = Date.now }: Options) {
  let asked = { at: -Infinity, fingerprint: Promise.resolve<string | null>(null) };
  let known: string | null = null;
  let isFaultTold = false;
  async function ask(): Promise<string | null> {
    try {
      const fingerprint = await fingerprintAt(address);
      if (fingerprint !== known) onFingerprint(fingerprint);
      known = fingerprint;
      isFaultTold = false;
      return fingerprint;
    } catch (error) {
      if (!isFaultTold) onFault(error instanceof Error ? error : new Error(String(error)));
      isFaultTold = true;
      return null;
    }
  }
  return (): Promise<string | null> => {
    const now = clock();
    if (now - asked.at >= HOLDS) asked = { at: now, fingerprint: ask() };
    return asked.fingerprint;
  };
}
