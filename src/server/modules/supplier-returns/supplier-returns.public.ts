export { claimSentBack, endSentBack, type SentBack } from './never-left.usecases.ts';
export { insertReturn, returnsOfUnit } from './supplier-returns.repository.ts';
export { noteCameBack } from './supplier-returns.usecases.ts';
