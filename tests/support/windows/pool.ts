import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';
import { readMessages, sendMessage } from './messages.ts';
import { onWindows, startOnWindows } from './wine.ts';

/**
 * A pool of vitest whose workers run under Wine, with Windows' own Node: the test files are those of Linux, word for
 * word. vitest itself stays on Linux and talks to them by a socket, as Wine has neither pipes nor Vite's native parts.
 */
export const windowsPool: PoolRunnerInitializer = {
  name: 'windows',
  createPoolWorker: ({ env }) => windowsWorker(env as Record<string, string>),
};

function windowsWorker(env: Record<string, string>): PoolWorker {
  const events = new EventEmitter();
  let socket: Socket | null = null;
  let child: ChildProcess | null = null;
  const start = async () => {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    child = startOnWindows([onWindows(join(import.meta.dirname, 'worker.ts'))], {
      env: { ...env, TINDAHAN_POOL_PORT: port },
      stdio: 'ignore',
    });
    child.on('error', (fault) => events.emit('error', fault));
    child.on('exit', (code) => events.emit('exit', code));
    const ended = once(child, 'exit').then(() => {
      throw new Error('The worker under Wine ended before it began');
    });
    [socket] = (await Promise.race([once(server, 'connection'), ended])) as [Socket];
    ended.catch(() => undefined);
    server.close();
    socket.on('error', (fault) => events.emit('error', fault));
    readMessages(socket, (message) => events.emit('message', message));
  };
  return {
    name: 'windows',
    on: (event, listener) => void events.on(event, listener),
    off: (event, listener) => void events.off(event, listener),
    send: (message) => socket && sendMessage(socket, message),
    deserialize: (data) => data,
    start,
    stop: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    canReuse: () => true,
  };
}
