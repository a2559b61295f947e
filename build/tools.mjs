// System programs that tests, proofs and benches need beside the packages, fetched if allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { environment, nodeBinary, project, run } from './packages.mjs';

/** Returns a Chromium on this machine, or null. */
function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named && existsSync(named)) return named;
  const places = [
    // Headless: a page costs a fifth less.
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

export const mayInstall =
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
export const install = (name) => run('sh', ['-c', `apt-get update -qq && apt-get install -y -qq ${name}`]);

/** Finds the Chromium for tests, or downloads one; programs started later find it by CHROMIUM_PATH. */
export function ensureChromium() {
  if (!findChromium()) fetchChromium();
  const chromium = findChromium();
  if (!chromium) {
    throw new Error(
      'No Chromium for the end-to-end tests. Install it with: npx playwright-core install --with-deps chromium',
    );
  }
  process.env.CHROMIUM_PATH = chromium;
}

function fetchChromium() {
  console.log('Fetching a Chromium …');
  if (mayInstall && !install('chromium-headless-shell')) install('chromium');
  if (findChromium()) return;
  const cli = path.join(project, 'node_modules', 'playwright-core', 'cli.js');
  run(nodeBinary(), [cli, 'install', 'chromium'], { env: environment() });
}

/** Finds PostgreSQL's programs, for the throw-away server of the API tests; or a named server. */
export function ensurePostgres() {
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

const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/sbin', '/usr/sbin'];
const isProgramThere = (name) => programFolders.some((folder) => existsSync(path.join(folder, name)));

/** Finds a program of the tests, or installs its package. */
function ensureProgram(name, from, purpose) {
  if (isProgramThere(name)) return;
  console.log(`Fetching ${from} …`);
  if (mayInstall) install(from);
  if (!isProgramThere(name))
    throw new Error(`No ${name} for the tests of ${purpose}. Install it with: apt-get install ${from}`);
}

/** Finds the program that reads the QR codes of a sheet back, as a scanner would. */
export const ensureBarcodeReader = () => ensureProgram('zbarimg', 'zbar-tools', 'QR codes');

/** Finds the program that makes the installer for Windows. */
export const ensureNsis = () =>
  ensureProgram('makensis', '--no-install-recommends nsis', 'the installer for Windows');

/** Finds the program that signs programs for Windows. */
export const ensureSigner = () =>
  ensureProgram('osslsigncode', 'osslsigncode', 'signatures of Windows programs');

/** Returns the words before a program that opens windows: none where there is a screen. */
export function ensureScreen() {
  if (process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY) return [];
  ensureProgram('xvfb-run', 'xvfb', 'real Electron without a screen');
  return ['xvfb-run', '--auto-servernum'];
}

/** Finds the program that opens a backup without us. */
const ensureAge = () => ensureProgram('age', 'age', 'backups');

/** Finds the proxy that the chain's file is for. */
const ensureCaddy = () => ensureProgram('caddy', 'caddy', 'the proxy');

/** Finds the programs that the files of `deploy` are for. */
function ensureDeployTools() {
  ensureProgram('pgbackrest', 'pgbackrest', 'backups of PostgreSQL');
  ensureCaddy();
  ensureProgram('docker-compose', 'docker-compose', 'the services of a chain');
  ensureProgram('systemd-analyze', 'systemd', 'the unit of systemd');
}

const libraryFolders = ['/lib', '/usr/lib', '/lib64', '/usr/lib64'].flatMap((folder) =>
  ['', 'x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => path.join(folder, machine)),
);
/** The tools of the hardware tests on Linux: pairs of serial ports, node-hid's library, and the list of serial ports. */
const hardwareTools = [
  { name: 'socat', file: 'socat', folders: programFolders },
  { name: 'libusb-1.0-0', file: 'libusb-1.0.so.0', folders: libraryFolders },
  { name: 'udev', file: 'udevadm', folders: programFolders },
];

export function ensureHardwareTools() {
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

/**
 * Finds the tracer that shows if an answer leaves after its write is on the disk; without it that proof reports itself as
 * skipped.
 */
export function ensureTracing() {
  const isThere = () => isProgramThere('strace');
  if (process.platform !== 'linux' || isThere() || !mayInstall) return;
  console.log('Fetching strace …');
  install('strace');
}

/** Finds an S3 server that others have written; without it the proof of buckets reports itself as skipped. */
export function ensureSwift() {
  const parts = ['proxy', 'account', 'container', 'object'];
  const isThere = () => parts.every((part) => isProgramThere(`swift-${part}-server`));
  if (process.platform !== 'linux' || isThere() || !mayInstall) return;
  console.log('Fetching Swift …');
  install(['memcached', ...parts.map((part) => `swift-${part}`)].join(' '));
}

/** The tools of each suite; a suite without any has no line here. */
const toolsOf = {
  api: [ensurePostgres, ensureBarcodeReader, ensureAge, ensureDeployTools],
  till: [ensurePostgres, ensureCaddy],
  hardware: [ensureChromium, ensureHardwareTools],
  e2e: [ensureChromium, ensureHardwareTools, ensureBarcodeReader],
  component: [ensureChromium],
  pictures: [ensureChromium],
};
export const suitesWithTools = Object.keys(toolsOf);

/** Finds or installs the tools of some suites, each once. */
export function ensureToolsOf(suites) {
  for (const ensure of new Set(suites.flatMap((suite) => toolsOf[suite]))) ensure();
}
