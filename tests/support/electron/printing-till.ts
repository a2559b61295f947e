import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { startDemoServer, type DemoServer } from '#tests/support/demo-server.ts';
import { decodeEscPos } from '#tests/support/escpos-decoder.ts';
import { startNetworkPrinter, type NetworkPrinter } from '#tests/support/network-printer.ts';
import { signInAs } from '#tests/support/till-page.ts';
import { launchTill, type LaunchedTill } from './launch.ts';

/** Starts a demo shop and a till with a receipt printer for the tests of a file, at which this person is signed in. */
export function usePrintingTill(email: string) {
  let server: DemoServer;
  let printer: NetworkPrinter;
  let till: LaunchedTill;
  let folder: string;
  beforeAll(async () => {
    server = await startDemoServer();
    printer = await startNetworkPrinter();
    folder = await mkdtemp(path.join(os.tmpdir(), 'tindahan-till-'));
    till = await launchTill({
      env: {
        TINDAHAN_SERVER: server.url,
        TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
        TINDAHAN_TILL_DATA: folder,
      },
    });
    await signInAs(till.page, email);
  });
  afterAll(async () => {
    await till.close();
    await printer.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    get server() {
      return server;
    },
    get page() {
      return till.page;
    },
    /** Waits for so many papers; returns the text of the last one, and how often it opened the drawer. */
    paper: async (count: number) => {
      await expect.poll(() => printer.jobs.length).toBe(count);
      const { rows, pulses } = decodeEscPos(printer.jobs.at(-1) ?? new Uint8Array());
      return { text: rows.map((row) => row.text).join('\n'), pulses: pulses.length };
    },
  };
}
