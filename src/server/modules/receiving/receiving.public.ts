export { findReceiptsBy } from './receipts.usecases.ts';
