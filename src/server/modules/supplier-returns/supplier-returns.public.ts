export { insertReturn, returnsOfUnit } from './supplier-returns.repository.ts';
export { noteCameBack } from './supplier-returns.usecases.ts';
