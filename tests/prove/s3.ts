import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bucketName, bucketPlace, type Bucket } from '#server/backups/bucket-place.ts';
import { restoreShop } from '#server/backups/restore.ts';
import { openDatabase } from '#server/db/open.ts';
import { callerWith } from '#tests/support/http.ts';
import { Ledger, signInDirectly, type Report } from '#tests/support/proving.ts';
import { scratchRoot } from '#tests/support/scratch-folder.ts';
import { freePort, serverScript, startProcess, type ServerProcess } from '#tests/support/server-process.ts';
import { makeShop } from '#tests/support/shop.ts';
import { hasSwift, startSwift, type Swift, type SwiftPart } from '#tests/support/swift-server.ts';
import { cutPower } from './restore.ts';

// A shop copies itself into a bucket of Swift; it, or a part of Swift, is killed while the base is on its way.

/** Bytes of what nobody can compress: with its second copy, in the unique name, a base of several parts. */
const BLOB = 24 << 20;
/** The rate of the backups' clock: the first base follows within a second, and failed ones soon. */
const RATE = 120;
const [LONGEST, LOOK] = [240_000, 250];
/** Milliseconds after the base lies in the shop's own place, within which something dies. */
const SOON = 4000;
const victims = ['shop', 'object', 'proxy', 'shop', 'container'] as const satisfies readonly (
  | SwiftPart
  | 'shop'
)[];

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const since = performance.now(); ;) {
    if (await isThere()) return;
    if (performance.now() - since > LONGEST) throw new Error(`In vain: ${what}`);
    await pause(LOOK);
  }
}

/** Makes the shop that each round begins with; returns an admin's token. */
async function makeTemplate(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir });
  try {
    const { seller } = await makeShop(database, { seller: { role: 'admin' } });
    const blob = randomBytes(BLOB).toString('latin1').replaceAll('\0', ' ');
    await database.write((writer) =>
      writer
        .insertInto('manufacturers')
        .values({ id: writer.nextId(), name: 'blob', unique_name: blob })
        .execute(),
    );
    return (await signInDirectly(database, seller.id)).token;
  } finally {
    await database.close();
  }
}

async function proveOnce(
  { root, token, swift, victim }: { root: string; token: string; swift: Swift; victim: SwiftPart | 'shop' },
  ledger: Ledger,
): Promise<void> {
  const dataDir = path.join(root, 'data');
  const bucket: Bucket = { ...swift.bucket, prefix: path.basename(root) };
  const place = bucketPlace(bucket);
  const clock = { start: Date.now(), rate: RATE };
  const env = {
    PORT: String(await freePort()),
    PLACES: JSON.stringify([{ path: bucketName(bucket), bucket }]),
    CLOCK: JSON.stringify(clock),
  };
  const start = () => startProcess({ dataDir, main: serverScript('backingUp'), env });
  let server: ServerProcess = await start();
  const chainsIn = (names: string[]) => names.filter((name) => name.startsWith('tindahan-'));
  const hasBase = (names: Iterable<string>) =>
    [...names].some((name) => /-base-\d{8}T\d{6}Z\.age$/.test(name));
  const own = path.join(dataDir, 'backups');
  try {
    await until('a base', async () =>
      chainsIn(readdirSync(own)).some((name) => hasBase(readdirSync(path.join(own, name)))),
    );
    await pause(Math.random() * SOON);
    ledger.saw(`unfinished uploads when ${victim} is killed`, await swift.unfinished());
    if (victim === 'shop') {
      await cutPower(server);
      server = await start();
    } else {
      await swift.kill(victim);
      await pause(Math.random() * SOON);
      swift.start(victim);
      await swift.ready();
    }
    ledger.report.kills += 1;
    const { status } = await callerWith(server.url, token).post('/manufacturers', {
      name: 'written after it',
    });
    ledger.check(status === 201, 'The shop wrote nothing', status);
    const listed = async () => {
      const chains = chainsIn(await place.chains().catch(() => []));
      const lists = await Promise.all(chains.map((name) => place.chain(name).list()));
      return lists.flatMap((list) => [...list.keys()]);
    };
    await until('a base in the bucket', async () => hasBase(await listed()));
    const target = path.join(root, 'target');
    const key = readFileSync(path.join(own, 'key.txt'), 'utf8');
    // The minute of what was written follows.
    await until('what was written, restored', async () => {
      rmSync(target, { recursive: true, force: true });
      await restoreShop({ place, dataDir: target, key, tell: () => undefined });
      const database = await openDatabase({ dataDir: target });
      try {
        const names = await database.reader.selectFrom('manufacturers').select('name').execute();
        return names.some(({ name }) => name === 'written after it');
      } finally {
        await database.close();
      }
    });
    const left = await swift.unfinished();
    ledger.check(left === 0, 'Parts of an upload were left', left);
  } finally {
    ledger.check(!/ differ/.test(server.output()), 'A backup was told as differing', server.output());
    await cutPower(server);
  }
}

/** Kills a shop and its S3 server by turns while a base is uploaded, and restores what is in the bucket. */
export async function proveBuckets({ rounds }: { rounds: number }): Promise<Report> {
  const ledger = new Ledger('copies in a bucket survive kills', 'sqlite');
  if (!hasSwift()) {
    ledger.report.skipped = 'Swift is not here, or this is not root on Linux';
    return ledger.close();
  }
  const scratch = mkdtempSync(path.join(scratchRoot(), 'tindahan-s3-'));
  const template = path.join(scratch, 'template');
  let swift: Swift | null = null;
  try {
    const token = await makeTemplate(template);
    swift = await startSwift(path.join(scratch, 'swift'));
    for (let no = 0; no < rounds; no += 1) {
      const root = mkdtempSync(path.join(scratch, 'round-'));
      cpSync(template, path.join(root, 'data'), { recursive: true });
      await proveOnce({ root, token, swift, victim: victims[no % victims.length] ?? 'shop' }, ledger);
      rmSync(root, { recursive: true, force: true });
      ledger.report.rounds += 1;
    }
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await swift?.close();
    rmSync(scratch, { recursive: true, force: true });
  }
  return ledger.close();
}
