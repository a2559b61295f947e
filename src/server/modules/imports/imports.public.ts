export { forgetCancelled, keepImporting } from './keep-importing.ts';
