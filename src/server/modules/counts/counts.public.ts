export { keepClosing } from './close.usecases.ts';
export { countChecked, findCountsOfUnit } from './counts.repository.ts';
