import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBackend } from '#main/connection/backend.ts';
import { manifestFor, releaseKey } from '#tests/support/releases.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';
import { HERE, startReleaseServer, type ReleaseServer } from '#tests/support/updates/release-server.ts';
import { guardStart } from './guard-start.ts';
import { appImageInstaller, type Installer } from './installer.ts';
import { openUpdateState } from './update-state.ts';
import { openUpdates, whyNotNow, type Updates } from './updates.ts';

const OLD = 'the program 1.1.0';
const NEW_PROGRAM = 'the program 1.2.0';
const NEW = NEW_PROGRAM.repeat(50_000);

let root: string;
let folder: string;
let image: string;
let server: ReleaseServer;
let started: string[];
const closers: (() => unknown)[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'updates-'));
  folder = join(root, 'updates');
  image = join(root, 'Tindahan.AppImage');
  writeFileSync(image, OLD);
  started = [];
  server = await startReleaseServer();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const installer = (): Installer => appImageInstaller(image, (program) => started.push(program));

type Opening = {
  version?: string;
  built_at?: number;
  place?: string;
  reserve?: number;
  refusal?: string | null;
  keeping?: Partial<Installer>;
  caller?: Record<string, string> | null;
};

/** Opens the updates of a till as a start of its program does, after the guard. */
function open({
  version = '1.1.0',
  built_at = 0,
  place = folder,
  reserve = 0,
  refusal = null,
  keeping = {},
  caller = { authorization: 'Till t' },
}: Opening = {}): Updates {
  const backend = openBackend(server.kept, () => []);
  const updates = openUpdates({
    keys: [server.key.publicKey],
    built_at,
    folder: place,
    version,
    platform: process.platform,
    arch: 'x64',
    installer: { ...installer(), refusalOf: () => Promise.resolve(refusal), ...keeping },
    backend: () => backend,
    caller: () => Promise.resolve(caller),
    whyNotNow: () => null,
    quit: () => undefined,
    onChange: () => undefined,
    reserve,
  });
  closers.push(() => {
    updates.stop();
    backend.leave();
  });
  return updates;
}
/** Starts a version: true if it ends at once, for the one before was put back. */
const start = (version: string) => guardStart(folder, version, installer());
/** The version whose program lies under the till's name. */
const running = () => {
  const program = readFileSync(image, 'utf8');
  if (program === OLD) return OLD;
  return program === NEW ? NEW_PROGRAM : 'half a program';
};
const programs = (place = folder) => readdirSync(place).filter((name) => name !== 'state.json');

describe('a till’s update', () => {
  it('is loaded by the till itself, checked, and installed when the till is closed', async () => {
    const updates = open();
    expect(await updates.check()).toMatchObject({ ready: null, problem: null, is_on: true });
    expect(server.told).toEqual([{ version: '1.1.0', platform: process.platform, arch: 'x64', error: null }]);
    server.offer(NEW);
    expect(await updates.check()).toMatchObject({ ready: '1.2.0', is_asked: true, problem: null });
    expect(server.asked).toEqual([{ range: undefined, authorization: 'Till t' }]);
    await updates.check();
    expect(server.asked).toHaveLength(1);
    expect(running()).toBe(OLD);
    await updates.installAtEnd();
    expect(running()).toBe(NEW_PROGRAM);
    if (process.platform === 'linux') expect(statSync(image).mode & 0o111).toBe(0o111);
    expect(started).toEqual([]);

    expect(start('1.2.0')).toBe(false);
    const next = open({ version: '1.2.0' });
    expect(await next.installAtStart()).toBe(false);
    await next.installAtEnd();
    expect(readdirSync(root).toSorted()).toEqual(['Tindahan.AppImage', 'updates']);
    expect(readdirSync(folder)).toEqual(['state.json']);
    expect(running()).toBe(NEW_PROGRAM);
  });

  it('asks the cashier once, and is installed at the next start where the till was only switched off', async () => {
    server.offer(NEW);
    const updates = open();
    expect(await updates.check()).toMatchObject({ is_asked: true });
    await updates.putOff();
    expect(await updates.status()).toMatchObject({ ready: '1.2.0', is_asked: false });
    const next = open();
    expect(await next.status()).toMatchObject({ is_asked: false });
    expect(await next.installAtStart()).toBe(true);
    expect([running(), started]).toEqual([NEW_PROGRAM, [image]]);
  });

  it('starts again by itself where the cashier chose to update now', async () => {
    server.offer(NEW);
    const updates = open();
    await updates.check();
    expect(await updates.install()).toEqual({ reason: null });
    await updates.installAtEnd();
    expect([running(), started]).toEqual([NEW_PROGRAM, [image]]);
  });

  it('is not installed while the computer goes down', async () => {
    server.offer(NEW);
    const updates = open();
    await updates.check();
    updates.forbid();
    await updates.installAtEnd();
    expect(running()).toBe(OLD);
  });

  it('goes on where the line was cut, also after the till was started anew', async () => {
    server.offer(NEW);
    server.state.cutAt = 100_000;
    expect(await open().check()).toMatchObject({ ready: null, problem: null });
    const [part = ''] = programs();
    const have = statSync(join(folder, part)).size;
    expect(have).toBeGreaterThan(0);
    expect(await open().check()).toMatchObject({ ready: '1.2.0' });
    expect(server.asked.at(-1)?.range).toBe(`bytes=${have}-`);
  });

  it('is refused where the server’s file is another one, and told to the server; the old till goes on', async () => {
    server.offer(NEW);
    server.state.program = Buffer.from(NEW.replace('the', 'any'));
    const updates = open();
    const { ready, problem } = await updates.check();
    expect([ready, problem]).toEqual([null, expect.stringMatching(/not the one that was signed/)]);
    expect(server.told.map(({ error }) => error)).toEqual([null, problem]);
    expect(programs()).toEqual([]);
    server.state.program = Buffer.from(`${NEW} and more`);
    expect(await updates.check()).toMatchObject({
      ready: null,
      problem: expect.stringMatching(/more than/) as string,
    });
    server.state.program = Buffer.from(NEW);
    expect(await updates.check()).toMatchObject({ ready: '1.2.0', problem: null });
    expect(server.told.at(-1)?.error).toBeNull();
  });

  it('is refused with a bad signature, by another key, for another system', async () => {
    server.offer(NEW);
    const good = server.state.release ?? { manifest: '', signature: '' };
    const updates = open();
    server.state.release = { ...good, manifest: good.manifest.replace('1.2.0', '1.3.0') };
    expect(await updates.check()).toMatchObject({
      ready: null,
      problem: 'The release is not signed by this shop’s key',
    });
    server.state.release = releaseKey().signText(good.manifest);
    expect(await updates.check()).toMatchObject({ problem: 'The release is not signed by this shop’s key' });
    server.state.release = server.key.signText(manifestFor(NEW, { ...HERE, arch: 'arm64' }));
    expect(await updates.check()).toMatchObject({
      problem: `Version 1.2.0 is for ${process.platform} arm64`,
    });
    expect(server.asked).toEqual([]);
    await updates.installAtEnd();
    expect(running()).toBe(OLD);
  });

  it('is checked again before it is installed', async () => {
    server.offer(NEW);
    const updates = open();
    await updates.check();
    const [program = ''] = programs();
    truncateSync(join(folder, program), 10);
    expect(await updates.installAtStart()).toBe(false);
    expect(running()).toBe(OLD);
    expect(await updates.check()).toMatchObject({ ready: '1.2.0' });
    expect(await updates.installAtStart()).toBe(true);
  });

  it('is dropped where the till is to stay as it is, or gets another release', async () => {
    server.offer(NEW);
    const updates = open();
    await updates.check();
    server.offer('the program 1.3.0', { version: '1.3.0', sequence: 2 });
    expect(await updates.check()).toMatchObject({ ready: '1.3.0' });
    expect(programs()).toHaveLength(1);
    server.state.release = null;
    expect(await updates.check()).toMatchObject({ ready: null });
    expect(programs()).toEqual([]);
    await updates.installAtEnd();
    expect(running()).toBe(OLD);
  });

  it('goes back only by a release that was signed anew, never by an old one', async () => {
    server.offer(NEW, { sequence: 5 });
    const updates = open();
    await updates.check();
    await updates.installAtEnd();
    expect(start('1.2.0')).toBe(false);
    const next = open({ version: '1.2.0' });
    server.offer(OLD, { version: '1.1.0', sequence: 4 });
    expect(await next.check()).toMatchObject({
      ready: null,
      problem: expect.stringMatching(/Sign it anew/) as string,
    });
    server.offer(OLD, { version: '1.1.0', sequence: 6 });
    expect(await next.check()).toMatchObject({ ready: '1.1.0', problem: null });
    await next.installAtEnd();
    expect(running()).toBe(OLD);
  });

  it('takes no release that was signed before its own program was built', async () => {
    server.offer(NEW, { sequence: 100 });
    expect(await open({ built_at: 100 }).check()).toMatchObject({
      problem: expect.stringMatching(/Sign it anew/) as string,
    });
    expect(await open({ built_at: 99 }).check()).toMatchObject({ ready: '1.2.0' });
  });

  it('puts the old version back when the new one did not run well twice, and does not take that release again', async () => {
    server.offer(NEW, { sequence: 5 });
    const updates = open();
    await updates.check();
    await updates.installAtEnd();
    expect([start('1.2.0'), start('1.2.0'), running()]).toEqual([false, false, NEW_PROGRAM]);
    expect(start('1.2.0')).toBe(true);
    expect([running(), started]).toEqual([OLD, [image]]);

    expect(start('1.1.0')).toBe(false);
    const back = open();
    expect(await back.installAtStart()).toBe(false);
    const problem = 'Version 1.2.0 did not start. The version before was put back';
    expect(await back.status()).toMatchObject({ ready: null, problem });
    expect(await back.check()).toMatchObject({ ready: null, problem });
    expect(server.told.at(-1)?.error).toBe(problem);
    server.offer(NEW, { sequence: 6 });
    expect(await back.check()).toMatchObject({ ready: '1.2.0', problem: null });
  });

  it('keeps the program that runs where only its own installer can put it back', async () => {
    const putBack: string[] = [];
    const keeping = { keepsPrograms: true, putBack: (kept: string | null) => putBack.push(kept ?? '') > 0 };
    server.offer(NEW);
    const first = open({ keeping });
    await first.check();
    await first.installAtEnd();
    start('1.2.0');
    // It checks as soon as it is started, before it ran well.
    const next = open({ version: '1.2.0', keeping });
    expect(await next.check()).toMatchObject({ ready: null, problem: null });
    expect(programs()).toHaveLength(1);
    server.offer('the program 1.3.0', { version: '1.3.0', sequence: 2 });
    expect(await next.check()).toMatchObject({ ready: '1.3.0' });
    await next.installAtEnd();
    const begin = () => guardStart(folder, '1.3.0', { ...installer(), ...keeping });
    expect([begin(), begin(), begin()]).toEqual([false, false, true]);
    expect(putBack.map((kept) => readFileSync(kept, 'utf8') === NEW)).toEqual([true]);
  });

  it('keeps the new version that ran well, however often it is killed afterwards', async () => {
    server.offer(NEW);
    const updates = open();
    await updates.check();
    await updates.installAtEnd();
    start('1.2.0');
    await open({ version: '1.2.0' }).installAtEnd();
    for (let times = 0; times < 5; times += 1) expect(start('1.2.0')).toBe(false);
    expect(existsSync(`${image}.old`)).toBe(false);
  });

  it('is given up where its installer does nothing', () => {
    const state = openUpdateState(folder);
    const signed = server.key.signText(manifestFor(NEW));
    state.change({ staged: signed, installing: { signed, tries: 1, starts: 0 } });
    expect(start('1.1.0')).toBe(false);
    expect(state.read().staged).not.toBeNull();
    state.change({ installing: { signed, tries: 2, starts: 0 } });
    expect(start('1.1.0')).toBe(false);
    expect(state.read()).toMatchObject({
      staged: null,
      installing: null,
      failed: { reason: 'Version 1.2.0 could not be installed' },
    });
  });

  it('is refused, and not loaded again, where its system does not trust it as the running program', async () => {
    const reason = 'The installer is not signed for Windows, as this till is';
    const updates = open({ refusal: reason });
    server.offer(NEW);
    expect(await updates.check()).toMatchObject({ ready: null, problem: reason });
    expect(await updates.check()).toMatchObject({ ready: null, problem: reason });
    expect(server.asked).toHaveLength(1);
    expect(await updates.installAtStart()).toBe(false);
    expect(running()).toBe(OLD);
  });

  it('says so where its signature cannot be checked, and takes it once it can be', async () => {
    let refusalOf = (): Promise<string | null> => Promise.reject(new Error('No koffi'));
    const updates = open({ keeping: { refusalOf: () => refusalOf() } });
    server.offer(NEW);
    const problem = 'This computer cannot check who signed the release. Install this version by hand';
    expect(await updates.check()).toMatchObject({ ready: null, problem });
    expect(server.told.at(-1)?.error).toBe(problem);
    refusalOf = () => Promise.resolve(null);
    expect(await updates.check()).toMatchObject({ ready: '1.2.0', problem: null });
    expect(server.asked).toHaveLength(1);
  });

  it('asks nobody while nobody is signed in and it has no credential', async () => {
    server.offer(NEW);
    expect(await open({ caller: null }).check()).toMatchObject({ ready: null, problem: null });
    expect(server.told).toEqual([]);
  });

  it.skipIf(!hasSmallDisks)(
    'leaves a full disk to the sales, says so, and goes on when there is room',
    async () => {
      const disk = mountSmallDisk(2);
      if (!disk) throw new Error('There was one just now');
      closers.push(disk.remove);
      const updates = open({ place: join(disk.folder, 'updates') });
      server.offer(Buffer.alloc(1_500_000, 'x'));
      await updates.check();
      expect(await updates.status()).toMatchObject({ ready: '1.2.0' });
      server.offer(Buffer.alloc(3_000_000, 'x'), { version: '1.3.0', sequence: 2 });
      const problem = 'This computer’s disk is full. Free some space on it';
      expect(await updates.check()).toMatchObject({ ready: null, problem });
      expect(server.told.at(-1)?.error).toBe(problem);
      expect(programs(join(disk.folder, 'updates'))).toEqual([]);
      // The disk is filled while it is loaded.
      const careless = open({ place: join(disk.folder, 'updates'), reserve: -1e9 });
      expect(await careless.check()).toMatchObject({ ready: null, problem });
      expect(server.asked).toHaveLength(2);
      expect(programs(join(disk.folder, 'updates'))).toEqual([]);
      server.offer(Buffer.alloc(1_000_000, 'x'), { version: '1.4.0', sequence: 3 });
      disk.fill();
      expect(await updates.check()).toMatchObject({ ready: null, problem });
      disk.makeRoom();
      expect(await updates.check()).toMatchObject({ ready: '1.4.0', problem: null });
    },
  );
});

it('is not begun while a sale is paid or a paper printed', () => {
  expect(whyNotNow('app://till/pos', [])).toBeNull();
  expect(whyNotNow('app://till/dashboard', [{ state: 'queued' }, { state: 'unknown' }])).toBeNull();
  expect(whyNotNow('app://till/pos/payment/12', [])).toBe('Finish this sale first');
  expect(whyNotNow('app://till/pos', [{ state: 'sending' }])).toMatch(/is being printed/);
});
