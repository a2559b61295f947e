// npm run test:electron: the till in real Electron, as it was built and as it is packed. The same on Windows and on Linux.
import path from 'node:path';
import {
  electronBinary,
  ensureBuild,
  ensurePackages,
  environment,
  nodeBinary,
  project,
  run,
} from './packages.mjs';
import { ensureScreen } from './tools.mjs';

const modules = path.join(project, 'node_modules');
const node = (file, args, options = {}) =>
  run(nodeBinary(), [file, ...args], { env: environment(), ...options });

/** Fetches Electron's program, which npm does not bring. */
function ensureElectron() {
  if (electronBinary()) return;
  console.log('Fetching Electron …');
  node(path.join(modules, 'electron', 'install.js'), []);
  if (!electronBinary())
    throw new Error('Electron could not be fetched from github.com. Run this where that can be reached.');
}

/** Packs the till without an installer: the tests ask its program for its fuses. */
function pack() {
  console.log('Packing …');
  const args = [
    '--dir',
    '--config',
    'build/packaging.mjs',
    `-c.electronDist=${path.join(modules, 'electron', 'dist')}`,
  ];
  if (!node(path.join(modules, 'electron-builder', 'cli.js'), args))
    throw new Error('The till could not be packed.');
}

try {
  ensurePackages();
  ensureElectron();
  ensureBuild();
  pack();
  const vitest = [
    path.join(modules, 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'electron',
    ...process.argv.slice(2),
  ];
  const [program, ...words] = [...ensureScreen(), nodeBinary(), ...vitest];
  process.exitCode = run(program, words, { env: environment() }) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
