import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/** A certificate with its key, as PEM; its chain may follow the first. */
export type CertificatePair = { certificate: string; key: string };

/** @throws Error with display text when one of them is broken, or the key does not fit the certificate */
export function checkPair({ certificate, key }: CertificatePair, itsName: string, keyName: string): void {
  const parsed = orNull(() => new X509Certificate(certificate));
  if (!parsed) throw new Error(`${itsName} holds no certificate in the form PEM`);
  if (key.includes('ENCRYPTED')) throw new Error(`${keyName} is protected by a passphrase: remove it`);
  const privateKey = orNull<KeyObject>(() => createPrivateKey(key));
  if (!privateKey) throw new Error(`${keyName} holds no private key in the form PEM`);
  if (!parsed.checkPrivateKey(privateKey)) throw new Error(`${keyName} is not the key of ${itsName}`);
}

function orNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}
