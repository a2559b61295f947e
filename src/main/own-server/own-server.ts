import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ServerLook } from '#bridge/connection.ts';
import type { OwnServer } from '#bridge/own-server.ts';
import { setupCodes } from '#domain/server-setup.ts';
import { isOlder, isVersion } from '#domain/version.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { isThisComputer } from '../connection/server-address.ts';
import { addressOf } from './address.ts';
import type { Elevate, Elevated } from './elevate.ts';
import { fromPrivateCopyOnWindows } from './private-copy-on-windows.ts';
import { fromPrivateCopy, hashesOf } from './private-copy.ts';

/** Where the parts of a server that runs on this computer are: src/server/installed writes them. */
export type ServerPlaces = { program: string; data: string; log: string };

/** @param root the folder that is `/`, another one in tests */
export function placesOn(
  platform: NodeJS.Platform,
  env: Record<string, string | undefined>,
  root: string,
): ServerPlaces {
  if (platform !== 'win32') {
    const program = join(root, 'opt/tindahan-server');
    return { program, data: join(root, 'var/lib/tindahan'), log: 'journalctl -u tindahan-server' };
  }
  const { ProgramFiles = 'C:\\Program Files', ProgramData = 'C:\\ProgramData' } = env;
  const data = join(ProgramData, 'Tindahan');
  return { program: join(ProgramFiles, 'Tindahan Server'), data, log: join(data, 'server.log') };
}

type OwnServerDeps = {
  /** The folder of the server that came with this program. */
  packed: string;
  places: ServerPlaces;
  root: string;
  port: number;
  elevate: Elevate;
  server: Pick<ServerConnection, 'current' | 'look' | 'choose'>;
  /** Milliseconds within which a started server answers. */
  patience?: number;
};

const PATIENCE_MS = 120_000;
const LOOK_AGAIN_MS = 500;

const named = z.looseObject({ version: z.string().refine(isVersion) });

function versionIn(folder: string, file: string): string | null {
  try {
    return named.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).version;
  } catch {
    return null;
  }
}

/** True if a server could listen there. */
async function isPortFree(port: number): Promise<boolean> {
  const holder = createServer().listen(port, '127.0.0.1');
  try {
    await once(holder, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    holder.close();
  }
}

/** Returns a folder that an administrator may read: an AppImage's files are its own user's alone. */
function readable(packed: string, folder: string): string {
  if (process.env.APPIMAGE === undefined) return packed;
  cpSync(packed, folder, { recursive: true });
  return folder;
}

/** The shop's server on this computer: sets it up from what came with this program, and brings it to its version. */
export function openOwnServer(deps: OwnServerDeps) {
  const { packed, places, root, port, elevate, server, patience = PATIENCE_MS } = deps;
  /** A server that listens on the network speaks HTTPS here, too: then the till was connected to it so. */
  const addressHere = () => {
    const { url } = server.current();
    return isThisComputer(new URL(url).hostname) ? url : addressOf(port);
  };
  const state = (): OwnServer => {
    const [brought, installed] = [
      versionIn(packed, 'package.json'),
      versionIn(places.program, 'installed.json'),
    ];
    return {
      packed: brought,
      installed,
      is_outdated: brought !== null && installed !== null && isOlder(installed, brought),
      data: places.data,
    };
  };

  const install = async (): Promise<string | null> => {
    const folder = mkdtempSync(join(tmpdir(), 'tindahan-server-'));
    try {
      const words = ['install', String(port), ...(root === '/' ? [] : [root])];
      const hashes = await hashesOf(packed);
      const started =
        process.platform === 'win32'
          ? fromPrivateCopyOnWindows({ from: packed, hashes, folder, env: process.env, ...places }, words)
          : fromPrivateCopy({ from: readable(packed, folder), hashes, root }, words);
      if (started === null)
        return 'The name of this program’s folder has a % in it, or is too long. Install Tindahan in another one.';
      return whyNotInstalled(await elevate(...started), places);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  const answered = async (address: string, version: string): Promise<ServerLook | null> => {
    for (const end = Date.now() + patience; Date.now() < end; await pause(LOOK_AGAIN_MS)) {
      const look = await server.look(address);
      if (look.state === 'ready' && look.version === version) return look;
    }
    return null;
  };

  const setUp = async (): Promise<string | null> => {
    const { packed: version, installed, is_outdated } = state();
    if (version === null) return 'This program brings no server. Install one by itself, then join it.';
    const address = addressHere();
    const there = await server.look(address);
    const isDone = there.state === 'ready' && !is_outdated;
    if (!isDone) {
      if (installed === null && !(await isPortFree(port))) {
        return `Another program uses the port ${port} of this computer. Close it, then try again.`;
      }
      const reason = await install();
      if (reason !== null) return reason;
      if (!(await answered(address, version)))
        return `The server was set up, but does not answer. What it says is in: ${places.log}`;
    }
    const { state: chosen } = await server.choose({ url: address, fingerprint: null });
    return chosen === 'ready'
      ? null
      : 'The server on this computer cannot be used. Look at it under This Till.';
  };

  let running: Promise<string | null> | null = null;
  return {
    state,
    /** Two clicks ask once. */
    setUp: async () => {
      running ??= setUp().finally(() => (running = null));
      return { reason: await running };
    },
  };
}

function whyNotInstalled(end: Elevated, { program }: ServerPlaces): string | null {
  if (end.kind === 'declined')
    return 'An administrator of this computer has to allow it. Nothing was changed: try again with their password.';
  if (end.kind === 'impossible')
    return 'This computer cannot ask for an administrator. Ask whoever looks after it to set up the server.';
  const told = `What happened is in: ${join(program, 'setup.log')}`;
  switch (end.code) {
    case setupCodes.done:
      return null;
    case setupCodes.full:
      return 'This computer’s disk is full. Free 1 GB, then try again.';
    case setupCodes.locked:
      return `A file of the server cannot be written, perhaps because of a virus scan. Try again. ${told}`;
    case setupCodes.changed:
      return 'The files of the server were changed on this computer. Install Tindahan again, then try again.';
    case setupCodes.unscheduled:
      return `This computer does not take the server as a program that it starts by itself. ${told}`;
    default:
      return `The server could not be set up. ${told}`;
  }
}
