export { keepImporting } from './keep-importing.ts';
