// node tests/support/updates/update-and-die.ts PLACE STEP: starts a till's version, lets it load and install what its server
// offers, as PLACE (JSON) says, and kills itself before the STEPth change of the disk. Ends with 0 where it came to its end.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { KeptServer } from '#main/app/kept-server.ts';

type Place = { folder: string; image: string; version: string; keys: string[]; kept: KeptServer };
const [place = '', step = ''] = process.argv.slice(2);
const { folder, image, version, keys, kept } = JSON.parse(place) as Place;

let left = Number(step);
const dying = <F extends (...args: never[]) => unknown>(work: F): F =>
  ((...args: Parameters<F>) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return work(...args);
  }) as F;

const changes = [
  'writeSync',
  'fsyncSync',
  'renameSync',
  'rmSync',
  'linkSync',
  'copyFileSync',
  'chmodSync',
] as const;
for (const name of changes) Object.assign(fs, { [name]: dying(fs[name] as never) });
for (const name of ['rename', 'rm'] as const)
  Object.assign(fs.promises, { [name]: dying(fs.promises[name] as never) });
const { open } = fs.promises;
Object.assign(fs.promises, {
  open: async (...args: Parameters<typeof open>) => {
    const file = await open(...args);
    return Object.assign(file, { write: dying(file.write.bind(file)), sync: dying(file.sync.bind(file)) });
  },
});
syncBuiltinESMExports();

const { openBackend } = await import('#main/connection/backend.ts');
const { guardStart } = await import('#main/updates/guard-start.ts');
const { appImageInstaller } = await import('#main/updates/installer.ts');
const { openUpdates } = await import('#main/updates/updates.ts');

const installer = appImageInstaller(image, () => undefined);
const backend = openBackend(kept, () => []);
guardStart(folder, version, installer);
const updates = openUpdates({
  keys,
  built_at: 0,
  folder,
  version,
  platform: process.platform,
  arch: 'x64',
  installer,
  backend: () => backend,
  caller: () => Promise.resolve({ authorization: 'Till t' }),
  whyNotNow: () => null,
  quit: () => undefined,
  onChange: () => undefined,
  reserve: 0,
});
if (!(await updates.installAtStart())) {
  await updates.check();
  await updates.installAtEnd();
}
backend.leave();
