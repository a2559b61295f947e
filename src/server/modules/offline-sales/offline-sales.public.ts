export { noteMissing } from './missing.usecases.ts';
