export { noteMissing } from './missing.usecases.ts';
export { countToSettle } from './offline-sales.repository.ts';
