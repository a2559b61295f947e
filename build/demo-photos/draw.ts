// Draws the photos of the demo shop's goods: `node build/demo-photos/draw.ts`. They are drawn once and committed, so that
// starting the demo shop draws nothing.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { demoCatalogue } from '../../src/server/demo/catalogue.ts';
import { demoPhotoOf } from '../../src/server/demo/photos.ts';
import * as desk from './desk.ts';
import * as screens from './screens.ts';
import * as smallGoods from './small-goods.ts';
import * as sound from './sound.ts';
import type { Goods, Tint } from './studio.ts';

const folder = path.join(import.meta.dirname, '../../src/server/demo/photos');

const goods: Readonly<Record<string, Goods>> = Object.fromEntries(
  Object.entries({ ...screens, ...sound, ...smallGoods, ...desk }).map(([name, draw]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    draw,
  ]),
);

const tints: Readonly<Record<string, Tint>> = {
  black: [43, 47, 54],
  white: [240, 241, 242],
  silver: [202, 207, 212],
  grey: [126, 133, 141],
  gold: [222, 199, 160],
  navy: [45, 66, 110],
  blue: [111, 153, 207],
  teal: [84, 168, 172],
  mint: [164, 214, 190],
  green: [104, 145, 112],
  purple: [158, 143, 205],
  pink: [234, 172, 188],
  red: [190, 56, 66],
  orange: [222, 128, 66],
  brown: [124, 92, 72],
};

/** Pixels, as uploads have them; `full` is the largest size that the demo shop shows. */
const sizes = { full: 480, card: 240, small: 96 };

const names = demoCatalogue.flatMap((product) =>
  product.variations.map(({ attributes }) =>
    demoPhotoOf(product, attributes.find(({ name }) => name === 'Color')?.value),
  ),
);

await rm(folder, { recursive: true, force: true });
for (const name of new Set(names)) {
  if (name === null) continue;
  const cut = name.lastIndexOf('-');
  const [draw, tint] = [goods[name.slice(0, cut)], tints[name.slice(cut + 1)]];
  if (!draw || !tint) throw new Error(`${name} cannot be drawn`);
  const drawn = Buffer.from(draw(tint));
  for (const [size, side] of Object.entries(sizes)) {
    await mkdir(path.join(folder, size), { recursive: true });
    const file = sharp(drawn).resize(side, side).webp({ quality: 62, alphaQuality: 90, effort: 6 });
    await writeFile(path.join(folder, size, `${name}.webp`), await file.toBuffer());
  }
}
