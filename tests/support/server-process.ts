import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { sharedDatabases } from './test-databases.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** The scripts that tests start as server processes. */
export const serverSources = {
  main: path.join(project, 'src/server/main.ts'),
  clocked: path.join(project, 'tests/prove/random-days/clocked-server.ts'),
  backingUp: path.join(project, 'tests/prove/restoring/backing-up-server.ts'),
};

/** Returns the place of a bundled script in the folder of a run. */
export const bundleOf = (folder: string, name: keyof typeof serverSources) =>
  path.join(folder, 'servers', `${name}.js`);

/** Returns the script of a server: the bundled one, if this run has made it. */
export function serverScript(name: keyof typeof serverSources): string {
  const shared = sharedDatabases();
  return shared ? bundleOf(shared.folder, name) : serverSources[name];
}

export type ServerProcess = {
  url: string;
  child: ChildProcess;
  output: () => string;
  /** Sends a signal; returns the exit code, or null if the signal killed it. */
  end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<number | null>;
};

type Settings = {
  dataDir: string;
  args?: string[];
  env?: Record<string, string>;
  /** A script in place of the server's own, which listens as it does. */
  main?: string;
  /** Called with all that it has said, whenever it says more. */
  onOutput?: (output: string) => void;
};

/** The environment of a server in this data folder, on any free port. */
export function serverEnvironment(dataDir: string): Record<string, string | undefined> {
  // A run starts many servers: the first one's compile cache saves each of the others a quarter of its start.
  const shared = sharedDatabases();
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: dataDir,
    PORT: '0',
    // The bundled servers have another place in each run.
    NODE_COMPILE_CACHE: shared ? path.join(shared.folder, 'compiled') : process.env.NODE_COMPILE_CACHE,
  };
}

function spawnMain({ dataDir, args = [], env = {}, main = serverScript('main'), onOutput }: Settings) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...serverEnvironment(dataDir), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    onOutput?.(output);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return { child, output: () => output };
}

/** Returns a port that is free now, for a server that is started again under its address. */
export async function freePort(): Promise<number> {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as net.AddressInfo;
  holder.close();
  await once(holder, 'close');
  return port;
}

/** Starts the real server process on a free port and waits until it reports that it listens. */
export async function startProcess(settings: Settings): Promise<ServerProcess> {
  const { child, output } = spawnMain(settings);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const found = /^listening on (https?:\/\/\S+)$/m.exec(output())?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output()}`)));
  });
  return {
    url,
    child,
    output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },
  };
}

/** Runs the server process to its end, with answers to its questions. */
export async function runProcess(
  settings: Settings & { answers?: readonly string[] },
): Promise<{ code: number | null; output: string }> {
  const { child, output } = spawnMain(settings);
  const ended = once(child, 'exit');
  child.stdin.end((settings.answers ?? []).map((answer) => `${answer}\n`).join(''));
  const [code] = (await ended) as [number | null];
  return { code, output: output() };
}
