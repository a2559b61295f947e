import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSocat } from './socat.ts';

/** A serial cable: bytes sent at our end arrive at the till's. */
export type Cable = {
  /** The till's end, as a serial port's path. */
  path: string;
  /** Returns when the bytes left, in epoch milliseconds with fractions. */
  send: (bytes: Uint8Array | string) => Promise<number>;
  /** Pulls it out of the till: the port is gone. */
  unplug: () => Promise<void>;
  /** Plugs it back in, under the same path. */
  plugIn: () => Promise<void>;
  close: () => Promise<void>;
};

const isThere = (path: string) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** A pair of pseudo-terminals joined by socat; killing it is unplugging. */
export async function openCable(): Promise<Cable> {
  const folder = mkdtempSync(join(tmpdir(), 'tindahan-cable-'));
  const path = join(folder, 'ttyTill');
  const ours = join(folder, 'ttyScanner');
  let socat: ChildProcess | null = null;

  const plugIn = async () => {
    const ends = [path, ours].map((link) => `pty,raw,echo=0,link=${link}`);
    socat = await startSocat(ends);
  };
  const unplug = async () => {
    if (!socat) return;
    const ended = once(socat, 'exit');
    socat.kill('SIGKILL');
    await ended;
    socat = null;
    for (const link of [path, ours]) if (isThere(link)) rmSync(link);
  };
  const send = async (bytes: Uint8Array | string) => {
    const file = await open(ours, 'r+');
    try {
      const leftAt = performance.timeOrigin + performance.now();
      await file.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
      return leftAt;
    } finally {
      await file.close();
    }
  };
  await plugIn();
  return {
    path,
    send,
    plugIn,
    unplug,
    close: async () => {
      await unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
