export { logos, refuseUnapproved } from './settings.queries.ts';
export { changeSettings, chainSettings } from './settings.usecases.ts';
