import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Bucket } from '#server/backups/bucket-place.ts';

/** A call as the server understood it. */
export type S3Call = { method: string; key: string; query: URLSearchParams };

/** The treatment of a call in place of the usual one: it breaks off in the middle, is never answered, or is refused. */
export type S3Mood = 'breaks off' | 'holds' | 'busy' | 'full' | 'forbids' | null;

export type S3Server = {
  /** What a shop has to know of its bucket. */
  bucket: Bucket;
  objects: Map<string, Buffer>;
  uploads: Map<string, { key: string; parts: Map<string, Buffer> }>;
  calls: S3Call[];
  /** Chooses the treatment of each call. */
  mood: (call: S3Call) => S3Mood;
  close: () => Promise<void>;
};

const REGION = 'ap-test-1';
const PAGE = 3;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const md5 = (data: Buffer, as: 'hex' | 'base64') => createHash('md5').update(data).digest(as);
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const percent = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

class Refusal extends Error {
  readonly status: number;
  readonly more: string;
  constructor(status: number, code: string, more = '') {
    super(code);
    this.status = status;
    this.more = more;
  }
}

/** Checks the signature of a request, version 4, as Amazon describes it; https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
function checkSignature(request: IncomingMessage, url: URL, body: Buffer, { keyId, secret }: Bucket): void {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = '', region = '', names = '', signature] =
    form.exec(request.headers.authorization ?? '') ?? [];
  if (id === undefined) throw new Refusal(403, 'AccessDenied');
  if (id !== keyId) throw new Refusal(403, 'InvalidAccessKeyId');
  if (region !== REGION) throw new Refusal(400, 'AuthorizationHeaderMalformed', `<Region>${REGION}</Region>`);
  const date = String(request.headers['x-amz-date']);
  if (!names.split(';').includes('host')) throw new Refusal(403, 'AccessDenied');
  const query = [...url.searchParams].map(([name, value]) => `${percent(name)}=${percent(value)}`).toSorted();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => percent(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region));
  if (hmac(key, toSign).toString('hex') !== signature) throw new Refusal(403, 'SignatureDoesNotMatch');
  if (request.headers['x-amz-content-sha256'] !== sha256(body))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  const sum = request.headers['content-md5'];
  if (sum !== undefined && sum !== md5(body, 'base64')) throw new Refusal(400, 'BadDigest');
}

/** Starts an S3 server on a socket of this computer, which checks signatures by code of its own and holds one bucket in memory. */
export async function startS3Server(): Promise<S3Server> {
  const sockets = new Set<Socket>();

  function list(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? '';
    const after = url.searchParams.get('continuation-token') ?? '';
    const names = [...server.objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
    const folderOf = (key: string) => {
      const end = url.searchParams.get('delimiter') ? key.indexOf('/', prefix.length) : -1;
      return end < 0 ? null : key.slice(0, end + 1);
    };
    const entries = [...new Set(names.map((key) => folderOf(key) ?? key))].filter((entry) => entry > after);
    const page = entries.slice(0, PAGE);
    const shown = page.map((entry) =>
      entry.endsWith('/')
        ? `<CommonPrefixes><Prefix>${escaped(entry)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${escaped(entry)}</Key><Size>${server.objects.get(entry)?.length}</Size></Contents>`,
    );
    const isMore = entries.length > PAGE;
    const next = isMore ? `<NextContinuationToken>${escaped(page.at(-1) ?? '')}</NextContinuationToken>` : '';
    return `<ListBucketResult><Name>${server.bucket.bucket}</Name><Prefix>${escaped(prefix)}</Prefix><IsTruncated>${isMore}</IsTruncated>${next}${shown.join('')}</ListBucketResult>`;
  }

  function listUploads(url: URL): string {
    const prefix = url.searchParams.get('prefix') ?? '';
    const shown = [...server.uploads]
      .filter(([, { key }]) => key.startsWith(prefix))
      .map(([id, { key }]) => `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId></Upload>`);
    return `<ListMultipartUploadsResult>${shown.join('')}</ListMultipartUploadsResult>`;
  }

  function uploadOf(url: URL) {
    const upload = server.uploads.get(url.searchParams.get('uploadId') ?? '');
    if (!upload) throw new Refusal(404, 'NoSuchUpload');
    return upload;
  }

  function put({ key, query }: S3Call, url: URL, body: Buffer, response: ServerResponse): string {
    response.setHeader('etag', `"${md5(body, 'hex')}"`);
    if (query.has('partNumber')) uploadOf(url).parts.set(query.get('partNumber') ?? '', body);
    else server.objects.set(key, body);
    return '';
  }

  function post({ key, query }: S3Call, url: URL, body: Buffer): string {
    if (query.has('uploads')) {
      const id = randomUUID();
      server.uploads.set(id, { key, parts: new Map() });
      return `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
    }
    const { parts } = uploadOf(url);
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"<\/ETag>/g)];
    const whole = named.map(([, number = '', tag]) => {
      const part = parts.get(number);
      if (!part || md5(part, 'hex') !== tag) throw new Refusal(400, 'InvalidPart');
      return part;
    });
    server.objects.set(key, Buffer.concat(whole));
    server.uploads.delete(query.get('uploadId') ?? '');
    return '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>';
  }

  function get({ key }: S3Call, request: IncomingMessage, response: ServerResponse, mood: S3Mood): null {
    const found = server.objects.get(key);
    if (!found) throw new Refusal(404, 'NoSuchKey');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const rest = found.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length });
    if (mood !== 'breaks off') response.end(rest);
    else response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => response.destroy());
    return null;
  }

  function obey(
    call: S3Call,
    url: URL,
    body: Buffer,
    { request, response, mood }: { request: IncomingMessage; response: ServerResponse; mood: S3Mood },
  ): string | null {
    if (mood === 'busy') throw new Refusal(503, 'SlowDown');
    if (mood === 'full') throw new Refusal(507, 'InsufficientStorage');
    if (mood === 'forbids') throw new Refusal(403, 'AccessDenied');
    if (call.method === 'PUT') return put(call, url, body, response);
    if (call.method === 'POST') return post(call, url, body);
    if (call.method === 'DELETE') {
      const uploadId = call.query.get('uploadId');
      if (uploadId === null) server.objects.delete(call.key);
      else server.uploads.delete(uploadId);
      response.statusCode = 204;
      return '';
    }
    if (call.key !== '') return get(call, request, response, mood);
    return call.query.has('uploads') ? listUploads(url) : list(url);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, bucket = '', ...path] = url.pathname.split('/').map(decodeURIComponent);
    const call = { method: request.method ?? '', key: path.join('/'), query: url.searchParams };
    const body = await buffer(request);
    server.calls.push(call);
    const mood = server.mood(call);
    if (mood === 'holds') return;
    if (mood === 'breaks off' && call.method !== 'GET') return void response.destroy();
    try {
      checkSignature(request, url, body, server.bucket);
      if (bucket !== server.bucket.bucket) throw new Refusal(404, 'NoSuchBucket');
      const answer = obey(call, url, body, { request, response, mood });
      if (answer !== null) response.end(answer);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(error.status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${error.message}</Code>${error.more}</Error>`);
    }
  }

  const listener = createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const server: S3Server = {
    bucket: {
      endpoint: `http://127.0.0.1:${port}`,
      region: REGION,
      bucket: 'our-shop',
      prefix: 'copies/manila',
      keyId: 'KEYOFTHESHOP',
      secret: 'a/secret+of=the&shop',
    },
    objects: new Map(),
    uploads: new Map(),
    calls: [],
    mood: () => null,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
  return server;
}
