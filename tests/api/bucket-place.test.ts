import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bucketPlace, tryBucket, type Bucket } from '#server/backups/bucket-place.ts';
import { freePort } from '#tests/support/server-process.ts';
import { startS3Server, type S3Server } from '#tests/support/s3-server.ts';

const PART = 16 << 20;

let folder: string;
let server: S3Server;
beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-bucket-'));
  server = await startS3Server();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const CHAIN = 'tindahan-abcd-1';
const files = () => bucketPlace(server.bucket).chain(CHAIN);
const keyOf = (name: string) => `copies/manila/${CHAIN}/${name}`;

function fileOf(content: Buffer): string {
  const file = path.join(folder, 'file');
  writeFileSync(file, content);
  return file;
}

const readBack = async (name: string) => Buffer.concat(await files().read(name).toArray());

describe('a bucket as a place', () => {
  it('is listed over all its pages, and holds what is put until it is deleted', async () => {
    const names = ['a.age', 'b.age', 'c.age', 'd.age', 'e.age', 'f.age', 'g.age'];
    for (const name of names) await files().put(name, fileOf(Buffer.from(`content of ${name}`)));
    server.objects.set('copies/manila/other/file', Buffer.from('another'));
    server.objects.set('copies/else', Buffer.from('another'));
    expect([...(await files().list())]).toEqual(names.map((name) => [name, `content of ${name}`.length]));
    expect(await bucketPlace(server.bucket).chains()).toEqual(['other', CHAIN]);
    await files().remove('c.age');
    expect([...(await files().list()).keys()]).toEqual(names.filter((name) => name !== 'c.age'));
    expect((await readBack('g.age')).toString()).toBe('content of g.age');
  });

  it('takes a large file in parts, each three times if it must, and throws away what an earlier upload left', async () => {
    server.uploads.set('left', { key: keyOf('earlier'), parts: new Map() });
    server.uploads.set('of another shop', { key: 'copies/manila/tindahan-efgh-1/x', parts: new Map() });
    const content = randomBytes(2 * PART + 5);
    let refusals = 2;
    server.mood = ({ query }) => {
      if (query.get('partNumber') !== '2' || refusals === 0) return null;
      refusals -= 1;
      return refusals === 1 ? 'busy' : 'breaks off';
    };
    await files().put('base.age', fileOf(content));
    expect(server.objects.get(keyOf('base.age'))?.equals(content)).toBe(true);
    expect([...server.uploads.keys()]).toEqual(['of another shop']);
    expect(server.calls.filter(({ query }) => query.has('partNumber'))).toHaveLength(5);
  });

  it('keeps no parts of a file that it could not take whole', async () => {
    server.mood = ({ query }) => (query.get('partNumber') === '2' ? 'full' : null);
    const putting = files().put('base.age', fileOf(randomBytes(PART + 1)));
    await expect(putting).rejects.toThrow('The bucket our-shop is full (InsufficientStorage)');
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0]);
  });

  it('is read on from where the connection broke', async () => {
    const content = randomBytes(300_000);
    await files().put('base.age', fileOf(content));
    let breaks = 2;
    server.mood = ({ method, key }) => (method === 'GET' && key !== '' && breaks-- > 0 ? 'breaks off' : null);
    expect((await readBack('base.age')).equals(content)).toBe(true);
    server.mood = ({ key }) => (key === '' ? null : 'breaks off');
    await expect(readBack('base.age')).rejects.toThrow('The connection to 127.0.0.1');
  });

  const wrong: [string, (bucket: Bucket) => Partial<Bucket>, RegExp][] = [
    ['a wrong key ID', () => ({ keyId: 'OTHER' }), /^127\.0\.0\.1:\d+ does not know this key ID$/],
    ['a wrong secret', () => ({ secret: 'other' }), /^The secret does not belong to this key ID$/],
    [
      'a bucket that is not there',
      () => ({ bucket: 'other' }),
      /^There is no bucket other at 127\.0\.0\.1:\d+$/,
    ],
    [
      'another region',
      () => ({ region: 'eu-west-1' }),
      /^The bucket our-shop is in the region ap-test-1, not in eu-west-1$/,
    ],
    [
      'a server that is not found',
      () => ({ endpoint: 'http://nowhere.invalid' }),
      /^nowhere\.invalid is not found: is this server connected to the internet\? \(E\w+\)$/,
    ],
  ];
  it.each(wrong)('says of %s what is wrong', async (_what, change, sentence) => {
    await expect(tryBucket({ ...server.bucket, ...change(server.bucket) })).rejects.toThrow(sentence);
    expect(server.objects.size).toBe(0);
  });

  it('says that nobody answers, that it is busy, and what the key may not do', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    await expect(tryBucket({ ...server.bucket, endpoint })).rejects.toThrow(
      'No S3 server answers at 127.0.0.1',
    );
    server.mood = () => 'busy';
    await expect(tryBucket(server.bucket)).rejects.toThrow(/is not ready \(SlowDown\)$/);
    for (const [method, wanted] of [
      ['PUT', 'write'],
      ['DELETE', 'delete'],
    ] as const) {
      server.mood = (call) => (call.method === method ? 'forbids' : null);
      await expect(tryBucket(server.bucket)).rejects.toThrow(
        `This key may not ${wanted} in the bucket our-shop (AccessDenied)`,
      );
    }
  });

  it('is tried with a small file that does not stay', async () => {
    await tryBucket(server.bucket);
    expect(server.objects.size).toBe(0);
    expect(new Set(server.calls.map(({ method }) => method))).toEqual(new Set(['PUT', 'GET', 'DELETE']));
  });
});
