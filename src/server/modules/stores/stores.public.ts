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
export { findIdentities, identityOf } from './identities.repository.ts';
export { claimStore, findStore, findStores, hasOpenShift, settingsText } from './stores.repository.ts';
export { deactivateStore } from './stores.usecases.ts';
export { zonesOfRow } from './stores.present.ts';
export { taxAt } from './tax-history.queries.ts';
