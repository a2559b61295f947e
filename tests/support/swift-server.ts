import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Bucket } from '#server/backups/bucket-place.ts';
import { freePort } from './server-process.ts';

const PROGRAMS = '/usr/bin';
const kinds = ['account', 'container', 'object'] as const;
const parts = [...kinds, 'proxy'] as const;
export type SwiftPart = (typeof parts)[number];

/** An S3 server that others have written: OpenStack's Swift. */
export type Swift = {
  bucket: Bucket;
  /** Kills one of its four servers. */
  kill: (part: SwiftPart) => Promise<void>;
  start: (part: SwiftPart) => void;
  /** Resolves when it answers. */
  ready: () => Promise<void>;
  /** Returns the number of uploads that nobody has ended. */
  unfinished: () => Promise<number>;
  close: () => Promise<void>;
};

/** True if its programs are here, and their only folder of settings can be replaced for them alone: by root. */
export const hasSwift = (): boolean =>
  process.getuid?.() === 0 &&
  [...parts.map((part) => `swift-${part}-server`), 'memcached'].every((name) =>
    existsSync(path.join(PROGRAMS, name)),
  ) &&
  spawnSync('unshare', ['--mount', 'true']).status === 0;

const [KEY_ID, SECRET, NAME] = ['test:tester', 'testing', 'our-shop'];
/** Milliseconds that its servers are given to answer. */
const [LONGEST, LOOK] = [180_000, 500];

const RINGS = `
import sys
from swift.common.ring import RingBuilder
folder, *ports = sys.argv[1:]
for kind, port in zip(('account', 'container', 'object'), ports):
    builder = RingBuilder(4, 1, 1)
    place = dict(ip='127.0.0.1', port=int(port), device='sdb1')
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1, meta='', replication_ip='127.0.0.1', replication_port=int(port), **place))
    builder.rebalance()
    builder.get_ring().save(folder + '/' + kind + '.ring.gz')
`;

const common = (port: number, root: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = root
workers = 0
devices = ${root}/node
mount_check = false
fallocate_reserve = 0
`;

const proxyOf = (memory: number) => `[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${SECRET} .admin
[filter:slo]
use = egg:swift#slo
`;

/** Starts Swift on ports of its own, with all that it keeps in a folder. */
export async function startSwift(root: string): Promise<Swift> {
  const settings = path.join(root, 'etc');
  mkdirSync(settings, { recursive: true });
  mkdirSync(path.join(root, 'node', 'sdb1'), { recursive: true });
  const ports: Record<SwiftPart, number> = { account: 0, container: 0, object: 0, proxy: 0 };
  for (const part of parts) ports[part] = await freePort();
  const memory = await freePort();
  writeFileSync(
    path.join(settings, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = tindahan\n[storage-policy:0]\nname = Policy-0\ndefault = yes\n',
  );
  for (const part of parts) {
    const app = `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`;
    writeFileSync(
      path.join(settings, `${part}-server.conf`),
      common(ports[part], root) + (part === 'proxy' ? proxyOf(memory) : app),
    );
  }
  // It reads its settings from one folder of the computer: each of its processes sees ours there.
  const inPlace = (command: string, ...words: string[]) =>
    [
      '--mount',
      'sh',
      '-c',
      'mount --bind "$0" /etc/swift && exec "$@"',
      settings,
      command,
      ...words,
    ] as string[];
  const rings = spawnSync(
    'unshare',
    inPlace('/usr/bin/python3', '-c', RINGS, settings, ...kinds.map((kind) => String(ports[kind]))),
    { encoding: 'utf8' },
  );
  if (rings.status !== 0) throw new Error(`Swift made no rings: ${rings.stderr}`);

  const running = new Map<SwiftPart, ChildProcess>();
  const start = (part: SwiftPart) => {
    const words = inPlace(`swift-${part}-server`, `/etc/swift/${part}-server.conf`);
    running.set(part, spawn('unshare', words, { stdio: 'ignore' }));
  };
  async function kill(part: SwiftPart): Promise<void> {
    const child = running.get(part);
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  const endpoint = `http://127.0.0.1:${ports.proxy}`;
  const client = new AwsClient({
    accessKeyId: KEY_ID,
    secretAccessKey: SECRET,
    service: 's3',
    region: 'us-east-1',
    retries: 0,
  });
  const ask = async (query: string, method = 'GET') => {
    const answer = await client.fetch(`${endpoint}/${NAME}${query}`, { method });
    return { isDone: answer.ok, text: await answer.text() };
  };
  /** True if all of its parts answer: it has the bucket, and takes a file. */
  const takesFiles = async () => {
    const { isDone, text } = await ask('', 'PUT');
    if (!isDone && !text.includes('BucketAlreadyOwnedByYou')) return false;
    return (await ask('/looked-at', 'PUT')).isDone && (await ask('/looked-at', 'DELETE')).isDone;
  };
  async function ready(): Promise<void> {
    for (const since = performance.now(); ;) {
      if (await takesFiles().catch(() => false)) return;
      if (performance.now() - since > LONGEST) throw new Error('Swift does not answer');
      await pause(LOOK);
    }
  }
  // Swift's own S3 layer does not work without one.
  const cache = spawn('memcached', ['-u', 'root', '-l', '127.0.0.1', '-p', String(memory)], {
    stdio: 'ignore',
  });
  async function close(): Promise<void> {
    for (const part of parts) await kill(part);
    cache.kill('SIGKILL');
  }
  for (const part of parts) start(part);
  try {
    await ready();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    bucket: { endpoint, region: 'us-east-1', bucket: NAME, prefix: '', keyId: KEY_ID, secret: SECRET },
    kill,
    start,
    ready,
    unfinished: async () => (await ask('?uploads')).text.split('<Upload>').length - 1,
    close,
  };
}
