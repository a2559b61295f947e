/** The setting of a bucket that a fault is about. */
type Setting = 'endpoint' | 'region' | 'bucket' | 'key_id' | 'secret';
type FaultOptions = ErrorOptions & { field?: Setting };

/** Fault of a place itself, such as no network or a wrong key: it says nothing about the files there. */
export class PlaceFault extends Error {
  /** True if it may be over in a moment. */
  readonly passes: boolean;
  readonly field: Setting;

  constructor(text: string, passes: boolean, { field = 'endpoint', ...options }: FaultOptions = {}) {
    super(text, options);
    this.passes = passes;
    this.field = field;
  }
}

/** Returns the fault of a place that an error comes from; null if it comes from elsewhere, such as a damaged file. */
export function placeFaultIn(error: unknown): PlaceFault | null {
  if (!(error instanceof Error)) return null;
  return error instanceof PlaceFault ? error : placeFaultIn(error.cause);
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decoded = (text: string) =>
  text.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name = '') => {
      if (hex ?? decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal));
      return CHARACTERS[name as string] ?? whole;
    },
  );

/** Returns the contents of all elements of a name: S3 answers with few kinds of them, never one within its own kind. */
export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => content,
  );

/** Returns the text of the first element of a name; empty without one. */
export const textIn = (xml: string, name: string): string => decoded(elements(xml, name)[0] ?? '');

/** What was wanted of a bucket, for the sentence that says that it was not given. */
export type Wanted = 'list' | 'read' | 'write' | 'delete';

type Asked = { host: string; bucket: string; region: string; wanted: Wanted };

const FULL = /quota|storage.?cap|storage.?full|insufficient.?storage|entity.?too.?large/i;

/** Says in a sentence why an S3 server did not do what it was asked. */
export function refusalOf(
  { status, headers }: { status: number; headers: Headers },
  xml: string,
  { host, bucket, region, wanted }: Asked,
): Error {
  const [code, message] = [textIn(xml, 'Code'), textIn(xml, 'Message')];
  const said = [code || String(status), message].filter(Boolean).join(': ').slice(0, 200);
  const refused = (field: Setting, text: string) => new PlaceFault(text, false, { field });
  if (status === 507 || status === 413 || FULL.test(said))
    return refused('bucket', `The bucket ${bucket} is full (${said})`);
  if (code === 'InvalidAccessKeyId') return refused('key_id', `${host} does not know this key ID`);
  if (code === 'SignatureDoesNotMatch') return refused('secret', 'The secret does not belong to this key ID');
  if (code === 'NoSuchKey') return new Error('it is no longer there');
  if (code === 'NoSuchBucket') return refused('bucket', `There is no bucket ${bucket} at ${host}`);
  if (code === 'RequestTimeTooSkewed')
    return refused('endpoint', `The clock of this server is not that of ${host}: set it right`);
  const other = headers.get('x-amz-bucket-region') ?? textIn(xml, 'Region');
  if (other && other !== region)
    return refused('region', `The bucket ${bucket} is in the region ${other}, not in ${region}`);
  if (status >= 300 && status < 400)
    return refused(
      'region',
      `The bucket ${bucket} is at another address, or in another region than ${region}`,
    );
  if (status === 401 || status === 403)
    return refused('key_id', `This key may not ${wanted} in the bucket ${bucket} (${said})`);
  if (status >= 500 || status === 429) return new PlaceFault(`${host} is not ready (${said})`, true);
  return refused('endpoint', `${host} refused to ${wanted} (${said})`);
}

/** Says in a sentence why an S3 server gave no answer. */
export function silenceOf(host: string, error: unknown): PlaceFault {
  const causes: unknown[] = [];
  for (let one = error; one instanceof Error && causes.length < 5; one = one.cause) causes.push(one);
  const codes = causes.flatMap((one) => (one instanceof Error && 'code' in one ? [String(one.code)] : []));
  const code = codes.at(-1) ?? '';
  const fault = (text: string) => new PlaceFault(text, true, { cause: error });
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'].includes(code))
    return fault(`${host} is not found: is this server connected to the internet? (${code})`);
  if (code === 'ECONNREFUSED') return fault(`No S3 server answers at ${host} (${code})`);
  if (/CERT|SELF_SIGNED|TLS|SSL/.test(code))
    return fault(`The certificate of ${host} is not trusted (${code})`);
  if (
    /TIMEOUT|ETIMEDOUT/.test(code) ||
    causes.some((one) => one instanceof Error && one.name === 'TimeoutError')
  )
    return fault(`${host} gave no answer in time`);
  return fault(`The connection to ${host} broke off${code ? ` (${code})` : ''}`);
}
