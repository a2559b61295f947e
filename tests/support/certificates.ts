import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { generate } from 'selfsigned';

const DAY = 24 * 60 * 60 * 1000;

/** A certificate with its key, as PEM, and its fingerprint as the till shows it. */
export type TestCertificate = { certificate: string; key: string; fingerprint: string };

/** Wine checks no signature that was made with an elliptic curve. */
type KeyType = 'ec' | 'rsa';

type CertificateOptions = {
  names?: string[];
  /** Days from now; negative: in the past. */
  from?: number;
  until?: number;
  /** The authority that signed it; self-signed without one. */
  authority?: TestCertificate;
  /** What it is for: a server, by default. */
  usage?: 'serverAuth' | 'codeSigning';
  keyType?: KeyType;
};

/** Makes a certificate for this computer by default, valid from yesterday for a year. */
export async function makeCertificate({
  names = ['127.0.0.1', 'localhost'],
  from = -1,
  until = 365,
  authority,
  usage = 'serverAuth',
  keyType = 'ec',
}: CertificateOptions = {}): Promise<TestCertificate> {
  const altNames = names.map((name) =>
    isIP(name) ? ({ type: 7, ip: name } as const) : ({ type: 2, value: name } as const),
  );
  return made({
    subject: names[0] ?? '',
    keyType,
    from,
    until,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', [usage]: true },
      { name: 'subjectAltName', altNames },
    ],
    ...(authority && { ca: { cert: authority.certificate, key: authority.key } }),
  });
}

/** Makes an authority that signs other certificates; a server may present its certificate as well. */
export function makeAuthority(keyType: KeyType = 'ec'): Promise<TestCertificate> {
  return made({
    keyType,
    subject: 'Authority of the tests',
    from: -2,
    until: 730,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
}

type Details = { subject: string; from: number; until: number; keyType: KeyType } & Pick<
  NonNullable<Parameters<typeof generate>[1]>,
  'extensions' | 'ca'
>;

async function made({ subject, from, until, ...options }: Details): Promise<TestCertificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: subject }], {
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() + from * DAY),
    notAfterDate: new Date(Date.now() + until * DAY),
    ...options,
  });
  return { certificate: cert, key, fingerprint: new X509Certificate(cert).fingerprint256 };
}
