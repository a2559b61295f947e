import type { Till } from '#contract/shifts.ts';

/** Returns a till's name, marked if retired: an active till may have the same name. */
export const nameOfTill = ({ name, retired_at }: Till): string =>
  retired_at === null ? name : `${name} (retired)`;
