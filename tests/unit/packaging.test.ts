import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getConfig, validateConfiguration } from 'app-builder-lib/out/util/config/config.js';
import { DebugLogger } from 'builder-util';
import { beforeAll, describe, expect, it } from 'vitest';
import { packagesOf, patternsAgainst, withWhatTheyNeed } from '../../build/till-packages.mjs';

const repository = join(import.meta.dirname, '../..');
type Configuration = Awaited<ReturnType<typeof getConfig>>;

describe('electron-builder.yml', () => {
  let config: Configuration;
  beforeAll(async () => {
    config = await getConfig(repository, 'electron-builder.yml', null);
  });

  it('is understood by electron-builder', async () => {
    await expect(validateConfiguration(config, new DebugLogger(false))).resolves.toBeUndefined();
    const wrong = { ...config, electronFuses: { runAsNod: false } } as Configuration;
    await expect(validateConfiguration(wrong, new DebugLogger(false))).rejects.toThrow('electronFuses');
    // Its schema is large, and compiled each time.
  }, 60_000);

  it('turns off every way to make the till’s program run something else', () => {
    expect(config.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      onlyLoadAppFromAsar: true,
      enableEmbeddedAsarIntegrityValidation: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
    expect(config.asar).toBe(true);
  });

  it('packs the three bundles and nothing else of the project', () => {
    const sets = config.files as { filter: string[] }[];
    const files = sets.flatMap(({ filter }) => filter).filter((pattern) => !pattern.startsWith('!'));
    expect(files).toEqual(['out/main/**/*', 'out/preload/**/*', 'out/renderer/**/*', 'package.json']);
    const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { main: string };
    expect(manifest.main).toBe('out/main/index.js');
  });

  it('makes what Windows and Linux install, takes native packages as they are, and asks nobody for updates', () => {
    expect(config.win?.target).toEqual([{ target: 'nsis', arch: ['x64'] }]);
    expect(config.linux?.target).toEqual(['AppImage', 'deb']);
    expect([config.npmRebuild, config.publish, config.asarUnpack]).toEqual([false, null, ['**/*.node']]);
  });

  it('has an icon', () => {
    const icon = readFileSync(join(repository, config.directories?.buildResources ?? '', 'icon.png'));
    expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([512, 512]);
  });
});

describe('the packages of the till', () => {
  const bundle = `import a from "alpha"; import{b}from'@scope/beta/deep'; const c = await import("gamma");
    require("delta/x.js"); import "node:fs"; import { app } from "electron"; // from \`openLogFile\` on
    const text = 'from epsilon';`;

  it('are the dependencies that its bundle loads, in whatever way', () => {
    const dependencies = ['delta', 'alpha', 'gamma', '@scope/beta', 'alph', 'epsilon', 'fastify'];
    expect(packagesOf(bundle, dependencies)).toEqual(['@scope/beta', 'alpha', 'delta', 'gamma']);
  });

  it('bring what they need, found beside the one that asks first', () => {
    const project = mkdtempSync(join(tmpdir(), 'packages-'));
    const put = (folder: string, manifest: object) => {
      mkdirSync(join(project, folder), { recursive: true });
      writeFileSync(join(project, folder, 'package.json'), JSON.stringify(manifest));
    };
    put('node_modules/alpha', { dependencies: { beta: '2' }, optionalDependencies: { windows: '1' } });
    put('node_modules/alpha/node_modules/beta', { dependencies: { gamma: '1' } });
    put('node_modules/beta', {});
    put('node_modules/gamma', { dependencies: { alpha: '1' } });
    put('node_modules/server', {});
    const needed = withWhatTheyNeed(project, ['alpha']);
    expect(needed).toEqual([
      'node_modules/alpha',
      'node_modules/alpha/node_modules/beta',
      'node_modules/gamma',
    ]);
    expect(patternsAgainst(needed, ['alpha', 'beta', 'gamma', 'server'])).toEqual([
      '!node_modules/beta/**',
      '!node_modules/server/**',
    ]);
    expect(() => withWhatTheyNeed(project, ['absent'])).toThrow('absent');
  });
});
