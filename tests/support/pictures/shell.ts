import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startDemoServer } from '#tests/support/demo-server.ts';
import { launchTill } from '#tests/support/electron/launch.ts';
import { startNetworkPrinter } from '#tests/support/network-printer.ts';
import {
  completeSale,
  draftSaved,
  goToPayment,
  openTill,
  scanToLine,
  signInAs,
} from '#tests/support/till-page.ts';
import { codeOf, unitsOf } from './shop.ts';
import { MANAGER } from './studio.ts';

const SETTLE = 350;

/** The print states in the till's window, with a printer that is on and one that is off. */
export async function pictureShell(folder: string): Promise<void> {
  const server = await startDemoServer();
  const home = await mkdtemp(path.join(os.tmpdir(), 'tindahan-pictures-'));
  const printer = await startNetworkPrinter();
  const till = await launchTill({
    env: {
      TINDAHAN_SERVER: server.url,
      TINDAHAN_PRINTER: `127.0.0.1:${printer.port}:48`,
      TINDAHAN_TILL_DATA: home,
    },
  });
  const { page } = till;
  const sellAndTake = async (code: string, state: string, name: string) => {
    await scanToLine(page, code);
    await draftSaved(page);
    await goToPayment(page);
    await completeSale(page);
    await page.getByText(state).waitFor();
    await page.waitForTimeout(SETTLE);
    await page.screenshot({ path: path.join(folder, `${name}-1366.png`) });
  };
  try {
    await page.setViewportSize({ width: 1366, height: 768 });
    await signInAs(page, MANAGER);
    await openTill(page);
    const [first, second] = await unitsOf(server, ['phone', 'laptop']);
    if (!first || !second) throw new Error('The demo shop has no phone and laptop');
    await sellAndTake(codeOf(first), 'Receipt printed', 'shell-printed');
    await printer.close();
    await sellAndTake(codeOf(second), 'Receipt waits', 'shell-waits');
  } finally {
    await till.close();
    await printer.close();
    await server.close();
    await rm(home, { recursive: true, force: true });
  }
}
