import type { Centavos } from './money.ts';

/** Why a day's money differs from its sales, with the names on papers and pages. */
export const reconcilingLabels = {
  deposits: 'Deposits taken',
  deposits_used: 'Deposits used',
  verified_in_office: 'Verified in the office',
} as const;
export type ReconcilingItems = Record<keyof typeof reconcilingLabels, Centavos>;

/** The names of these items, in their order on paper. */
export const reconcilingItems = Object.keys(reconcilingLabels) as (keyof ReconcilingItems)[];
