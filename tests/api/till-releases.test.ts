import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import { ReleaseRefusal } from '#contract/release-manifest.ts';
import type { tillReleases } from '#contract/till-releases.ts';
import { addRelease } from '#server/modules/till-releases/till-releases.public.ts';
import { call, signIn, type Caller, type SignedIn } from '#tests/support/http.ts';
import { releaseKey, sha256Of, writeRelease, type ReleaseKey } from '#tests/support/releases.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, makeStaff, makeStore, type Shop } from '#tests/support/shop.ts';
import { atDevice, givenCredential, makeTill, type WireTill } from '#tests/support/shifts.ts';

type Listed = z.input<typeof tillReleases.list.response>;
type Checked = z.input<typeof tillReleases.check.response>;
const refused = (code: string, status: number) => ({ status, body: { code } });
const PROGRAM = 'the program 1.2.0 '.repeat(1000);

onEveryEngine('releases of tills', (start) => {
  let server: TestServer;
  let shop: Shop;
  let key: ReleaseKey;
  let inbox: string;
  let manager: SignedIn;
  let till: Caller;
  let made: WireTill;

  beforeAll(async () => {
    server = await start();
    key = releaseKey();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    rmSync(releases(), { recursive: true, force: true });
    await server.database.write((writer) => writer.deleteFrom('till_versions').execute());
    inbox = mkdtempSync(path.join(server.location.dataDir, 'inbox-'));
    shop = await makeShop(server.database, { units: 0 });
    till = atDevice(server.url, await signIn(server.url, shop.seller.email));
    made = await makeTill(till, 'Counter 1');
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'store_manager' });
    manager = await signIn(server.url, email);
  });

  const releases = () => path.join(server.location.dataDir, 'releases');
  const add = (changes = {}, bytes = PROGRAM) =>
    addRelease(server.location.dataDir, writeRelease(inbox, bytes, key, changes), [key.publicKey]);
  const told = (changes = {}) => ({
    version: '1.1.0',
    platform: 'linux',
    arch: 'x64',
    error: null,
    ...changes,
  });
  const check = async (by: Caller = till, changes = {}, headers = {}) => {
    const answer = await by.post<Checked>('/till-releases/check', told(changes), { headers });
    const { release } = expectDone(answer);
    return release && (JSON.parse(release.manifest) as { version: string; sequence: number });
  };
  const admin = async () => {
    const { email } = await makeStaff(server.database, { store_id: shop.store.id, role: 'admin' });
    return signIn(server.url, email);
  };
  const choose = (where: string, version: string | null, by: Caller = manager) =>
    by.put<{ version: string | null }>(where, { version });
  const shown = async (): Promise<WireTill | undefined> =>
    expectDone(await manager.get<{ data: WireTill[] }>('/tills')).data.find(({ id }) => id === made.id);

  it('are kept whole, for several systems, and listed with the newest first', async () => {
    await add({ sequence: 1 });
    await add({ sequence: 2, version: '1.3.0', platform: 'win32', file_name: 'Tindahan Setup 1.3.0.exe' });
    await add({ sequence: 2, version: '1.3.0' });
    // Again, as after a power cut in the command's answer.
    await add({ sequence: 1 });
    const { data, ...chosen } = expectDone(await manager.get<Listed>('/till-releases'));
    expect(data.map(({ version, platform }) => `${version} ${platform}`).toSorted()).toEqual([
      '1.2.0 linux',
      '1.3.0 linux',
      '1.3.0 win32',
    ]);
    expect(data[2]).toEqual({
      version: '1.2.0',
      platform: 'linux',
      arch: 'x64',
      size: PROGRAM.length,
      made_at: '2026-11-20T02:00:00.000Z',
    });
    expect(chosen).toEqual({ for_all: null, for_store: null, for_tills: [] });
    expect(await check()).toBeNull();
  });

  it('are refused with words: another key, changed bytes, a cut file, no signature, a used number', async () => {
    const reasonOf = (file: string, keys = [key.publicKey]) =>
      addRelease(server.location.dataDir, file, keys).then(
        () => null,
        (fault: unknown) => (fault instanceof ReleaseRefusal ? fault.message : `unexpected ${String(fault)}`),
      );
    expect(await reasonOf(writeRelease(inbox, PROGRAM, releaseKey()))).toMatch(
      /not signed by this shop’s key/,
    );
    expect(await reasonOf(writeRelease(inbox, PROGRAM, key), [])).toMatch(/no key here/);
    const cut = writeRelease(inbox, PROGRAM, key);
    truncateSync(cut, 100);
    expect(await reasonOf(cut)).toMatch(/not the file that was signed/);
    writeFileSync(cut, PROGRAM.replace('the', 'any'));
    expect(await reasonOf(cut)).toMatch(/not the file that was signed/);
    rmSync(cut);
    expect(await reasonOf(cut)).toMatch(/is not beside/);
    expect(await reasonOf(path.join(inbox, 'other.exe'))).toMatch(/Sign the release first/);
    expect(await reasonOf(writeRelease(inbox, PROGRAM, key, { product: 'another' }))).toMatch(/can read/);
    expect(readdirSync(releases())).toEqual([]);
    await add();
    expect(await reasonOf(writeRelease(inbox, 'another', key))).toMatch(/has this number already/);
  });

  it('that were left half by a power cut, or are damaged, are none', async () => {
    mkdirSync(path.join(releases(), '.new-half'), { recursive: true });
    await add();
    expect(readdirSync(releases())).toEqual(['1-linux-x64']);
    truncateSync(path.join(releases(), '1-linux-x64', 'Tindahan-1.2.0.AppImage'), 5);
    expect(expectDone(await manager.get<Listed>('/till-releases')).data).toEqual([]);
  });

  it('are chosen for all stores, a store, a till; the nearest choice counts', async () => {
    await add({ sequence: 1 });
    await add({ sequence: 2, version: '1.3.0' });
    await add({ sequence: 3, version: '1.4.0' });
    const boss = await admin();
    expectDone(await choose('/till-releases/all', '1.2.0', boss));
    expect(await check()).toMatchObject({ version: '1.2.0' });
    expectDone(await choose('/till-releases/store', '1.3.0'));
    expect(await check()).toMatchObject({ version: '1.3.0' });
    expectDone(await choose(`/tills/${made.id}/version`, '1.4.0'));
    expect(await check()).toMatchObject({ version: '1.4.0' });
    const neighbour = atDevice(server.url, manager);
    expect(await check(neighbour)).toMatchObject({ version: '1.3.0' });
    expect(expectDone(await manager.get<Listed>('/till-releases'))).toMatchObject({
      for_all: '1.2.0',
      for_store: '1.3.0',
      for_tills: [{ till_id: made.id, version: '1.4.0' }],
    });
    const other = await makeShop(server.database, { units: 0 });
    const elsewhere = atDevice(server.url, await signIn(server.url, other.seller.email));
    expect(await check(elsewhere)).toMatchObject({ version: '1.2.0' });

    expectDone(await choose(`/tills/${made.id}/version`, null));
    expect(await check()).toMatchObject({ version: '1.3.0' });
    expectDone(await choose('/till-releases/store', null));
    expectDone(await choose('/till-releases/all', null, boss));
    expect(await check()).toBeNull();
  });

  it('are chosen only where there is one, by who may, and the audit log tells it', async () => {
    await add();
    expect(await choose('/till-releases/store', '9.9.9')).toMatchObject({
      status: 422,
      body: { errors: { version: ['This server has no release of that version. Add it first'] } },
    });
    expect(await choose('/till-releases/all', '1.2.0')).toMatchObject(refused('forbidden', 403));
    expect(await choose('/till-releases/store', '1.2.0', till)).toMatchObject(refused('forbidden', 403));
    expect(await choose('/tills/999999/version', '1.2.0')).toMatchObject(refused('till_not_found', 404));
    const away = await makeStore(server.database);
    const { email } = await makeStaff(server.database, { store_id: away.id, role: 'store_manager' });
    const stranger = await signIn(server.url, email);
    expect(await choose(`/tills/${made.id}/version`, '1.2.0', stranger)).toMatchObject(
      refused('till_not_found', 404),
    );
    expectDone(await choose(`/tills/${made.id}/version`, '1.2.0'));
    const { data } = expectDone(
      await (
        await admin()
      ).get<{ data: { action: string; target: { name: string }; changes: object[] }[] }>(
        '/audit?per_page=50',
      ),
    );
    const [event] = data.filter(({ action }) => action === 'tillReleases.chooseForTill');
    expect(JSON.stringify(event)).toContain('Counter 1');
    expect(JSON.stringify(event)).toContain('1.2.0');
    expectDone(await manager.delete(`/tills/${made.id}`));
    expect(await choose(`/tills/${made.id}/version`, '1.2.0')).toMatchObject(refused('illegal_state', 409));
  });

  it('are given as the one that was signed last, for the till’s own system', async () => {
    await add({ sequence: 5, version: '1.2.0' });
    await add({ sequence: 6, version: '1.3.0' });
    // Signed anew, to go back to it.
    await add({ sequence: 7, version: '1.2.0' });
    expectDone(await choose('/till-releases/store', '1.2.0'));
    expect(await check(till, { version: '1.3.0' })).toMatchObject({ version: '1.2.0', sequence: 7 });
    expect(await check(till, { platform: 'win32' })).toBeNull();
    expect(await shown()).toMatchObject({ update_error: 'The server has no 1.2.0 for win32 x64' });
    expect(await check(till, { platform: 'win32', version: '1.2.0' })).toBeNull();
    expect(await shown()).toMatchObject({ update_error: null, version: '1.2.0', system: 'win32 x64' });
  });

  it('are asked for by a till with nobody signed in, which tells what it runs', async () => {
    await add();
    const secret = await givenCredential(till);
    const byItself = { Authorization: `Till ${secret}` };
    const nobody = (path: string, body: object, headers = {}) =>
      call<Checked>(server.url, 'POST', path, body, headers);
    expect(await nobody('/till-releases/check', told())).toMatchObject(refused('unauthenticated', 401));
    expectDone(await choose(`/tills/${made.id}/version`, '1.2.0'));
    server.clock.advance(60_000);
    const error = 'This computer’s disk is full. Free some space on it';
    const { release } = expectDone(await nobody('/till-releases/check', told({ error }), byItself));
    expect(release?.manifest).toContain('1.2.0');
    expect(await shown()).toMatchObject({
      version: '1.1.0',
      system: 'linux x64',
      seen_at: new Date(server.clock.now()).toISOString(),
      update_error: error,
    });
    const wrong = { Authorization: 'Till wrong' };
    expect(await nobody('/till-releases/check', told(), wrong)).toMatchObject(
      refused('unauthenticated', 401),
    );
  });

  it('are sent as they are, or the rest of them, and only to tills and people of the shop', async () => {
    await add();
    const file = `/till-releases/${sha256Of(PROGRAM)}/file`;
    const load = async (headers: Record<string, string> = {}, by = till.token) => {
      const sent = { headers: { Authorization: `Bearer ${by}`, ...headers } };
      const answer = await fetch(`${server.url}/api/v1${file}`, sent);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const whole = await load();
    expect([whole.status, whole.text]).toEqual([200, PROGRAM]);
    expect(whole.headers.get('content-length')).toBe(String(PROGRAM.length));
    const etag = whole.headers.get('etag') ?? '';
    const rest = await load({ Range: 'bytes=100-', 'If-Range': etag });
    expect([rest.status, rest.text]).toEqual([206, PROGRAM.slice(100)]);
    expect(rest.headers.get('content-range')).toBe(`bytes 100-${PROGRAM.length - 1}/${PROGRAM.length}`);
    const other = await load({ Range: 'bytes=100-', 'If-Range': '"another"' });
    expect([other.status, other.text.length]).toEqual([200, PROGRAM.length]);
    expect((await load({ Range: 'bytes=100-200' })).status).toBe(200);
    expect((await load({ Range: `bytes=${PROGRAM.length}-` })).status).toBe(416);
    expect((await load({ 'If-None-Match': etag })).status).toBe(304);
    expect((await load({}, 'nobody')).status).toBe(401);
    expect((await till.get('/till-releases/../releases/file')).status).toBe(404);
    expect((await till.get(`/till-releases/${'0'.repeat(64)}/file`)).status).toBe(404);
    const secret = await givenCredential(till);
    expect((await load({ Authorization: `Till ${secret}` })).status).toBe(200);
  });
});
