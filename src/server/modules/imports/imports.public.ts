export { forgetCancelled } from './cleanup.ts';
export { keepImporting } from './keep-importing.ts';
