import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Starts socat between the given addresses; resolves once it passes bytes on: by then its terminal exists and is set up.
 */
export async function startSocat(addresses: readonly string[]): Promise<ChildProcess> {
  const socat = spawn('socat', ['-d', '-d', ...addresses], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    socat.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('starting data transfer loop')) resolve();
    });
    socat.once('error', reject);
    socat.once('exit', () => reject(new Error(`socat ended: ${said}`)));
  });
  return socat;
}
