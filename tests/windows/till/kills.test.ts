import { expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proofsOnWindows } from '#tests/prove/windows.ts';

it.concurrent.for(proofsOnWindows(forms.short.windows))(
  'loses nothing acknowledged at a kill',
  // A minute on a quiet computer, all of its rounds together.
  { timeout: 300_000 },
  async (prove) => {
    const { findings, kills, acknowledged } = await prove();
    expect(findings).toEqual([]);
    expect([kills > 10, acknowledged > 0]).toEqual([true, true]);
  },
);
