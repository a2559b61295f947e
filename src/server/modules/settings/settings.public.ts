export { logos } from './logo.rules.ts';
export { chainSettings } from './settings.usecases.ts';
