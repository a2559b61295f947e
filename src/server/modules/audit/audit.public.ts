export { auditIn, pruneAudit } from './audit.usecases.ts';
