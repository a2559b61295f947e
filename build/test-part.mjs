// npm run test:file -- <file …>, npm run test:<suite>, npm run test:changed: sets up the needs of that part of the tests,
// then runs it.
import path from 'node:path';
import { ensureBuild, ensurePackages, nodeBinary, project, run, testEnvironment } from './packages.mjs';
import { ensureToolsOf, suitesWithTools } from './tools.mjs';

/** The suites that run the built app. */
const ofBuild = ['hardware', 'e2e', 'electron'];

/** The arguments for vitest: files, and its options, such as `-t` with words of a test's name. */
const words = process.argv.slice(2);
const isOf = (suite) =>
  words.includes(suite) ||
  (words.includes('!electron') && suite !== 'electron') ||
  words.some((word) => word.includes(path.join('tests', suite, '/')));

try {
  if (words.length === 0) throw new Error('Which file? npm run test:file -- tests/api/sale.test.ts');
  ensurePackages();
  ensureToolsOf(suitesWithTools.filter(isOf));
  if (ofBuild.some(isOf)) ensureBuild();
  const vitest = path.join(project, 'node_modules', 'vitest', 'vitest.mjs');
  process.exitCode = run(nodeBinary(), [vitest, 'run', ...words], { env: testEnvironment() }) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
