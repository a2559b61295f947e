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
