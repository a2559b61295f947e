import { copyFileSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { forms } from '#tests/prove/forms.ts';
import { proveUpgradeKills } from '#tests/prove/upgrade-kill.ts';
import { hasSmallDisks, mountSmallDisk } from '#tests/support/small-disk.ts';
import { makeTestDatabase } from '#tests/support/test-databases.ts';
import { makeOldShop, stateOf, upgrade } from '#tests/support/upgraded-shop.ts';

describe('an upgrade of a SQLite shop', () => {
  let dataDir: string;
  let remove: () => Promise<void>;
  const file = (name: string) => path.join(dataDir, name);
  beforeEach(async () => {
    ({
      location: { dataDir },
      remove,
    } = await makeTestDatabase('sqlite'));
    makeOldShop(dataDir);
  });
  afterEach(() => remove());

  it(
    'is done whole or not at all, before whichever statement it is killed',
    { timeout: 240_000 },
    async () => {
      const report = await proveUpgradeKills(forms.short.upgradeKills);
      expect(report.findings).toEqual([]);
      expect(report.kills).toBeGreaterThan(10);
    },
  );

  it('copies the data first, for its own user alone', async () => {
    const old = stateOf(dataDir);
    process.umask(0o077);
    expect(upgrade(dataDir).status).toBe(0);
    expect(statSync(file('before-upgrade.db')).mode & 0o777).toBe(0o600);
    expect(existsSync(file('before-upgrade.db.part'))).toBe(false);
    // Put in the place of the data, the copy opens as it was.
    copyFileSync(file('before-upgrade.db'), file('tindahan.db'));
    expect(stateOf(dataDir)).toEqual(old);
    await (await openDatabase({ dataDir })).close();
    expect(stateOf(dataDir)).toMatchObject({ planted: 0, customers: old.customers, whole: 'ok' });
  });

  it('copies nothing where nothing is to be done', async () => {
    await (await openDatabase({ dataDir })).close();
    rmSync(file('before-upgrade.db'), { force: true });
    await (await openDatabase({ dataDir })).close();
    expect(existsSync(file('before-upgrade.db'))).toBe(false);
  });

  it.runIf(hasSmallDisks)('tells in words that the disk is full, and changes nothing', () => {
    const disk = mountSmallDisk();
    if (!disk) throw new Error('No disk');
    try {
      copyFileSync(file('tindahan.db'), path.join(disk.folder, 'tindahan.db'));
      const old = stateOf(disk.folder);
      disk.fill();
      // Enough to open the data, not to copy it.
      const ballast = path.join(disk.folder, 'ballast');
      truncateSync(ballast, statSync(ballast).size - 200_000);
      const full = upgrade(disk.folder);
      expect(full).toMatchObject({ status: 1 });
      expect(full.stderr).toMatch(
        /^The data could not be copied before the upgrade: .*full\. Nothing was changed\. The copy needs \d+ MB in /m,
      );
      disk.makeRoom();
      const half = upgrade(disk.folder, { env: { BIG: '1' } });
      expect([half.status, half.stderr]).toEqual([1, expect.stringMatching(/full/)]);
      expect(stateOf(disk.folder)).toEqual(old);
      expect(upgrade(disk.folder).status).toBe(0);
      expect(stateOf(disk.folder)).toMatchObject({ planted: 2, whole: 'ok' });
    } finally {
      disk.remove();
    }
  });
});
