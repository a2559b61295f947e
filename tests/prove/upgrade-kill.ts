import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Ledger, type Report } from '#tests/support/proving.ts';
import { makeTestDatabase } from '#tests/support/test-databases.ts';
import { dataFile, makeOldShop, stateOf, upgrade } from '#tests/support/upgraded-shop.ts';

/**
 * Kills the upgrade of a SQLite shop before every statement, or before one of `every` and the last ones: each time it is
 * done whole or not at all, and the next start finishes it.
 */
export async function proveUpgradeKills({ every, last }: { every: number; last: number }): Promise<Report> {
  const ledger = new Ledger('upgrade-kill', 'sqlite');
  const { location, remove } = await makeTestDatabase('sqlite');
  const { dataDir } = location;
  try {
    makeOldShop(dataDir);
    const old = stateOf(dataDir);
    const kept = path.join(dataDir, 'kept.db');
    copyFileSync(dataFile(dataDir), kept);
    const statements = Number(upgrade(dataDir).stdout);
    const upgraded = stateOf(dataDir);
    ledger.check(statements > 15, 'The upgrade has few statements', statements);
    const isWhole = upgraded.planted === 2 && upgraded.whole === 'ok';
    ledger.check(
      isWhole && isDeepStrictEqual(upgraded.customers, old.customers),
      'Upgraded otherwise',
      upgraded,
    );

    copyFileSync(kept, dataFile(dataDir));
    for (let before = 1; before <= statements; before += 1) {
      if (before % every !== 0 && before <= statements - last) continue;
      ledger.check(upgrade(dataDir, { before }).signal === 'SIGKILL', 'Was not killed', before);
      const left = stateOf(dataDir);
      // The commit itself is one of the statements: from there on the new schema stands, whole.
      const isOneOfThem = isDeepStrictEqual(left, old) || isDeepStrictEqual(left, upgraded);
      ledger.check(isOneOfThem, `Half upgraded before statement ${before}`, left);
      ledger.report.kills += 1;
    }
    ledger.check(upgrade(dataDir).status === 0, 'The next start failed');
    ledger.check(isDeepStrictEqual(stateOf(dataDir), upgraded), 'The next start left something else');
  } finally {
    await remove();
  }
  return ledger.close();
}
