export {
  findInvoices,
  insertEntries,
  sumShift,
  sumShifts,
  sumStore,
  tallyTaken,
  type Span,
} from './till-entries.repository.ts';
