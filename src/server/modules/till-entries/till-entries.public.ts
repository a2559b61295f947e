export { insertEntries, sumShift, sumStore, tallyTaken, type Span } from './till-entries.repository.ts';
