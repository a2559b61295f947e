export { countPending } from './payments.repository.ts';
export { dayOf, salesFigures, salesOfDays, sumSales, timeOf, type Days } from './sales-figures.usecases.ts';
export { payByTradeIn } from './payments.usecases.ts';
