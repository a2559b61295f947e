// npm run test:windows: the till under Wine, with Windows' own Node. Further words choose files, as for `npm run test:file`.
import path from 'node:path';
import { ensureBuild, ensurePackages, environment, nodeBinary, project, runAside } from './packages.mjs';
import { ensureChromium, ensureHardwareTools, ensureNsis, ensureSigner } from './tools.mjs';
import { onWindows } from './windows.mjs';

try {
  ensurePackages();
  const isGood = await onWindows(async (windows) => {
    ensureChromium();
    ensureHardwareTools();
    ensureNsis();
    ensureSigner();
    ensureBuild();
    const vitest = path.join(project, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--config', 'vitest.windows.config.ts', ...process.argv.slice(2)];
    const { ok } = await runAside(nodeBinary(), args, { env: environment(windows), stdio: 'inherit' });
    return ok;
  });
  process.exitCode = isGood === false ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
