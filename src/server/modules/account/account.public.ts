export { createBackgroundJobs } from './background-jobs.ts';
export { keepLastUse } from './last-use.ts';
export { deleteExpiredResets } from './resets.repository.ts';
