import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elevateOnWindows } from '#main/own-server/elevate.ts';
import { placesOn } from '#main/own-server/own-server.ts';
import { fromPrivateCopyOnWindows } from '#main/own-server/private-copy-on-windows.ts';
import { hashesOf } from '#main/own-server/private-copy.ts';

// node.exe tests/support/windows/set-up.ts FOLDER HASHER WORD…: sets up the packed server of a folder as the till does.
// node.exe tests/support/windows/set-up.ts PROGRAM PARAMETERS: runs a program as administrator.

const [first = '', second = '', ...words] = process.argv.slice(2);
const { env } = process;
const folder = mkdtempSync(join(tmpdir(), 's-'));
const given = { from: first, hasher: second, folder, env, ...placesOn('win32', env, '') };
const started =
  words.length === 0
    ? ([first, [second]] as const)
    : fromPrivateCopyOnWindows({ ...given, hashes: await hashesOf(first) }, words);
if (!started) throw new Error('Its folder cannot be on a command line');
const end = await elevateOnWindows(started[0], [...started[1]]);
process.exitCode = end.kind === 'ended' ? end.code : 99;
