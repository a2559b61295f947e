export { getStore, isOwn, ownStore, refuseClosedTill, refuseForeign, sellingStore } from './stores.guards.ts';
export { findStore } from './stores.repository.ts';
export { ownStores } from './stores.usecases.ts';
export { deactivateStore } from './directory.usecases.ts';
