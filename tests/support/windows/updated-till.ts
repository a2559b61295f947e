import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import type { ReleaseManifest } from '#contract/release-manifest.ts';
import { addRelease } from '#server/modules/till-releases/till-releases.public.ts';
import { startDemoServer } from '../demo-server.ts';
import { launchChromium } from '../electron/chromium.ts';
import { launchTill } from '../electron/launch.ts';
import { signIn } from '../http.ts';
import { releaseKey, writeRelease, type ReleaseKey } from '../releases.ts';
import { expectDone } from '../selling.ts';
import { ownWindows, programFolder, run, signIn as signInToWindows } from './installed-till.ts';
import { cutPower } from './wine.ts';

const repository = join(import.meta.dirname, '../../..');
export const MANAGER = 'store_manager@demo.test';

/** Breaks what the first part of a built till loads next. */
function breakTill(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.endsWith('.js') && readFileSync(file, 'utf8').includes('till ready'))
      writeFileSync(file, 'throw new Error("broken on purpose");\n');
  }
}

/**
 * A till in a Windows of its own, which our installer has put there, and the server of its shop, which updates it. All
 * its starts share one Chromium, as those of Electron share a profile.
 */
export async function startUpdatedTill() {
  const key = releaseKey();
  const endWindows = ownWindows();
  const root = mkdtempSync(join(tmpdir(), 'updated-till-'));
  // Inside the project, where the bundles find its packages.
  const versions = mkdtempSync(join(repository, 'out/till-versions-'));
  const server = await startDemoServer();
  const manager = await signIn(server.url, MANAGER);
  const { context, devTools, close: closeChromium } = await launchChromium();
  context.on('dialog', () => undefined);
  let sequence = 0;

  /** Makes the built till run as a version, with the shop's key in it. */
  const addVersion = (version: string, { isBroken = false } = {}) => {
    const out = join(versions, version);
    for (const part of ['main', 'preload', 'renderer'])
      cpSync(join(repository, 'out', part), join(out, part), { recursive: true });
    const keys = JSON.stringify({ keys: key.publicKey, built_at: 0 });
    writeFileSync(join(out, 'main/release-keys.json'), keys);
    if (isBroken) breakTill(join(out, 'main'));
  };
  /** Adds an installer to the server as a version that was signed just now, and chooses it for the store. */
  const release = async (version: string, installer: string, by: ReleaseKey = key) => {
    sequence += 1;
    const inbox = mkdtempSync(join(root, 'inbox-'));
    const changes: Partial<ReleaseManifest> = {
      version,
      sequence,
      platform: 'win32',
      file_name: basename(installer),
    };
    const file = writeRelease(inbox, readFileSync(installer), by, changes);
    await addRelease(server.dataDir, file, [by.publicKey]);
    expectDone(await manager.put('/till-releases/store', { version }));
  };
  /** Starts the installed program; what an update starts in its place counts, too. */
  const launch = async () => {
    // Pages that a power cut has left.
    const left = context.pages();
    await context.newPage();
    for (const page of left) await page.close();
    return launchTill({
      program: join(programFolder(), 'tindahan.exe'),
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_VERSIONS: versions,
        STAND_IN_DEVTOOLS: devTools,
        STAND_IN_USER_DATA: `C:\\users\\${userInfo().username}\\AppData\\Roaming\\tindahan`,
      },
    });
  };
  /** Windows starts again after a power cut, and somebody signs in to it. */
  const afterCut = async () => {
    cutPower();
    await signInToWindows();
  };
  const close = async () => {
    endWindows();
    await closeChromium();
    await server.close();
    for (const folder of [root, versions]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  /** Installs a version by hand, as on a new till. */
  const install = (installer: string) => run(installer, '/S');
  return { server, root, addVersion, release, launch, install, afterCut, close };
}
export type UpdatedTill = Awaited<ReturnType<typeof startUpdatedTill>>;
