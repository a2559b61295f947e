// npm run server: the server on a Node that runs TypeScript, or what to do about another one. Runs on any Node.
import { nodeBinary } from './packages.mjs';

if (process.features.typescript) await import('../src/server/main.ts');
else {
  try {
    console.error(
      `This is Node ${process.version}, which cannot run the server. Start it with npm run server, or ${nodeBinary()} build/server.mjs`,
    );
  } catch (error) {
    console.error(error.message);
  }
  process.exitCode = 1;
}
