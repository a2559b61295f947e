export { enter, enterAt, placeOf, type NewEntry } from './drawer.usecases.ts';
export { differencesIn, presentFigures, presentRow } from './shifts.present.ts';
export { shiftRows as findShiftRows } from './shifts.repository.ts';
