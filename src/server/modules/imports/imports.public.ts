export { forgetCancelled } from './housekeeping.ts';
export { keepImporting } from './keep-importing.ts';
