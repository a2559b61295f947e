// npm run test:windows: the till under Wine, with Windows' own Node. Further words choose files, as for `npm run test:file`.
import { ensureBuild, ensurePackages, environment } from './packages.mjs';
import { runVitest, tryAgain } from './suites.mjs';
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
    const config = ['--config', 'vitest.windows.config.ts'];
    const options = { env: environment(windows), stdio: 'inherit' };
    const { ok, report } = await runVitest([...config, ...process.argv.slice(2)], options);
    for (const name of report?.secondTries ?? []) console.log(`needed a second try: ${name}`);
    if (ok || !report) return ok;
    const passed = await tryAgain(report, config, options);
    const failures = passed.reduce((sum, { failed }) => sum + failed, 0);
    return report.failed > 0 && failures === report.failed;
  });
  process.exitCode = isGood === false ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
