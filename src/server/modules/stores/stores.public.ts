export { invoiceProofs, type Prove } from './invoice-proofs.ts';
export { freeInvoiceNumber, hearLastInvoice, setNextInvoice, trustClock } from './invoice-series.usecases.ts';
export {
  detailsOfElsewhere,
  getStore,
  isOwn,
  ownStore,
  refuseClosedTill,
  refuseForeign,
  refuseInactive,
  sellingStore,
} from './stores.guards.ts';
export { saveStoreDefaults } from './store-defaults.repository.ts';
export {
  businessAt,
  businessesOf,
  type PaperSeller,
  sellerAt,
  sellerNow,
  sellersOf,
  type SlipBusiness,
} from './seller.queries.ts';
export { claimStore, findStore, findStores, hasOpenShift, settingsText } from './stores.repository.ts';
export { deactivateStore } from './stores.usecases.ts';
export { zonesOfRow } from './stores.present.ts';
export { taxAt } from './tax-history.queries.ts';
