import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromiumPath } from '../chromium-path.ts';

const project = path.resolve(import.meta.dirname, '../../..');
const references = path.join(project, 'tests', 'pictures', 'references');
/** Holds what differed in the last run, out of the repository. */
export const DIFFERENCES = path.join('out', 'pictures');

/** Returns the browser that draws, as pictures are named after it: `chromium-156-linux`; null where there is none. */
function nameBrowser(): string | null {
  const { stdout } = spawnSync(chromiumPath, ['--version'], { encoding: 'utf8' });
  const [, major] = /(\d+)\.\d+\.\d+\.\d+/.exec(stdout ?? '') ?? [];
  return major === undefined ? null : `chromium-${major}-${process.platform}`;
}

/** Every Chromium draws letters a little differently: each major version has pictures of its own. */
export const browserName = nameBrowser();
export const REFERENCES = path.join(references, browserName ?? 'none');

/** True in `npm run pictures:update`. */
export const isUpdating = process.argv.some((word) => word === '-u' || word.startsWith('--update'));

/** True if the Chromium of this machine has pictures to compare with. */
export const hasReferences = existsSync(REFERENCES);

type Named = { arg: string; ext: string; testFileName: string };
const inFolder = (of: string, { arg, ext, testFileName }: Named) =>
  path.join(of, testFileName.replace(/\.test\.tsx$/, ''), `${arg}${ext}`);

export const referenceOf = (named: Named) => inFolder(REFERENCES, named);
export const differenceOf = (named: Named) => inFolder(path.join(project, DIFFERENCES), named);
