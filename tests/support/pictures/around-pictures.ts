import { globSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { DIFFERENCES, isUpdating, REFERENCES } from './references.ts';

/** The most by which red, green or blue of a dot may change: far less than what counts as another dot. */
const UNSEEN = 20;

/** Makes a picture that was just taken a third as large by 256 colours, where nobody sees them. */
async function shrink(file: string): Promise<void> {
  const taken = sharp(await readFile(file));
  if ((await taken.metadata()).isPalette) return;
  const small = await taken.clone().png({ palette: true, dither: 0, effort: 7 }).toBuffer();
  const [before, after] = await Promise.all(
    [taken, sharp(small)].map((picture) => picture.clone().removeAlpha().raw().toBuffer()),
  );
  const isSeen = before?.some((value, at) => Math.abs(value - (after?.[at] ?? 0)) > UNSEEN);
  await writeFile(file, isSeen ? await taken.png({ compressionLevel: 9 }).toBuffer() : small);
}

/** Around the picture tests (vitest's globalSetup): forgets what differed before, and shrinks what was taken. */
export default async function prepare(): Promise<() => Promise<void>> {
  await rm(DIFFERENCES, { recursive: true, force: true });
  return async () => {
    if (isUpdating) for (const file of globSync(`${REFERENCES}/**/*.png`)) await shrink(file);
  };
}
