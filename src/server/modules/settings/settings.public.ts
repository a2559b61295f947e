export { refuseUnapproved } from './approved.guards.ts';
export { logos } from './logo.rules.ts';
export { changeSettings, chainSettings } from './settings.usecases.ts';
