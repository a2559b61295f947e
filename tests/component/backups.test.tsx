import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { failCalls, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';

const ADMIN = 'admin@demo.test';
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const place = {
  id: null,
  path: '/srv/tindahan/backups',
  filled_at: ago(1000),
  trouble: null,
  bytes: 1_840_000_000,
  free: 212_000_000_000,
  bases: [ago(26 * HOUR), ago(2 * HOUR)],
  minutes: { from: ago(48 * HOUR), to: ago(1000) },
};
const good = {
  at: ago(12 * 60_000),
  checked_at: ago(11 * 60_000),
  sales: 1204,
  units: 3912,
  place: place.path,
};

/** Opens the page with a state that the server answers. */
function openWith(state: object | null, key_check: object | null = null) {
  const whole = { is_running: false, whole_at: ago(2 * HOUR), copied_at: ago(1000), trouble: null, good };
  failCalls({
    path: /\/backups$/,
    method: 'GET',
    status: 200,
    body: { state: state && { ...whole, places: [place], ...state }, key_check },
  });
  return openScreen('/settings/backups', { email: ADMIN });
}

describe('the page of backups', () => {
  it('shows the last good one, what was compared, where it is, and that it is on one disk alone', async () => {
    await openWith({});
    await isShown(page.getByRole('heading', { name: 'Last good backup 12 minutes ago' }));
    await isShown(page.getByText('3,912 units, 1,204 sales'));
    await isShown(page.getByText(/\/srv\/tindahan\/backups · 1.8 GB · 212 GB free/));
    await isShown(page.getByText(/on the disk that the shop itself is on/));
    await isShown(page.getByRole('img', { name: 'Whole copies of 2 of the last 30 days' }));
    await isShown(page.getByText('npm run server -- --restore "/srv/tindahan/backups"'));
    for (const option of ['npm run server --', '--restore', '--until "2026-11-26 14:30"']) {
      expect(page.getByText(option, { exact: true }).element().getClientRects(), option).toHaveLength(1);
    }
    await isShown(page.getByText(/Nobody has checked yet/));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Add folder' }).click();
    await isShown(
      page.getByText('The whole path as the server sees it, such as D:\\Backups or /mnt/backups'),
    );
  });

  it('tells of a place that was not reached, of trouble, and of a backup that is too old', async () => {
    const gone = {
      ...place,
      id: 7,
      path: '/mnt/nas',
      trouble: '/mnt/nas is not there',
      filled_at: ago(HOUR),
    };
    await openWith({
      good: { ...good, at: ago(30 * HOUR) },
      trouble: { at: ago(HOUR), text: 'The backup did not reach /mnt/nas: /mnt/nas is not there' },
      places: [place, gone],
    });
    await isShown(page.getByRole('alert'));
    await isShown(page.getByText('Not reached'));
    await isShown(page.getByText('/mnt/nas is not there', { exact: true }));
    await page.getByRole('button', { name: 'Remove /mnt/nas' }).click();
    await isShown(page.getByRole('alertdialog', { name: 'Remove this folder?' }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await openScreen('/dashboard', { email: ADMIN });
    await isShown(page.getByText(/^The last good backup is of/));
    await isShown(page.getByRole('link', { name: 'See the backups' }));
  });

  it('shows the key in groups, and takes it as it was typed', async () => {
    const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
    await openWith({}, { at: ago(99 * 24 * HOUR), staff: { id: 1, name: 'Marco Diaz' } });
    await isShown(page.getByText(/Last checked by Marco Diaz/));
    failCalls({ path: /\/backups\/key$/, status: 200, body: { key } });
    await page.getByRole('button', { name: 'Show key' }).click();
    await isShown(page.getByText('AGE-SECRET-KEY-1 QQQQ QQQQ', { exact: false }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Check the key' }).click();
    await page.getByRole('textbox', { name: 'Key' }).fill('wrong');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByText('PostgreSQL is backed up by its own tools'));
  });

  it('says of PostgreSQL that its own tools back it up', async () => {
    await openWith(null);
    await isShown(page.getByText(/keeps its data in PostgreSQL/));
    expect(page.getByRole('button', { name: 'Back up now' }).elements()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
  });
});
