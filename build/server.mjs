// npm run server: the server on a Node that runs TypeScript, or what to do about another one. Runs on any Node.
import { mkdirSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { endWithNpm } from './children.mjs';
import { nodeBinary, project } from './packages.mjs';

/** Keeps what Node compiles for the next start, in the data folder, which is the server's own; without one it starts all the same. */
function keepCompiled() {
  const folder = path.join(process.env.DATA_DIR ?? path.join(project, 'data'), 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    return;
  }
  module.enableCompileCache(folder);
}

if (process.features.typescript) {
  keepCompiled();
  endWithNpm('build/server.mjs');
  await import('../src/server/main.ts');
} else {
  try {
    console.error(
      `This is Node ${process.version}, which cannot run the server. Start it with npm run server, or ${nodeBinary()} build/server.mjs`,
    );
  } catch (error) {
    console.error(error.message);
  }
  process.exitCode = 1;
}
