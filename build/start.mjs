// npm start: the demo shop's backend, and the till in Electron, or in a browser if Electron is not available.
import path from 'node:path';
import { endAll, endWithNpm, start, startNode } from './children.mjs';
import { electronBinary, ensureBuild, ensurePackages, environment, project } from './packages.mjs';

const PORT = process.env.PORT ?? '4100';
const address = `http://127.0.0.1:${PORT}`;
/** Milliseconds after which the browser is served while Electron may still be downloading. */
const DOWNLOAD_PATIENCE = 8000;
const READY_PATIENCE = 20_000;

/** Resolves with the match of `pattern` in a program's output, or null if it ends or `limit` passes without one. */
function waitFor(child, pattern, limit = Infinity) {
  return new Promise((resolve) => {
    let text = '';
    const timer = limit === Infinity ? undefined : setTimeout(() => resolve(null), limit);
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const match = pattern.exec(text);
      if (!match) return;
      clearTimeout(timer);
      resolve(match);
    });
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(null);
    });
  });
}

async function startBackend() {
  const dataDir = process.env.DATA_DIR ?? path.join(project, 'data', 'demo');
  const server = startNode([path.join('build', 'server.mjs'), '--demo'], {
    PORT,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
  });
  if (await waitFor(server, /listening on/)) return server;
  console.error(`The backend could not start. Is something else running at ${address}?`);
  process.exit(1);
}

/** Downloads Electron's program: `true` if it is there, else the reason; a slow download goes on in the background. */
async function fetchElectron(onLater) {
  if (electronBinary()) return true;
  const installer = startNode([path.join('node_modules', 'electron', 'install.js')], {}, [
    'ignore',
    'pipe',
    'pipe',
  ]);
  let said = '';
  for (const stream of [installer.stdout, installer.stderr]) stream.on('data', (chunk) => (said += chunk));
  const finished = new Promise((resolve) => installer.once('exit', resolve));
  const inTime = await Promise.race([
    finished.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), DOWNLOAD_PATIENCE).unref()),
  ]);
  if (inTime)
    return electronBinary() !== null || `its program could not be downloaded (${said.trim().split('\n')[0]})`;
  void finished.then(() => electronBinary() && onLater());
  return 'its program is still being downloaded; its window follows by itself';
}

/** Opens the till's window; returns the reason if it did not. */
async function openTill() {
  const binary = electronBinary();
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const till = start(binary, [...asRoot, project], {
    env: environment({ TINDAHAN_SERVER: address }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  till.stderr.on('data', (chunk) => (said += chunk));
  till.once('error', (error) => (said += error.message));
  if (await waitFor(till, /till ready/, READY_PATIENCE)) {
    till.once('exit', () => endAll('SIGTERM', 0));
    return null;
  }
  till.kill();
  return `its window did not open (${said.trim().split('\n').pop() || `no answer within ${READY_PATIENCE / 1000} s`})`;
}

endWithNpm('build/start.mjs');
try {
  ensurePackages();
  const fetched = await fetchElectron(() => void openTill());
  if (fetched !== true) console.log(`No Electron till here: ${fetched}. The browser is served instead.`);
  ensureBuild();
  const server = await startBackend();
  server.once('exit', (code) => process.exit(code ?? 1));
  const trouble = fetched === true ? await openTill() : null;
  if (trouble) console.log(`No Electron till: ${trouble}. The browser is served instead.`);
  console.log(`
Tindahan runs at ${address}
Sign in as salesperson@demo.test, store_manager@demo.test or admin@demo.test, password demo-pass-1
Stop with Ctrl+C.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
