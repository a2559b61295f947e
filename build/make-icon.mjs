// node build/make-icon.mjs: draws resources/icon.ico, the icon on Windows, from the product's mark, resources/icon.svg.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { project } from './packages.mjs';

const resources = path.join(project, 'resources');
/** Windows draws the small ones in its taskbar, menus and lists; the largest is a PNG, as Windows wants it. */
const SIZES = [16, 20, 24, 32, 40, 48, 64, 256];
const [HEADER, ENTRY, BITMAP_HEADER] = [6, 16, 40];

const drawn = (size) => sharp(path.join(resources, 'icon.svg'), { density: (72 * size) / 32 }).resize(size);

/** A device-independent bitmap of 32 bits: rows from the bottom, blue first, then an empty mask. */
async function bitmap(size) {
  const pixels = await drawn(size).ensureAlpha().raw().toBuffer();
  const mask = Math.ceil(size / 32) * 4 * size;
  const bytes = Buffer.alloc(BITMAP_HEADER + pixels.length + mask);
  bytes.writeUInt32LE(BITMAP_HEADER, 0);
  bytes.writeInt32LE(size, 4);
  // The height counts the mask.
  bytes.writeInt32LE(2 * size, 8);
  bytes.writeUInt16LE(1, 12);
  bytes.writeUInt16LE(32, 14);
  bytes.writeUInt32LE(pixels.length + mask, 20);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [red, green, blue, alpha] = pixels.subarray(4 * (y * size + x));
      bytes.set([blue, green, red, alpha], BITMAP_HEADER + 4 * ((size - 1 - y) * size + x));
    }
  return bytes;
}

const images = await Promise.all(
  SIZES.map((size) => (size < 256 ? bitmap(size) : drawn(size).png().toBuffer())),
);
const header = Buffer.alloc(HEADER + ENTRY * SIZES.length);
header.writeUInt16LE(1, 2);
header.writeUInt16LE(SIZES.length, 4);
let offset = header.length;
SIZES.forEach((size, at) => {
  const entry = HEADER + ENTRY * at;
  // 0 stands for 256.
  header.set([size % 256, size % 256], entry);
  header.writeUInt16LE(1, entry + 4);
  header.writeUInt16LE(32, entry + 6);
  header.writeUInt32LE(images[at].length, entry + 8);
  header.writeUInt32LE(offset, entry + 12);
  offset += images[at].length;
});
writeFileSync(path.join(resources, 'icon.ico'), Buffer.concat([header, ...images]));
