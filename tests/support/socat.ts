import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A running socat; its terminals are gone once it has ended. */
export type Socat = { stop: () => Promise<void>; hasEnded: () => boolean; ended: Promise<void> };

/** A terminal that socat may make: the name of its file, and the name of the port for the till. */
export type Terminal = { file: string; port: string };

const isWindows = process.platform === 'win32';
/** Of its own for each of the workers, who share one Windows. */
let ports = 100 * Number(process.env.VITEST_POOL_ID ?? 0) + 2;

/** Returns the names of a terminal that is not there yet. Wine takes a file of its folder of devices for a COM port. */
export function newTerminal(): Terminal {
  if (!isWindows) {
    const file = join(mkdtempSync(join(tmpdir(), 'tindahan-tty-')), 'ttyTill');
    return { file, port: file };
  }
  ports += 1;
  return { file: `${process.env.TINDAHAN_WINDOWS_FOLDER}/dosdevices/com${ports}`, port: `COM${ports}` };
}

/** Returns the address of a terminal for socat. */
export const asTerminal = ({ file }: Terminal) => `pty,raw,echo=0,link=${file}`;

/**
 * Starts socat between the given addresses; resolves once it passes bytes on: by then its terminal exists and is set up.
 * Under Wine it is started by the process that runs the tests (`serveSocat`).
 */
export const startSocat = (addresses: readonly string[]): Promise<Socat> =>
  isWindows ? askForSocat(addresses) : runSocat(addresses);

const linksOf = (addresses: readonly string[]) =>
  addresses.flatMap((address) => /link=([^,]+)/.exec(address)?.slice(1) ?? []);
const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

async function runSocat(addresses: readonly string[]): Promise<Socat> {
  const socat = spawn('socat', ['-d', '-d', ...addresses], { stdio: ['ignore', 'ignore', 'pipe'] });
  const hasEnded = () => socat.exitCode !== null || socat.signalCode !== null;
  const ended = once(socat, 'exit').then(() => {
    for (const link of linksOf(addresses)) if (isThere(link)) rmSync(link);
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    socat.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('starting data transfer loop')) resolve();
    });
    socat.once('error', reject);
    socat.once('exit', () => reject(new Error(`socat ended: ${said}`)));
  });
  const stop = async () => {
    socat.kill('SIGKILL');
    await ended;
  };
  return { stop, hasEnded, ended };
}

/** Asks for a socat by a connection that lives as long as it does. */
async function askForSocat(addresses: readonly string[]): Promise<Socat> {
  const socket = connect(Number(process.env.TINDAHAN_SOCAT), '127.0.0.1');
  let isOver = false;
  const ended = once(socket, 'close').then(() => {
    isOver = true;
  });
  socket.on('error', () => undefined);
  socket.write(`${JSON.stringify(addresses)}\n`);
  const isRunning = once(socket, 'data').then(() => true);
  if (!(await Promise.race([isRunning, ended]))) throw new Error('socat did not start');
  const stop = async () => {
    socket.end();
    await ended;
  };
  return { stop, hasEnded: () => isOver, ended };
}
