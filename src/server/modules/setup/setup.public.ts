export { setupCodeOf } from './setup-code.ts';
export { isSetupNeeded, makeFirstShop } from './setup.usecases.ts';
