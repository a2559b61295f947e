import type { Till } from '#contract/shifts.ts';

/** What a till is called among others, of which one may have its name after it was retired. */
export const nameOfTill = ({ name, retired_at }: Till): string =>
  retired_at === null ? name : `${name} (retired)`;
