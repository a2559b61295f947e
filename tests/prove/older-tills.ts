import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ledger, type Report } from '#tests/support/proving.ts';
import { releasedVersion, type ReleasedVersion } from '#tests/support/released-version.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** Present from here: the server, and what fills its tables for a test. */
const PRESENT = ['src/server', 'tests/support/shop.ts'];
const SUITES = 'const onDatabases = {';

/** A till names its version in every call; a window by itself, as in this suite, does not. */
const asTill = (version: string) => `
const { fetch } = globalThis;
globalThis.fetch = (address, init) => {
  const headers = new Headers(init?.headers);
  headers.set('x-tindahan-client', '${version}');
  return fetch(address, { ...init, headers });
};
`;

type Results = {
  numTotalTests: number;
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

/** The till's suite of an older version, with the till of that version, at the present server. */
export async function proveOlderTill({ version }: { version: ReleasedVersion }): Promise<Report> {
  const ledger = new Ledger('older-tills', 'none');
  const old = releasedVersion(version);
  if (old === null) {
    ledger.report.skipped = `This clone has no history back to ${version}`;
    return ledger.close();
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-older-till-'));
  try {
    const packages = path.join(old, 'node_modules');
    cpSync(old, folder, { recursive: true, filter: (from) => !from.startsWith(packages) });
    symlinkSync(packages, path.join(folder, 'node_modules'));
    for (const place of PRESENT) {
      rmSync(path.join(folder, place), { recursive: true });
      symlinkSync(path.join(project, place), path.join(folder, place));
    }
    writeFileSync(path.join(folder, 'as-till.mjs'), asTill(version));
    const config = path.join(folder, 'vitest.config.ts');
    const suites = readFileSync(config, 'utf8');
    ledger.check(suites.includes(SUITES), `${version} sets its suites up otherwise`);
    writeFileSync(config, suites.replace(SUITES, `${SUITES} setupFiles: './as-till.mjs',`));
    const results = path.join(folder, 'results.json');
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'till'];
    const reporting = ['--reporter', 'json', '--outputFile', results];
    spawnSync(process.execPath, [...vitest, ...reporting], { cwd: folder, stdio: 'ignore' });
    const { numTotalTests, testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results;
    for (const { fullName, status, failureMessages } of testResults.flatMap(
      (file) => file.assertionResults,
    )) {
      ledger.saw(status);
      ledger.check(status !== 'failed', `${fullName}: ${failureMessages[0]?.slice(0, 300)}`);
    }
    ledger.report.rounds = numTotalTests;
    ledger.check(numTotalTests > 0, 'No test ran');
  } catch (error) {
    ledger.check(false, `The proof broke off: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return Promise.resolve(ledger.close());
}
