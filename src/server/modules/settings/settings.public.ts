export { logos, refuseUnapproved } from './settings.queries.ts';
export { findShopNames } from './settings.repository.ts';
export { changeSettings, chainSettings } from './settings.usecases.ts';
