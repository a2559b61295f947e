export { keepClosing } from './close.usecases.ts';
export { expectNoMore } from './left-before.usecases.ts';
export { countChecked, findCountsOfUnit } from './counts.repository.ts';
