import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { makeTurns } from '../../in-turn.ts';
import type { SheetOrder } from './sheet-worker.ts';

/** The most sheets in the queue: each takes a second or two. */
const WAITING_MAX = 20;

const inTurn = makeTurns(WAITING_MAX, 'Too many sheets at once. Try again in a moment');

/** Draws on a separate thread: on the server's, a sheet would block every sale for most of a second. */
function drawInWorker(workerData: SheetOrder): Promise<string> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('A sheet was not drawn')));
  });
}

/** Draws QR codes with their texts as a PNG, `columns` side by side; 429 `too_many_attempts` while too many wait. */
export const drawSheet = (codes: readonly string[], columns: number): Promise<Uint8Array> =>
  inTurn(async () => {
    const picture = await drawInWorker({ codes, columns });
    // Runs on other threads, too: those that re-encode photos.
    return sharp(Buffer.from(picture), { unlimited: true }).greyscale().png().toBuffer();
  });
