// npm run prove, npm run bench: sets up their needs, then runs one of their scripts with its arguments.
import path from 'node:path';
import { ensureBuild, ensurePackages, environment, nodeBinary, project, run } from './packages.mjs';
import {
  ensureBarcodeReader,
  ensureChromium,
  ensureHardwareTools,
  ensurePostgres,
  ensureSwift,
  ensureTracing,
} from './tools.mjs';

const [script, ...words] = process.argv.slice(2);
try {
  ensurePackages();
  ensureChromium();
  ensurePostgres();
  ensureHardwareTools();
  ensureBarcodeReader();
  ensureTracing();
  if (words.includes('s3')) ensureSwift();
  ensureBuild();
  const args = [path.join(project, script), ...words];
  process.exitCode = run(nodeBinary(), args, { env: environment() }) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
