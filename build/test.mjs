// npm test: sets up missing parts, then runs the checks of the text and every suite; ends with `N passed, N failed`.
import { createHash } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endWithNpm, runAside } from './children.mjs';
import { ensureBuild, ensurePackages, environment, project, testEnvironment } from './packages.mjs';
import { nameLast, runVitest, tryAgain } from './suites.mjs';
import { ensureToolsOf, suitesWithTools } from './tools.mjs';

const tool = (...parts) => path.join(project, 'node_modules', ...parts);
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Checks that pass or fail as a whole. */
const checks = [
  ['lint and types', [tool('oxlint', 'bin', 'oxlint')]],
  ['format', [tool('oxfmt', 'bin', 'oxfmt'), '--check', '.']],
  [
    'boundaries',
    [tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'), 'src', '--config', 'build/boundaries.mjs'],
  ],
];

const totals = { passed: 0, failed: 0, skipped: 0 };
/** Lines to print before the last one. */
const remarks = [];
/** Second tries, which wait until all else has run: a file is alone then. */
const retries = [];

/** Runs a check in the background, and prints its result. */
async function check([name, args]) {
  // The checker of types, written in Go, has a sixth less to do where it may let its heap grow.
  const env = environment({ GOGC: '400' });
  const { ok, output, milliseconds } = await runAside(args, { env });
  console.log(`${output}${ok ? 'ok' : 'FAILED'}: ${name} (${seconds(milliseconds)})`);
  totals[ok ? 'passed' : 'failed'] += 1;
  if (!ok) nameLast(`failed: ${name}`);
}

/**
 * Runs projects of vitest.config.ts: `which` names one, or with `!` those that are left out; `shard` is a share of their
 * files, such as `1/2`; `options` are those of the process.
 */
async function runSuites(which, { shard, ...options } = {}) {
  const env = testEnvironment(shard && { TINDAHAN_TEST_SHARD: shard });
  const projects = [which].flat().map((name) => `--project=${name}`);
  const { ok, output, report } = await runVitest([...projects, ...(shard ? [`--shard=${shard}`] : [])], {
    ...options,
    env,
  });
  if (output) console.log(output);
  if (!report) {
    nameLast(`failed: ${which} ended without a report`);
    totals.failed += 1;
    return;
  }
  totals.passed += report.passed;
  totals.failed += report.failed || (ok ? 0 : 1);
  totals.skipped += report.skipped;
  for (const { name, tests, milliseconds, workerMilliseconds } of report.projects) {
    const work = `${seconds(workerMilliseconds)} of its workers`;
    console.log(
      `${[name, shard].filter(Boolean).join(' ')}: ${tests} tests in ${seconds(milliseconds)}, ${work}`,
    );
  }
  for (const failure of report.failures) remarks.push(`failed: ${failure}`);
  for (const reason of report.leftOut) remarks.push(`skipped: ${reason}`);
  for (const name of report.secondTries) remarks.push(`needed a second try: ${name}`);
  if (report.failures.length > 0) retries.push(() => tryAgain(report, [], { env }));
}

/** Returns where a suite keeps the packages that it has bundled: in `cacheDir` of vitest.config.ts. */
const bundlesOf = (suite, shard = '') =>
  path.join(
    ...[project, 'node_modules', '.vite', shard.replace('/', '-of-'), 'vitest'],
    createHash('sha1').update(suite).digest('hex'),
  );

const isBundled = (folder) => existsSync(path.join(folder, 'deps', '_metadata.json'));

/**
 * Runs the component tests in two pages, and the picture tests after those that end first. On a clean checkout the others
 * wait for the packages that the first page bundles, and copy them: that takes as long as twenty tests.
 */
async function runComponentTests() {
  const [one, two] = ['1/2', '2/2'];
  let isOver = false;
  const first = runSuites('component', { shard: one }).finally(() => (isOver = true));
  const bundles = bundlesOf('component', one);
  const lacking = [bundlesOf('component', two), bundlesOf('pictures')].filter((folder) => !isBundled(folder));
  if (lacking.length > 0) {
    while (!isOver && !isBundled(bundles)) await pause(200);
    if (isBundled(bundles)) for (const folder of lacking) cpSync(bundles, folder, { recursive: true });
  }
  const second = runSuites('component', { shard: two });
  await Promise.race([first, second]);
  await Promise.all([first, second, runSuites('pictures')]);
}

endWithNpm('build/test.mjs');
const startedAt = Date.now();
// `npm test -- --seed 7` runs the files in another order, the same one for each 7.
const { seed } = parseArgs({ options: { seed: { type: 'string' } } }).values;
if (seed) process.env.TINDAHAN_TEST_SEED = seed;
remarks.push(
  seed ? `order of the files: seed ${seed}` : 'order of the files: longest first; --seed 7 is another',
);
try {
  ensurePackages();
  ensureToolsOf(suitesWithTools);
  remarks.push(`set up in ${seconds(Date.now() - startedAt)}`);
  ensureBuild();
  const checked = Promise.all(checks.map(check));
  // Component tests mostly wait, one after the other in one page: two pages run beside all others.
  const drawn = runComponentTests();
  await runSuites(['!component', '!pictures'], { stdio: 'inherit' });
  await Promise.all([drawn, checked]);
  for (const retry of retries)
    for (const { project: suite, file, failed } of await retry()) {
      remarks.push(`failed, then passed alone: ${suite} > ${file}`);
      totals.passed += failed;
      totals.failed -= failed;
    }
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(message);
  nameLast(`failed: ${message}`);
  totals.failed += 1;
}
remarks.push(`all in ${seconds(Date.now() - startedAt)}`);
for (const remark of remarks) console.log(remark);
const skipped = totals.skipped ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed === 0 ? 0 : 1);
