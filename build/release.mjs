// npm run release: makes the key of a shop's releases, and signs the programs of its tills with it (docs/guide/updates.md).
// The private key stays with whoever signs: never in this folder, never on the server.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { createReadStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readRelease, signedBytes } from '../src/contract/release-manifest.ts';
import { project } from './packages.mjs';

const USAGE = `npm run release -- new-key FILE            makes a private key in FILE, and prints its public key
npm run release -- sign PROGRAM --key FILE  signs a packed till, as PROGRAM.release.json beside it`;

const isInside = (folder, file) => !path.relative(folder, file).startsWith('..');

const publicKeyOf = (privateKey) => privateKey.export({ format: 'jwk' }).x;

/** Makes a private key in a new file of its own user, and prints the line for resources/release-keys.txt. */
function makeKey(file) {
  if (isInside(project, file))
    throw new Error('Keep the key outside of this folder, such as on a stick: it signs every till’s program');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { flag: 'wx', mode: 0o600 });
  console.log(
    `The private key is in ${file}. Keep a copy of it under lock.\nAdd this line to resources/release-keys.txt, before you build the tills and start the server:\n${publicKeyOf(privateKey)}`,
  );
}

async function sha256Of(file) {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Signs a program; its number is the present second, so that a later signing always has a higher one. */
async function signProgram(program, { key, version, sequence }) {
  if (key === undefined) throw new Error(`Name the private key: --key FILE\n${USAGE}`);
  const file_name = path.basename(program);
  const wanted = version ?? JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')).version;
  if (version === undefined && !file_name.includes(wanted))
    throw new Error(`${file_name} does not name ${wanted}. Name its version: --version 1.2.3`);
  const manifest = JSON.stringify({
    product: 'tindahan-till',
    version: wanted,
    platform: file_name.endsWith('.exe') ? 'win32' : 'linux',
    arch: /arm64|aarch64/.test(file_name) ? 'arm64' : 'x64',
    sequence: Number(sequence ?? Math.floor(Date.now() / 1000)),
    file_name,
    size: statSync(program).size,
    sha256: await sha256Of(program),
    made_at: new Date().toISOString(),
  });
  const privateKey = createPrivateKey(readFileSync(key));
  const signed = { manifest, signature: sign(null, signedBytes(manifest), privateKey).toString('base64') };
  // What a till would refuse is not written.
  readRelease(signed, [publicKeyOf(privateKey)]);
  writeFileSync(`${program}.release.json`, `${JSON.stringify(signed)}\n`);
  console.log(
    `Signed as ${program}.release.json. Bring both files to the server: npm run server -- --add-release "${file_name}"`,
  );
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      version: { type: 'string' },
      /** A higher number than that of every release before, where the clock of an earlier signing was ahead. */
      sequence: { type: 'string' },
    },
  });
  const [act, named] = positionals;
  if (named === undefined) throw new Error(USAGE);
  // npm runs its scripts in the project's folder.
  const here = (file) => file && path.resolve(process.env.INIT_CWD ?? '.', file);
  if (act === 'new-key') makeKey(here(named));
  else if (act === 'sign') await signProgram(here(named), { ...values, key: here(values.key) });
  else throw new Error(USAGE);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
