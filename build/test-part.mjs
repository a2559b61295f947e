// npm run test:file -- <file …>, npm run test:<suite>, npm run test:changed: sets up the needs of that part of the tests,
// then runs it.
import path from 'node:path';
import { endWithNpm, runAside } from './children.mjs';
import { ensureBuild, ensurePackages, project, testEnvironment } from './packages.mjs';
import { ensureToolsOf, suitesWithTools } from './tools.mjs';

/** The suites that run the built app. */
const ofBuild = ['hardware', 'e2e', 'electron'];

/** The arguments for vitest: files, and its options, such as `-t` with words of a test's name. */
const words = process.argv.slice(2);
const isOf = (suite) =>
  words.includes(suite) ||
  (words.includes('!electron') && suite !== 'electron') ||
  words.some((word) => word.includes(path.join('tests', suite, '/')));

endWithNpm('build/test-part.mjs');
try {
  if (words.length === 0) throw new Error('Which file? npm run test:file -- tests/api/sale.test.ts');
  ensurePackages();
  ensureToolsOf(suitesWithTools.filter(isOf));
  if (ofBuild.some(isOf)) ensureBuild();
  const vitest = path.join(project, 'node_modules', 'vitest', 'vitest.mjs');
  const options = { env: testEnvironment(), stdio: 'inherit' };
  const { ok } = await runAside([vitest, 'run', ...words], options);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
