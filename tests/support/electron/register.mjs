// node --import tests/support/electron/register.mjs out/main/index.js: every import of electron gets the stand-in.
import { registerHooks } from 'node:module';

const standIn = import.meta.resolve('./electron.ts');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
