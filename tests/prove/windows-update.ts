import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { Ledger, type Report } from '#tests/support/proving.ts';
import { signInAs } from '#tests/support/till-page.ts';
import { contentsOf, installedVersion, programFolder } from '#tests/support/windows/installed-till.ts';
import { packOnce } from '#tests/support/windows/packed-till.ts';
import { makeSmallInstaller } from '#tests/support/windows/small-installer.ts';
import { MANAGER, startUpdatedTill, type UpdatedTill } from '#tests/support/windows/updated-till.ts';
import packageJson from '../../package.json' with { type: 'json' };

const SMALL = '1.0.9';
const { version: PACKED } = packageJson;
/** Milliseconds within which the power is cut: while a release is loaded, and while it is installed. */
const [LOADING, INSTALLING] = [400, 2_000];
/** Carts of somebody who is not signed in: no screen changes them. */
const place = { staff_id: 1_000_001, store_id: 1 };

type Build = { version: string; installer: string; packed: string };
type Work = { shop: UpdatedTill; builds: Build[]; ledger: Ledger };

/** True if a version's whole program lies in the till's place. */
function isWhole({ packed }: Build): boolean {
  const { 'Uninstall Tindahan.exe': uninstaller, ...files } = contentsOf(programFolder());
  return uninstaller !== undefined && isDeepStrictEqual(files, contentsOf(packed));
}

const check = (page: Page) => page.evaluate(() => window.till?.updates.check());

/** Checks until a version is ready: a till that has just been started may not know yet by whom it calls. */
async function untilReady(page: Page, version: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if ((await check(page))?.ready === version) return;
    await pause(100);
  }
  throw new Error(`${version} does not get ready: ${JSON.stringify(await check(page))}`);
}

/** One update to the other version, whose loading and whose installing a power cut ends. */
async function updateOnce({ shop, builds, ledger }: Work, round: number): Promise<void> {
  const [from, to] = round % 2 === 0 ? builds : builds.toReversed();
  if (!from || !to) return;
  const cut = async () => {
    await shop.afterCut();
    ledger.report.kills += 1;
  };
  const cart = { cart_key: `cart-${round}`, ...place, saved_at: Date.now(), cart: `{"round":${round}}` };
  const carts = (page: Page) => page.evaluate((where) => window.till?.drafts.list(where), place);

  let till = await shop.launch();
  if (round === 0) await signInAs(till.page, MANAGER);
  await till.page.evaluate((kept) => window.till?.drafts.save(kept), cart);
  ledger.report.acknowledged += 1;
  await shop.release(to.version, to.installer);
  check(till.page).catch(() => undefined);
  await pause(Math.random() * LOADING);
  await till.kill();
  await cut();
  ledger.check(isWhole(from), 'Another program after a cut while it was loaded', round);

  till = await shop.launch();
  if (installedVersion() === to.version) ledger.saw('loaded before the cut');
  else {
    await untilReady(till.page, to.version);
    till.signal('SIGHUP');
    await till.ended;
    await pause(Math.random() * INSTALLING);
  }
  await till.kill();
  await cut();
  const left = builds.find(({ version }) => version === installedVersion());
  ledger.check(
    left !== undefined && isWhole(left),
    'Half a program after a cut while it was installed',
    round,
  );
  ledger.saw(left === to ? 'installed before the cut' : 'installed by the next start');

  till = await shop.launch();
  ledger.check(isWhole(to), 'The next start did not end with the new version', installedVersion());
  const kept = await carts(till.page);
  ledger.check(isDeepStrictEqual(kept, [cart]), 'An acknowledged cart is lost', kept);
  await till.page.evaluate((key) => window.till?.drafts.remove(key), cart.cart_key);
  till.signal('SIGHUP');
  await till.ended;
  await till.kill();
  ledger.report.rounds += 1;
}

/**
 * The power is cut while a till on Windows loads its update and while the installer is at work, between the packed till and
 * a small one in turn: there is a whole program each time, and the next start ends with the chosen one.
 */
export async function proveWindowsUpdates({ rounds }: { rounds: number }): Promise<Report> {
  const ledger = new Ledger('power cut in the update of a till under Wine', 'none');
  const { installer, unpacked } = await packOnce();
  const shop = await startUpdatedTill();
  try {
    const small = await makeSmallInstaller(shop.root, SMALL);
    const builds = [
      { version: SMALL, installer: small, packed: join(dirname(small), 'packed') },
      { version: PACKED, installer, packed: unpacked },
    ];
    for (const { version } of builds) shop.addVersion(version);
    await shop.install(small);
    for (let round = 0; round < rounds; round += 1) await updateOnce({ shop, builds, ledger }, round);
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await shop.close();
  }
  return ledger.close();
}
