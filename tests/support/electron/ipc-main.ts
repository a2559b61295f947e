import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

/** The caller of a handler. */
export type IpcEvent = {
  sender: object;
  senderFrame: { url: string; origin: string; parent: object | null } | null;
};
type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

const handlers = new Map<string, Handler>();
const emitter = new EventEmitter();

export const ipcMain = strict('ipcMain', {
  handle: (channel: string, handler: Handler) => {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, handler);
  },
  on: (channel: string, listener: (...args: unknown[]) => void) => emitter.on(channel, listener),
});

/** Runs the handler of a channel as Electron does: an error reaches the page as a message only. */
export async function invoke(channel: string, event: IpcEvent, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  try {
    return await handler(event, ...args);
  } catch (fault) {
    throw new Error(`Error invoking remote method '${channel}': ${String(fault)}`, { cause: fault });
  }
}
