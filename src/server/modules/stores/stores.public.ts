export { getStore, ownStore, sellingStore } from './stores.guards.ts';
