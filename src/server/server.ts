import type { FastifyInstance } from 'fastify';
import { contract, type Contract } from '#contract/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Backups } from './backups/backups.ts';
import type { Database } from './db/access.ts';
import { shopId } from './db/shop-key.ts';
import { buildApp } from './http/app.ts';
import type { Handlers } from './http/call.ts';
import { startCleanup } from './cleanup.ts';
import { auditHandlers } from './modules/audit/audit.handlers.ts';
import { approvalsHandlers, cashiersHandlers, pinsHandlers } from './modules/approvals/approvals.handlers.ts';
import { keptApprovals } from './modules/approvals/approvals.public.ts';
import { accountHandlers } from './modules/account/account.handlers.ts';
import { createBackgroundJobs, keepLastUse } from './modules/account/account.public.ts';
import { backupsHandlers } from './modules/backups/backups.handlers.ts';
import { countsHandlers } from './modules/counts/counts.handlers.ts';
import { keepClosing } from './modules/counts/counts.public.ts';
import { customersHandlers } from './modules/customers/customers.handlers.ts';
import { dashboardHandlers } from './modules/dashboard/dashboard.handlers.ts';
import { importsHandlers } from './modules/imports/imports.handlers.ts';
import { keepImporting } from './modules/imports/imports.public.ts';
import { lowStockHandlers } from './modules/low-stock/low-stock.handlers.ts';
import { startMail, type MailOptions } from './modules/mail/mail.public.ts';
import { manufacturersHandlers } from './modules/manufacturers/manufacturers.handlers.ts';
import { mediaHandlers } from './modules/media/media.handlers.ts';
import type { PictureOwners } from './modules/media/media.public.ts';
import { paymentsHandlers } from './modules/payments/payments.handlers.ts';
import { screenshots } from './modules/transactions/transactions.public.ts';
import { noteMissing } from './modules/offline-sales/offline-sales.public.ts';
import { offlineSalesHandlers } from './modules/offline-sales/offline-sales.handlers.ts';
import { posHandlers } from './modules/pos/pos.handlers.ts';
import { productTypesHandlers } from './modules/product-types/product-types.handlers.ts';
import { productsHandlers } from './modules/products/products.handlers.ts';
import { productPhotos, variationPhotos } from './modules/products/products.public.ts';
import { qrCodesHandlers } from './modules/qr-codes/qr-codes.handlers.ts';
import { requestsHandlers } from './modules/requests/requests.handlers.ts';
import { searchHandlers } from './modules/search/search.handlers.ts';
import { settingsHandlers } from './modules/settings/settings.handlers.ts';
import { logos } from './modules/settings/settings.public.ts';
import { setupHandlers } from './modules/setup/setup.handlers.ts';
import { setupCodeOf } from './modules/setup/setup.public.ts';
import { peopleHandlers } from './modules/staff/people.handlers.ts';
import {
  orderDocumentHandlers,
  purchaseOrdersHandlers,
  supplierOrdersHandlers,
} from './modules/purchase-orders/purchase-orders.handlers.ts';
import { receivingHandlers } from './modules/receiving/receiving.handlers.ts';
import { rolesHandlers } from './modules/staff/roles.handlers.ts';
import { staffHandlers } from './modules/staff/staff.handlers.ts';
import { identify } from './modules/staff/staff.public.ts';
import { storeFiguresHandlers } from './modules/store-figures/store-figures.handlers.ts';
import { storeSettingsHandlers, storesHandlers } from './modules/stores/stores.handlers.ts';
import { hearLastInvoice } from './modules/stores/stores.public.ts';
import { cashMovementsHandlers, shiftsHandlers } from './modules/shifts/shifts.handlers.ts';
import { zReadingsHandlers } from './modules/z-readings/z-readings.handlers.ts';
import { tillReleasesHandlers } from './modules/till-releases/till-releases.handlers.ts';
import { tillsHandlers } from './modules/tills/tills.handlers.ts';
import { identifyTill } from './modules/tills/tills.public.ts';
import { supplierReturnsHandlers } from './modules/supplier-returns/supplier-returns.handlers.ts';
import { suppliersHandlers } from './modules/suppliers/suppliers.handlers.ts';
import { tradeInsHandlers, tradingIn } from './modules/trade-ins/trade-ins.handlers.ts';
import { inventoryHandlers } from './modules/inventory/inventory.handlers.ts';
import { systemHandlers } from './modules/system/system.handlers.ts';
import { transactionsHandlers } from './modules/transactions/transactions.handlers.ts';
import { transfersHandlers } from './modules/transfers/transfers.handlers.ts';
import { originOf } from './origin.ts';
import type { ServerCertificate } from './tls/certificate.ts';

type ServerOptions = {
  database: Database;
  /** Epoch milliseconds; tests pass their own clock. */
  clock?: () => number;
  screens?: string;
  log?: boolean;
  /** The certificate that makes it HTTPS. */
  certificate?: ServerCertificate | null;
  /** The transport of mails from the outbox; without it they wait there. */
  mail?: Pick<MailOptions, 'transport' | 'log'>;
  /** Milliseconds within which a request must have arrived whole. */
  slowest?: number;
  /** Milliseconds of event-loop delay above which calls are refused; absent to take them always. */
  mostBehind?: number;
  /** The token that permits reading the metrics; without one only this computer may. */
  metricsToken?: string;
  /** Addresses and networks of proxies on other computers, whose word on a client's address counts. */
  trustedProxies?: readonly string[];
  /** The origin of the screens, such as `https://till.shop.ph`: links in mails begin with it. */
  publicUrl?: string;
  /** The backups of the database; null for one that its own tools back up. */
  backups?: Backups | null;
  /** The data folder, where the tills’ releases lie; without it there are none. */
  dataDir?: string;
  /** True once it was told to stop: `/health/ready` says so. */
  isLeaving?: () => boolean;
};

/** The module that shows each kind of picture. */
export const pictureOwners: PictureOwners = {
  payment_screenshot: screenshots,
  shop_logo: logos,
  product_photo: productPhotos,
  variation_photo: variationPhotos,
};

/** The metric that an alarm watches: infinite until the first good backup. */
const ageOf = ({ status }: Backups, clock: () => number) => ({
  name: 'tindahan_backup_age_seconds',
  help: 'Seconds since the last moment that can be restored, as tried by the server',
  read: () => (clock() - (status().good?.at ?? -Infinity)) / 1000,
});

/** Creates the whole backend over one database, ready to listen. */
export async function createServer({
  database,
  clock = () => Date.now(),
  screens,
  log,
  certificate,
  mail,
  slowest,
  mostBehind,
  metricsToken,
  trustedProxies,
  publicUrl,
  backups = null,
  dataDir,
  isLeaving = () => false,
}: ServerOptions): Promise<FastifyInstance> {
  const backgroundJobs = createBackgroundJobs(console.error);
  const lastUse = keepLastUse(database);
  const shop_id = await shopId(database.reader);
  const handlers: Handlers<Contract> = {
    system: systemHandlers(database, { version: packageJson.version, shop_id }, isLeaving),
    setup: setupHandlers(database, await setupCodeOf(database.reader)),
    settings: settingsHandlers(),
    backups: backupsHandlers(backups, database),
    staff: {
      ...staffHandlers(database),
      ...peopleHandlers(database, contract),
      ...pinsHandlers(database),
      ...cashiersHandlers(database),
    },
    roles: rolesHandlers(),
    account: accountHandlers({
      database,
      backgroundJobs,
      linkOrigin: () => publicUrl ?? originOf(app, Boolean(certificate)),
    }),
    stores: { ...storesHandlers(), ...storeFiguresHandlers(), ...storeSettingsHandlers() },
    dashboard: dashboardHandlers(backups !== null),
    customers: customersHandlers(),
    suppliers: { ...suppliersHandlers(), ...supplierOrdersHandlers() },
    purchaseOrders: { ...purchaseOrdersHandlers(), ...orderDocumentHandlers(), ...receivingHandlers() },
    supplierReturns: supplierReturnsHandlers(),
    manufacturers: manufacturersHandlers(),
    productTypes: productTypesHandlers(),
    products: productsHandlers(),
    inventory: { ...inventoryHandlers(), ...lowStockHandlers(), ...tradingIn() },
    tradeIns: tradeInsHandlers(),
    counts: countsHandlers(),
    imports: importsHandlers(),
    pos: posHandlers(),
    transactions: transactionsHandlers(),
    payments: paymentsHandlers(),
    offlineSales: offlineSalesHandlers(),
    tills: tillsHandlers(noteMissing),
    tillReleases: tillReleasesHandlers(dataDir),
    shifts: shiftsHandlers(),
    cashMovements: cashMovementsHandlers(),
    zReadings: zReadingsHandlers(),
    approvals: approvalsHandlers(database),
    transfers: transfersHandlers(),
    qrCodes: qrCodesHandlers(),
    media: mediaHandlers(pictureOwners),
    audit: auditHandlers(contract),
    requests: requestsHandlers(),
    search: searchHandlers(),
  };
  const app: FastifyInstance = await buildApp({
    contract,
    handlers,
    database,
    clock,
    identify: (token, now) => identify(database.reader, token, now),
    identifyTill: (secret) => identifyTill(database.reader, secret),
    approvals: keptApprovals,
    hearLastInvoice: (proof, heard) => hearLastInvoice(database, proof, heard),
    noteUse: lastUse.note,
    noteChanged: (action) => {
      if (action.startsWith('imports.')) importing.wake();
      if (action === 'counts.close') closing.wake();
    },
    version: packageJson.version,
    shopId: shop_id,
    screens,
    log,
    certificate,
    slowest,
    mostBehind,
    metricsToken,
    trustedProxies,
    gauges: backups ? [ageOf(backups, clock)] : [],
  });
  const stopTidying = await startCleanup(database, pictureOwners, clock);
  app.addHook('onClose', stopTidying);
  const closing = keepClosing(database, clock);
  const importing = keepImporting(database, clock);
  app.addHook('onClose', closing.stop);
  app.addHook('onClose', importing.stop);
  app.addHook('onClose', backgroundJobs.settled);
  app.addHook('onClose', lastUse.settled);
  if (mail) {
    const { stop } = startMail({ database, clock, ...mail });
    app.addHook('onClose', stop);
  }
  return app;
}
