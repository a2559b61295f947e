export { createErrands } from './errands.ts';
export { keepLastUse } from './last-use.ts';
export { deleteExpiredResets } from './resets.repository.ts';
