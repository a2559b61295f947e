// Loaded by the Node programs that a script of build/ starts, and by Electron: ends them when that script is gone. A script
// that is killed can tell nobody, but then this pipe closes.
'use strict';
const { Socket } = require('node:net');
const { isMainThread, Worker, workerData } = require('node:worker_threads');

/** Milliseconds for an end in good order; a server takes nine seconds at most. */
const PATIENCE = 12_000;

function watch(fd) {
  const pipe = new Socket({ fd, readable: true, writable: false });
  pipe.on('error', () => undefined);
  pipe.once('close', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE);
  });
  pipe.resume();
}

const fd = Number(process.env.TINDAHAN_LIFELINE);
// What this program starts has no such pipe.
delete process.env.TINDAHAN_LIFELINE;
// On a thread of its own: a checker that counts for a minute hears nothing on its first one.
if (isMainThread && fd > 0) new Worker(__filename, { workerData: { lifeline: fd }, execArgv: [] }).unref();
else if (workerData?.lifeline) watch(workerData.lifeline);
