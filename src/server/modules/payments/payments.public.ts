export { countPending } from './payments.repository.ts';
export { dayOf, salesFigures, salesOfDays, timeOf, type Days } from './sales-figures.usecases.ts';
