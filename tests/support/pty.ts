import { asTerminal, newTerminal, startSocat } from './socat.ts';

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
  const terminal = newTerminal();
  const { stop, hasEnded, ended } = await startSocat([asTerminal(terminal), `tcp:127.0.0.1:${port},nodelay`]);
  return { path: terminal.port, unplug: stop, ended, isUnplugged: hasEnded, close: stop };
}
