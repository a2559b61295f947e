// node build/with-tools.mjs tests/support/pictures/take.ts FOLDER [WIDTH,…] [SET,…]: pictures of every screen and state of
// the built app (`npm run build` first), in the design's window sizes. A set stops at a missing element; the others go on.
import { mkdir } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '#tests/support/browser.ts';
import { approvals } from './approvals.ts';
import { audit } from './audit.ts';
import { accountScreens } from './account.ts';
import { backups } from './backups.ts';
import { counts } from './counts.ts';
import { customerLists } from './customer-lists.ts';
import { customers } from './customers.ts';
import { dashboard } from './dashboard.ts';
import { deposits, depositsNotHeld } from './deposits.ts';
import { detail } from './detail.ts';
import { pictureDevice } from './device.ts';
import { exchanges } from './exchanges.ts';
import { firstDays } from './first-days.ts';
import { goTo } from './go-to.ts';
import { groupPrices } from './group-prices.ts';
import { imports } from './imports.ts';
import { inventory } from './inventory.ts';
import { lowStock } from './low-stock.ts';
import { manufacturers } from './manufacturers.ts';
import { payment } from './payment.ts';
import { pendingPayments } from './pending-payments.ts';
import { products } from './products.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { qrCodes } from './qr-codes.ts';
import { receivingOthers } from './receiving-others.ts';
import { receiving } from './receiving.ts';
import { reports } from './reports.ts';
import { settings } from './settings.ts';
import { photos } from './photos.ts';
import { pictureShell } from './shell.ts';
import { signInScreen } from './sign-in.ts';
import { shifts } from './shifts.ts';
import { stores } from './stores.ts';
import { openStudio, type PictureSet, type WindowSize } from './studio.ts';
import { storeDefaults } from './store-defaults.ts';
import { storeSettings } from './store-settings.ts';
import { staff } from './staff.ts';
import { supplierReturns } from './supplier-returns.ts';
import { suppliers } from './suppliers.ts';
import { tillCart } from './till-cart.ts';
import { tillCustomer } from './till-customer.ts';
import { tillDrafts } from './till-drafts.ts';
import { tillEmpty } from './till-empty.ts';
import { tillShift } from './till-shift.ts';
import { tillTroubles } from './till-troubles.ts';
import { tradeIn } from './trade-in.ts';
import { transactions } from './transactions.ts';
import { transfers } from './transfers.ts';

const sizes: readonly WindowSize[] = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 700 },
];
/** A phone, and a window of 1366 px at 200 % zoom: taken only when they are asked for. */
const narrowSizes: readonly WindowSize[] = [
  { width: 390, height: 844 },
  { width: 683, height: 384 },
];
const pictureSets: readonly PictureSet[] = [
  signInScreen,
  accountScreens,
  dashboard,
  tillEmpty,
  tillCart,
  tillCustomer,
  tillDrafts,
  tillTroubles,
  tillShift,
  payment,
  transactions,
  detail,
  transfers,
  pendingPayments,
  customers,
  customerLists,
  counts,
  manufacturers,
  products,
  photos,
  inventory,
  shifts,
  supplierReturns,
  suppliers,
  purchaseOrders,
  qrCodes,
  tradeIn,
  imports,
  receiving,
  lowStock,
  reports,
  stores,
  settings,
  backups,
  audit,
  storeSettings,
  staff,
  approvals,
  groupPrices,
  deposits,
  depositsNotHeld,
  exchanges,
  receivingOthers,
  storeDefaults,
  firstDays,
  goTo,
];
const SHELL = 'shell';
const DEVICE = 'device';

const [folder, widths, names] = process.argv.slice(2);
if (!folder) throw new Error('Which folder shall the pictures go to?');
await mkdir(folder, { recursive: true });
const isWanted = (list: string | undefined, name: string) => !list || list.split(',').includes(name);

async function picture(browser: Browser, set: PictureSet, size: WindowSize, into: string): Promise<void> {
  const { studio, close } = await openStudio(browser, size, into);
  try {
    await set.takePictures(studio);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${set.name} at ${size.width}: ${error instanceof Error ? error.message : error}`);
  } finally {
    for (const trouble of await close()) console.log(`${set.name} at ${size.width}: ${trouble}`);
  }
}

const browser = await launchBrowser();
try {
  const wanted = (widths ? [...sizes, ...narrowSizes] : sizes).filter(({ width }) =>
    isWanted(widths, String(width)),
  );
  for (const size of wanted) {
    for (const set of pictureSets.filter(({ name }) => isWanted(names, name))) {
      await picture(browser, set, size, folder);
    }
  }
} finally {
  await browser.close();
}
if (isWanted(names, SHELL) && isWanted(widths, String(sizes[0]?.width))) await pictureShell(folder);
for (const size of sizes.filter(({ width }) => isWanted(names, DEVICE) && isWanted(widths, String(width)))) {
  await pictureDevice(folder, size);
}
