import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './server-process.ts';

const shipped = path.resolve(import.meta.dirname, '../../deploy/Caddyfile');

/** Starts the real Caddy with the shipped file before two servers, `host:port` each; over HTTP, on a free port. */
export async function startCaddy(servers: readonly [string, string]): Promise<{
  url: string;
  close: () => Promise<void>;
}> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tindahan-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = path.join(folder, 'Caddyfile');
  const [first, second] = servers;
  const text = readFileSync(shipped, 'utf8').replace('server-1:4100 server-2:4100', `${first} ${second}`);
  writeFileSync(config, `{\n\tadmin off\n}\n${text}`);
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
    env: { ...process.env, SHOP_ADDRESS: url, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`Caddy ended: ${said}`);
    await pause(10);
  }
  return { url, close };
}
