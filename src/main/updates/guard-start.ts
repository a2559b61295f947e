import { existsSync } from 'node:fs';
import { manifestOf, type SignedRelease } from '#contract/release-manifest.ts';
import { programOf } from './download.ts';
import type { Installer } from './installer.ts';
import { openUpdateState } from './update-state.ts';

/** Starts of a new version that did not run well, after which the old one is put back. */
const STARTS = 2;
/** Tries to install a release, after which it is left. */
export const INSTALL_TRIES = 2;

/** Returns the program that is kept of a release, if it is still there. */
function keptProgram(folder: string, kept: SignedRelease | null): string | null {
  const manifest = kept && manifestOf(kept);
  const program = manifest && programOf(folder, manifest);
  return program !== null && existsSync(program) ? program : null;
}

/**
 * Counts the start of a new version before anything else of it runs. Puts the old one back that it replaced where two
 * starts before did not come to run well.
 * @param folder the folder of updates
 * @returns true if this program is to end, for the old one starts in its place
 */
export function guardStart(folder: string, version: string, installer: Installer | null): boolean {
  const state = openUpdateState(folder);
  const { installing, floor, kept } = state.read();
  const manifest = installing && manifestOf(installing.signed);
  if (!installing || !manifest) return false;
  const { sequence } = manifest;
  const leave = (reason: string) =>
    state.change({ installing: null, staged: null, failed: { sequence, reason } });
  if (manifest.version !== version) {
    if (installing.tries >= INSTALL_TRIES) leave(`Version ${manifest.version} could not be installed`);
    return false;
  }
  if (installing.starts < STARTS) {
    state.change({
      installing: { ...installing, starts: installing.starts + 1 },
      floor: Math.max(floor, sequence),
    });
    return false;
  }
  // A power cut from here on must not let the old one install the new one again.
  state.change({ installing: { ...installing, tries: INSTALL_TRIES } });
  const isBack = installer?.putBack(keptProgram(folder, kept)) ?? false;
  const outcome = isBack ? 'The version before was put back' : 'Install the version before by hand';
  leave(`Version ${manifest.version} did not start. ${outcome}`);
  return isBack;
}
