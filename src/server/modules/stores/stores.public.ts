export {
  getStore,
  isOwn,
  ownStore,
  refuseClosedTill,
  refuseForeign,
  refuseInactive,
  sellingStore,
} from './stores.guards.ts';
export { findStore, findStores } from './stores.repository.ts';
export { claimStore } from './directory.repository.ts';
export { deactivateStore } from './directory.usecases.ts';
