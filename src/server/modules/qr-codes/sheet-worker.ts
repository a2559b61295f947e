import { parentPort, workerData } from 'node:worker_threads';
import { drawSheet } from './sheet-drawing.ts';

/** The worker's input. */
export type SheetOrder = { codes: readonly string[]; columns: number };

const { codes, columns } = workerData as SheetOrder;
parentPort?.postMessage(drawSheet(codes, columns));
