import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Listing, Place, PlaceFiles } from './place.ts';
import { elements, PlaceFault, refusalOf, silenceOf, textIn, type Wanted } from './s3-answers.ts';

/** A bucket of an S3 server, and the key that may write into it. */
export type Bucket = {
  /** `https://s3.eu-west-1.amazonaws.com`: its buckets are the first part of the path. */
  endpoint: string;
  region: string;
  bucket: string;
  /** The folder in the bucket, without a slash at its end; empty for none. */
  prefix: string;
  keyId: string;
  secret: string;
};

const HOUR = 3_600_000;

/** Bytes of a part: a larger file is uploaded part by part, and never held whole. */
const PART = 16 << 20;
/** Milliseconds for a small answer, for a part over a slow line, and between two pieces of a download. */
const [ANSWER, TRANSFER, STALL] = [20_000, 300_000, 60_000];
/** Milliseconds of rest before the second and the third try. */
const RESTS = [500, 2000];

/** Returns the name of a bucket as it is shown and given to `--restore`. */
export const bucketName = ({ bucket, prefix }: Pick<Bucket, 'bucket' | 'prefix'>) =>
  `s3://${bucket}${prefix && `/${prefix}`}`;

const hashed = (name: 'sha256' | 'md5', body: string | Uint8Array, as: 'hex' | 'base64') =>
  createHash(name).update(body).digest(as);

type Call = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  wanted: Wanted;
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  longest?: number;
};

/** Speaks to an S3 server about one bucket; what may pass is tried again after each of the rests. */
function clientOf({ endpoint, region, bucket, keyId, secret }: Bucket, rests = RESTS) {
  const { host } = new URL(endpoint);
  const client = new AwsClient({
    accessKeyId: keyId,
    secretAccessKey: secret,
    service: 's3',
    region,
    retries: 0,
  });

  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    for (const rest of rests) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof PlaceFault && error.passes)) throw error;
      }
      await pause(rest);
    }
    return work();
  }

  /** Waits for an answer or for the next piece of it. */
  async function inTime<T>(longest: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), longest);
    try {
      return await work(late.signal);
    } catch (error) {
      throw silenceOf(host, late.signal.aborted ? late.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns an answer whose body is still to be read; throws a sentence for a refusal. */
  async function ask(call: Call): Promise<Response> {
    const { method, wanted, key = '', query = {}, headers = {}, body, longest = ANSWER } = call;
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await inTime(longest, (signal) =>
      client.fetch(url.href, {
        method,
        headers: {
          // The server compares them with what has arrived; a bucket with object lock takes no file without the second.
          'X-Amz-Content-Sha256': hashed('sha256', body ?? '', 'hex'),
          ...(body !== undefined && { 'Content-MD5': hashed('md5', body, 'base64') }),
          ...headers,
        },
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal,
      }),
    );
    if (answer.ok) return answer;
    const said = await inTime(ANSWER, () => answer.text()).catch(() => '');
    throw refusalOf(answer, said, { host, bucket, region, wanted });
  }

  /** Returns the text of an answer. Some servers begin it before they know that they have failed. */
  const askText = (call: Call) =>
    patiently(async () => {
      const answer = await ask(call);
      const text = await inTime(call.longest ?? ANSWER, () => answer.text());
      if (elements(text, 'Error').length > 0)
        throw refusalOf({ status: 500, headers: answer.headers }, text, {
          host,
          bucket,
          region,
          wanted: call.wanted,
        });
      return text;
    });

  /** Returns the pages of a list, each from where the one before ended. */
  async function* pages(query: Record<string, string>) {
    for (let token = ''; ;) {
      const page = await askText({
        method: 'GET',
        wanted: 'list',
        query: { 'list-type': '2', ...query, ...(token && { 'continuation-token': token }) },
      });
      yield page;
      token = textIn(page, 'NextContinuationToken');
      if (!token) return;
    }
  }

  /** Reads a file; where the connection breaks, from there on. */
  async function* read(key: string) {
    let [at, begun, tries] = [0, 0, 0];
    for (;;) {
      try {
        const headers: Record<string, string> = at > 0 ? { range: `bytes=${at}-` } : {};
        const answer = await ask({ method: 'GET', wanted: 'read', key, headers });
        // A server without ranges begins anew.
        if (at > 0 && answer.status !== 206)
          throw new PlaceFault(`The connection to ${host} broke off`, false);
        const reader = answer.body?.getReader();
        try {
          for (;;) {
            const piece = await inTime(STALL, async () => reader?.read());
            if (!piece?.value) return;
            at += piece.value.length;
            yield piece.value;
          }
        } finally {
          void reader?.cancel().catch(() => undefined);
        }
      } catch (error) {
        if (at - begun >= PART) [begun, tries] = [at, 0];
        const rest = rests[tries];
        if (!(error instanceof PlaceFault && error.passes) || rest === undefined) throw error;
        tries += 1;
        await pause(rest);
      }
    }
  }

  /** Uploads a file in parts, and removes them where it cannot be done. */
  async function putParts(key: string, source: string, size: number): Promise<void> {
    const begun = await askText({ method: 'POST', wanted: 'write', key, query: { uploads: '' } });
    const uploadId = textIn(begun, 'UploadId');
    const parts: string[] = [];
    const file = await open(source);
    try {
      for (let at = 0; at < size; at += PART) {
        const body = new Uint8Array(Math.min(PART, size - at));
        const { bytesRead } = await file.read(body, 0, body.length, at);
        if (bytesRead < body.length) throw new Error(`${source} ends before its end`);
        const query = { partNumber: String(parts.length + 1), uploadId };
        const answer = await patiently(() =>
          ask({ method: 'PUT', wanted: 'write', key, query, body, longest: TRANSFER }),
        );
        await answer.body?.cancel();
        const tag = answer.headers.get('etag') ?? '';
        parts.push(`<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      }
      await askText({
        method: 'POST',
        wanted: 'write',
        key,
        query: { uploadId },
        body: `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`,
        longest: TRANSFER,
      });
    } catch (error) {
      await abort(key, uploadId).catch(() => undefined);
      throw error;
    } finally {
      await file.close();
    }
  }

  async function remove(key: string): Promise<void> {
    await patiently(() => ask({ method: 'DELETE', wanted: 'delete', key }));
  }
  const abort = (key: string, uploadId: string) =>
    ask({ method: 'DELETE', wanted: 'delete', key, query: { uploadId } });

  /** Removes the parts of uploads that a stopped server has left: they are in no list of files, but cost. */
  async function abortLeft(prefix: string): Promise<void> {
    const list = await askText({ method: 'GET', wanted: 'list', query: { uploads: '', prefix } });
    for (const upload of elements(list, 'Upload')) {
      await abort(textIn(upload, 'Key'), textIn(upload, 'UploadId'));
    }
  }

  async function putBytes(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await patiently(() =>
      ask({ method: 'PUT', wanted: 'write', key, body, longest: TRANSFER }),
    );
    await answer.body?.cancel();
  }

  async function put(key: string, source: string, leftIn: string): Promise<void> {
    const { size } = await stat(source);
    if (size > PART) {
      // Where a key or a server does not list uploads, the bucket's own rule ends them.
      await abortLeft(leftIn).catch((error: unknown) => {
        if (error instanceof PlaceFault && error.passes) throw error;
      });
      return putParts(key, source, size);
    }
    return putBytes(key, new Uint8Array(await readFile(source)));
  }

  /** Returns the sizes of the files in a folder, by their names. */
  async function list(folder: string): Promise<Listing> {
    const sizes: Listing = new Map();
    for await (const page of pages({ prefix: folder, delimiter: '/' }))
      for (const file of elements(page, 'Contents'))
        sizes.set(textIn(file, 'Key').slice(folder.length), Number(textIn(file, 'Size')));
    return sizes;
  }

  return { pages, list, read, putBytes, put, remove };
}

/** Returns what the names of all files of a place begin with. */
const folderIn = ({ prefix }: Bucket) => prefix && `${prefix}/`;

/** A folder of a bucket as a place of backups. */
export function bucketPlace(settings: Bucket): Place {
  const client = clientOf(settings);
  const above = folderIn(settings);

  function chain(name: string): PlaceFiles {
    const folder = name ? `${above}${name}/` : above;
    // One server at a time uploads a shop's large files: those of all its chains that are unfinished are left ones.
    const leftIn = above + name.replace(/[^-]*$/, '');
    return {
      list: () => client.list(folder),
      put: (file, source) => client.put(folder + file, source, leftIn),
      read: (file) => Readable.from(client.read(folder + file)),
      remove: (file) => client.remove(folder + file),
    };
  }

  return {
    name: bucketName(settings),
    free: () => null,
    listingLasts: HOUR,
    chain,
    chains: async () => {
      const names: string[] = [];
      for await (const page of client.pages({ prefix: above, delimiter: '/' }))
        for (const each of elements(page, 'CommonPrefixes'))
          names.push(textIn(each, 'Prefix').slice(above.length, -1));
      return names;
    },
  };
}

/** Writes, lists, reads and deletes a small file, at once or not; throws a sentence for what cannot be done. */
export async function tryBucket(settings: Bucket): Promise<void> {
  const client = clientOf(settings, []);
  const folder = folderIn(settings);
  const name = `tindahan-trial-${randomUUID()}`;
  await client.putBytes(folder + name, new TextEncoder().encode(name));
  const size = (await client.list(folder)).get(name);
  const there = Buffer.concat(await Readable.from(client.read(folder + name)).toArray()).toString();
  await client.remove(folder + name);
  if (size !== name.length || there !== name)
    throw new PlaceFault('The bucket does not hold what was written into it', false);
}
