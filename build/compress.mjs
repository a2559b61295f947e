// Compresses what the screens' build has written, once, so that the server sends it as it lies there.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Pictures and fonts are compressed already. */
const TEXT = /\.(?:js|css|html|svg|json)$/;
/** Bytes below which the headers of an answer outweigh what is saved. */
const SMALLEST = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compressFile(file) {
  const content = await readFile(file);
  if (content.length < SMALLEST) return;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params: size }).then((small) => writeFile(`${file}.br`, small)),
    zip(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

/** Writes beside each text of a folder the same compressed: `page.js.br`, `page.js.gz`. */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => TEXT.test(file));
  await Promise.all(files.map((file) => compressFile(path.join(folder, file))));
}
