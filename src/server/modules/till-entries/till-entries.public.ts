export {
  findInvoices,
  insertEntries,
  sumShift,
  sumShifts,
  sumStore,
  tallyTaken,
} from './till-entries.repository.ts';
