import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';

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
