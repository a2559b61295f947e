export { getStore, ownStore, sellingStore } from './stores.guards.ts';
export { ownStores } from './stores.usecases.ts';
