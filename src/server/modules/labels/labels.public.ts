export { findLabels, labelOf, linkLabel, voidUnused, type LabelRow } from './labels.repository.ts';
export { claimLabel, forgetLabel, linkClaimed, type ClaimedLabel } from './labels.usecases.ts';
