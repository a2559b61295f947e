// What Windows' start-up task starts: node run.ts <folder of settings> <data folder> <port>. It keeps what the server says, which
// Windows would throw away, and starts it again when it ends. A server ends with this program, as libuv starts it in a job.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LARGEST_LOG = 10 * 1024 * 1024;
const PAUSE = 2000;

const [settings = '', data = '', port = ''] = process.argv.slice(2);
const file = path.join(settings, 'server.env');
if (existsSync(file)) process.loadEnvFile(file);

function openLog(): number {
  const log = path.join(data, 'server.log');
  const old = path.join(data, 'server.old.log');
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > LARGEST_LOG) {
    rmSync(old, { force: true });
    renameSync(log, old);
  }
  return openSync(log, 'a');
}

for (;;) {
  const log = openLog();
  const server = spawn(
    process.execPath,
    ['--max-semi-space-size=8', path.join(import.meta.dirname, '../main.ts')],
    { env: { DATA_DIR: data, PORT: port, ...process.env }, stdio: ['ignore', log, log], windowsHide: true },
  );
  closeSync(log);
  await once(server, 'exit');
  await pause(PAUSE);
}
