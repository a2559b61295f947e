export { enter, enterAt, placeOf, type NewEntry, type Place } from './drawer.usecases.ts';
export { openLateShift } from './late-opening.usecases.ts';
export { correctionEntries, placeLateSale, type LatePlace } from './late-sale.usecases.ts';
export { differencesIn, presentFigures, presentRow } from './shifts.present.ts';
export { findShiftNumber, shiftRows as findShiftRows } from './shifts.repository.ts';
