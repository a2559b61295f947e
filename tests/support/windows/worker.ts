import { connect } from 'node:net';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { readMessages, sendMessage } from './messages.ts';

// A worker of vitest under Wine, started by pool.ts: the same test files, in the Windows version of Node.

// For vitest, which runs on Linux, files are where they are there.
Error.prepareStackTrace = (error, frames) =>
  [String(error), ...frames.map((frame) => `    at ${String(frame)}`)]
    .join('\n')
    .replaceAll('file:///Z:/', 'file:///');

const socket = connect(Number(process.env.TINDAHAN_POOL_PORT), '127.0.0.1');
socket.on('close', () => process.exit(0));
type Listener = (message: unknown) => void;
const listeners = new Set<Listener>();
readMessages(socket, (message) => {
  for (const listener of listeners) listener(message);
});
init({
  post: (message) => sendMessage(socket, message),
  on: (listener: Listener) => void listeners.add(listener),
  off: (listener: Listener) => void listeners.delete(listener),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});
