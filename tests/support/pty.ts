import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startSocat } from './socat.ts';

export type Pty = {
  /** The terminal that a program opens as a serial port. */
  path: string;
  /** Removes the terminal, like pulling the cable. */
  unplug: () => Promise<void>;
  /** True if it is gone, even because the other end broke off. */
  isUnplugged: () => boolean;
  /** Resolves when it is gone. */
  ended: Promise<void>;
  close: () => Promise<void>;
};

/** Opens a real pseudo-terminal whose other end is a TCP port of this computer, by socat. */
export async function openPty(port: number): Promise<Pty> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-pty-'));
  const link = path.join(folder, 'printer');
  const socat = await startSocat([`pty,raw,echo=0,link=${link}`, `tcp:127.0.0.1:${port},nodelay`]);
  const ended = once(socat, 'exit').then(() => undefined);
  const unplug = async () => {
    socat.kill('SIGKILL');
    if (socat.exitCode === null && socat.signalCode === null) await ended;
    await rm(link, { force: true });
  };
  return {
    path: link,
    unplug,
    ended,
    isUnplugged: () => socat.exitCode !== null || socat.signalCode !== null,
    close: async () => {
      await unplug();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
