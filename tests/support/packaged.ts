import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

const repository = join(import.meta.dirname, '../..');

/** The fuses that the till must be packed with; `docs/decisions/packaging.md` gives the reason of each. */
export const wantedFuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
};

/** The states of a fuse in the program: https://github.com/electron/fuses, `FuseState`. */
const [OFF, ON] = [0x30, 0x31];

/** Reads the same fuses from a program. */
export async function fusesOf(program: string): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(program);
  return Object.fromEntries(
    Object.keys(wantedFuses).map((name) => {
      const state = wire[FuseV1Options[name as keyof typeof wantedFuses]];
      if (state !== OFF && state !== ON) throw new Error(`${program} has no fuse ${name}`);
      return [name, state === ON];
    }),
  );
}

/** Packs the built till as `npm run package` does, from a distribution of a stand-in, into `out` of a folder. */
export async function packTill(
  folder: string,
  {
    system,
    makeDistribution,
    env,
  }: {
    system: 'linux' | 'win';
    makeDistribution: (folder: string, version: string) => string;
    env: Record<string, string>;
  },
): Promise<string> {
  const manifest = readFileSync(join(repository, 'node_modules/electron/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const distribution = makeDistribution(join(folder, 'electron'), version);
  const out = join(folder, 'out');
  const builder = join(repository, 'node_modules/electron-builder/cli.js');
  const options = [`-c.electronDist=${distribution}`, `-c.directories.output=${out}`];
  const args = [builder, `--${system}`, '--x64', '--config', 'build/packaging.mjs', ...options];
  await promisify(execFile)(process.execPath, args, { cwd: repository, env: { ...process.env, ...env } });
  return out;
}
