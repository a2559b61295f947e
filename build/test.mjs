// npm test: sets up what is missing, then lint, types and every suite; ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuild, ensurePackages, environment, nodeBinary, project, run } from './packages.mjs';

const tool = (...parts) => path.join(project, 'node_modules', ...parts);
const node = (...args) => run(nodeBinary(), args, { env: environment() });

/** A Chromium that is on this machine, or null. */
function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const places = [
    // Without a window: a page costs it a fifth less.
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
  ];
  const found = places.find((place) => existsSync(place));
  if (found) return found;
  const script = "import('playwright-core').then((p) => process.stdout.write(p.chromium.executablePath()))";
  const { stdout } = spawnSync(nodeBinary(), ['-e', script], { cwd: project, encoding: 'utf8' });
  return stdout && existsSync(stdout) ? stdout : null;
}

const mayInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
const install = (name) => run('sh', ['-c', `apt-get update -qq && apt-get install -y -qq ${name}`]);

function ensureChromium() {
  if (findChromium()) return findChromium();
  console.log('Fetching a Chromium …');
  if (mayInstall && !install('chromium-headless-shell')) install('chromium');
  if (!findChromium()) node(tool('playwright-core', 'cli.js'), 'install', 'chromium');
  const chromium = findChromium();
  if (!chromium) {
    throw new Error(
      'No Chromium for the end-to-end tests. Install it with: npx playwright-core install --with-deps chromium',
    );
  }
  return chromium;
}

/** The second engine's programs, of which the API tests start a throw-away server; or a server that is named. */
function ensurePostgres() {
  const isThere = () => Boolean(process.env.TEST_PG_URL) || existsSync('/usr/lib/postgresql');
  if (isThere()) return;
  console.log('Fetching PostgreSQL …');
  if (mayInstall) install('postgresql');
  if (!isThere()) {
    throw new Error(
      'No PostgreSQL for the API tests. Install it with: apt-get install postgresql. Or name an empty server in TEST_PG_URL.',
    );
  }
}

const libraryFolders = ['/lib', '/usr/lib', '/lib64', '/usr/lib64'].flatMap((folder) =>
  ['', 'x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => path.join(folder, machine)),
);
const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/sbin', '/usr/sbin'];
/** What the hardware tests need on Linux: pairs of serial ports, node-hid's library, and the list of serial ports. */
const hardwareTools = [
  { name: 'socat', file: 'socat', folders: programFolders },
  { name: 'libusb-1.0-0', file: 'libusb-1.0.so.0', folders: libraryFolders },
  { name: 'udev', file: 'udevadm', folders: programFolders },
];

function ensureHardwareTools() {
  if (process.platform !== 'linux') return;
  const missing = () =>
    hardwareTools
      .filter(({ file, folders }) => !folders.some((folder) => existsSync(path.join(folder, file))))
      .map(({ name }) => name)
      .join(' ');
  if (!missing()) return;
  console.log(`Fetching ${missing()} …`);
  if (mayInstall) install(missing());
  if (missing()) {
    throw new Error(
      `Not here for the hardware tests: ${missing()}. Install with: apt-get install ${missing()}`,
    );
  }
}

const totals = { passed: 0, failed: 0, skipped: 0 };

/** A check that passes or fails as a whole. */
function check(name, ok) {
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`);
  totals[ok ? 'passed' : 'failed'] += 1;
}

function suites(names, chromium) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tindahan-tests-'));
  const report = path.join(folder, 'report.json');
  const projects = names.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = run(nodeBinary(), [tool('vitest', 'vitest.mjs'), 'run', ...projects, ...reporters], {
    env: environment({ CHROMIUM_PATH: chromium }),
  });
  if (existsSync(report)) {
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    totals.passed += numPassedTests;
    totals.failed += numFailedTests || (ok ? 0 : numFailedTestSuites || 1);
    totals.skipped += numPendingTests;
  } else totals.failed += 1;
  rmSync(folder, { recursive: true });
}

try {
  ensurePackages();
  const chromium = ensureChromium();
  ensurePostgres();
  ensureHardwareTools();
  check('lint', node(tool('eslint', 'bin', 'eslint.js'), '.'));
  check(
    'boundaries',
    node(
      tool('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
      'src',
      '--config',
      'build/boundaries.mjs',
    ),
  );
  check('format', node(tool('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.'));
  check('types', node(tool('typescript', 'bin', 'tsc'), '--noEmit'));
  ensureBuild();
  suites(['unit', 'api', 'till', 'hardware', 'e2e', 'electron'], chromium);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  totals.failed += 1;
}
const skipped = totals.skipped ? `, ${totals.skipped} skipped` : '';
console.log(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed === 0 ? 0 : 1);
