export {
  getStore,
  isOwn,
  ownStore,
  refuseClosedTill,
  refuseForeign,
  refuseInactive,
  sellingStore,
} from './stores.guards.ts';
export { claimStore, findStore, findStores } from './stores.repository.ts';
export { deactivateStore } from './stores.usecases.ts';
