export { keepClosing } from './close.usecases.ts';
export { expectNoMore, holdOpenSince } from './left-before.usecases.ts';
export { countChecked, findCountsOfUnit } from './counts.repository.ts';
