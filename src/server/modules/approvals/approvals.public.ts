export { forgetOldApprovals, keptApprovals } from './approvals.usecases.ts';
