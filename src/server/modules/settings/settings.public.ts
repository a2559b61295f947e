export { refuseUnapproved } from './approved.guards.ts';
export { logos } from './logo.queries.ts';
export { changeSettings, chainSettings } from './settings.usecases.ts';
