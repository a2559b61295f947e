import { expect, it } from 'vitest';
import { forms } from '#tests/prove/forms.ts';
import { proveOfflineKills } from '#tests/prove/offline-kill.ts';

// The short form of npm run prove.
it('a till killed while it sells without the server and sends its sales loses none and doubles none', async () => {
  const report = await proveOfflineKills(forms.short.offlineKills);
  expect(report.findings).toEqual([]);
  expect(report.kills).toBe(forms.short.offlineKills.kills);
  expect(report.acknowledged).toBeGreaterThan(0);
});
