// npm run prove, npm run bench: sets up their needs, then runs one of their scripts with its arguments.
import path from 'node:path';
import { endWithNpm, runAside } from './children.mjs';
import { ensureBuild, ensurePackages, environment, project } from './packages.mjs';
import {
  ensureBarcodeReader,
  ensureChromium,
  ensureHardwareTools,
  ensureNsis,
  ensurePostgres,
  ensureSwift,
  ensureTracing,
} from './tools.mjs';

import { onWindows } from './windows.mjs';

const [script, ...words] = process.argv.slice(2);
endWithNpm('build/with-tools.mjs');
try {
  ensurePackages();
  ensureChromium();
  ensurePostgres();
  ensureHardwareTools();
  ensureBarcodeReader();
  ensureTracing();
  if (words.includes('s3')) ensureSwift();
  if (words.includes('windows')) ensureNsis();
  ensureBuild();
  const args = [path.join(project, script), ...words];
  const start = async (windows = {}) =>
    (await runAside(args, { env: environment(windows), stdio: 'inherit' })).ok;
  const isGood = words.includes('windows') ? await onWindows(start) : await start();
  process.exitCode = isGood === false ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
