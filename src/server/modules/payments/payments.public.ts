export { countPending } from './payments.repository.ts';
export { dayOf, salesFigures } from './sales-figures.usecases.ts';
