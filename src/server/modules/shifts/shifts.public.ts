export { enter, enterAt, placeOf, type NewEntry, type Place } from './drawer.usecases.ts';
export { correctionEntries, placeLateSale, type LatePlace } from './late-sale.usecases.ts';
export { differencesIn, presentFigures, presentRow } from './shifts.present.ts';
export { shiftRows as findShiftRows } from './shifts.repository.ts';
