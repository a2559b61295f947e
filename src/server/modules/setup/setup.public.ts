export { makeSetupCode } from './setup-code.ts';
export { isSetupNeeded, makeFirstShop } from './setup.usecases.ts';
