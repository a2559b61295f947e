export { sumReconcilingItems } from './reconciling-items.repository.ts';
export {
  findLateEntries,
  findLateSales,
  findInvoices,
  giveLateEntries,
  insertEntries,
  nameLateSales,
  sumShift,
  sumShifts,
  sumStore,
  tallyTaken,
} from './till-entries.repository.ts';
