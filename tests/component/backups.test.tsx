import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { failCalls, holdCall, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';

const ADMIN = 'admin@demo.test';
const HOUR = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const place = {
  id: null,
  path: '/srv/tindahan/backups',
  bucket: null,
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
    await page.getByRole('button', { name: 'Add place' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Folder' })).toHaveFocus();
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

  const bucket = {
    ...place,
    id: 8,
    path: 's3://our-shop/copies',
    bucket: {
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      bucket: 'our-shop',
      prefix: 'copies',
      key_id: 'AKIASHOP',
    },
    free: null,
  };

  it('adds a bucket, and shows on its fields what is wrong with it', async () => {
    await openWith({});
    await page.getByRole('button', { name: 'Add place' }).click();
    await page.getByRole('radio', { name: 'S3 bucket' }).click();
    await page.getByRole('textbox', { name: 'Endpoint' }).fill('s3.example.com/copies');
    await page.getByRole('textbox', { name: 'Bucket', exact: true }).fill('our-shop');
    await page.getByRole('textbox', { name: 'Region' }).fill('eu-west-1');
    await page.getByRole('textbox', { name: 'Key ID' }).fill('AKIASHOP');
    await page.getByRole('button', { name: /^Test and Add/ }).click();
    await isShown(page.getByText('An address without a path, such as https://s3.eu-west-1.amazonaws.com'));
    await isShown(page.getByText('Secret is required'));
    await expect.element(page.getByRole('textbox', { name: 'Endpoint' })).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('textbox', { name: 'Endpoint' }).fill(bucket.bucket.endpoint);
    await page.getByLabelText('Secret').fill('typed');
    const said = 'There is no bucket our-shop at s3.eu-west-1.amazonaws.com';
    failCalls({
      path: /\/backups\/buckets$/,
      method: 'POST',
      status: 422,
      body: { message: 'Validation Error', errors: { bucket: [said] } },
    });
    // The page looks again after a refusal, and this server has no backups to show.
    holdCall({ path: /\/backups$/, method: 'GET' });
    const tried = holdCall({ path: /\/backups\/buckets$/, method: 'POST' });
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('button', { name: /^Testing/ }));
    tried.release();
    await isShown(page.getByRole('dialog').getByText(said));
    await expect.element(page.getByLabelText('Bucket', { exact: true })).toHaveFocus();
  });

  it('shows a bucket with how to restore from it, and changes it without asking for its secret again', async () => {
    await openWith({ places: [place, bucket] });
    await isShown(
      page.getByText('s3://our-shop/copies · s3.eu-west-1.amazonaws.com · 1.8 GB', { exact: false }),
    );
    await isShown(page.getByText('npm run server -- --restore "s3://our-shop/copies"'));
    await isShown(page.getByText('AWS_ACCESS_KEY_ID=AKIASHOP'));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Remove s3://our-shop/copies' }).click();
    await isShown(page.getByRole('alertdialog', { name: 'Remove this bucket?' }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('alertdialog'));
    await page.getByRole('button', { name: 'Edit s3://our-shop/copies' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Folder in the bucket' })).toHaveValue('copies');
    await expect.element(page.getByLabelText('Secret')).toHaveValue('');
    await isShown(page.getByText('Stays as it is if nothing is typed'));
    failCalls({
      path: /\/backups\/buckets\/8$/,
      method: 'PUT',
      status: 422,
      body: { message: 'Validation Error', errors: { key_id: ['The server does not know this key'] } },
    });
    holdCall({ path: /\/backups$/, method: 'GET' });
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('Key ID')).toHaveFocus();
    failCalls({
      path: /\/backups\/buckets\/8$/,
      method: 'PUT',
      status: 200,
      body: { message: 'The bucket was changed' },
    });
    await page.getByRole('button', { name: /^Test and Save/ }).click();
    await isGone(page.getByRole('dialog'));
  });

  it('shows the key in groups, and takes it as it was typed', async () => {
    const key = `AGE-SECRET-KEY-1${'Q'.repeat(58)}`;
    await openWith({}, { at: ago(99 * 24 * HOUR), staff: { id: 1, name: 'Marco Diaz' } });
    await isShown(page.getByText(/Last checked by Marco Diaz/));
    failCalls({
      path: /\/backups\/key$/,
      method: 'POST',
      status: 422,
      body: {
        code: 'wrong_password',
        message: 'Current password is incorrect',
        errors: { current_password: ['Current password is incorrect'] },
      },
    });
    await page.getByRole('button', { name: 'Show key' }).click();
    await expect.element(page.getByLabelText('Your password')).toHaveFocus();
    await page.getByLabelText('Your password').fill('not-it-at-all');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('dialog').getByText('Current password is incorrect'));
    expect(await axeViolations()).toEqual([]);
    failCalls({ path: /\/backups\/key$/, method: 'POST', status: 200, body: { key } });
    await page.getByLabelText('Your password').fill('it-is-this-one');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByText('AGE-SECRET-KEY-1 QQQQ QQQQ', { exact: false }));
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    await page.getByRole('button', { name: 'Check the key' }).click();
    await page.getByRole('textbox', { name: 'Key' }).fill('wrong');
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByText('PostgreSQL is backed up by its own tools'));
  });

  it('says that a restored copy backs up nowhere else, and asks if it is the shop from now on', async () => {
    const held = {
      ...place,
      id: 7,
      path: '/mnt/nas',
      is_held: true,
      filled_at: null,
      bases: [],
      minutes: null,
    };
    await openWith({ is_copy: true, places: [place, held] });
    await isShown(page.getByText('This is a restored copy. It does not back up to the shop’s places.'));
    await isShown(page.getByText('Not used by this copy'));
    failCalls({
      path: /\/backups\/take-over$/,
      method: 'POST',
      status: 200,
      body: { message: 'This is the shop from now on' },
    });
    await page.getByRole('button', { name: 'This is the shop from now on' }).click();
    const asked = page.getByRole('alertdialog', { name: 'Is this the shop from now on?' });
    await isShown(asked);
    expect(await axeViolations()).toEqual([]);
    await asked.getByRole('button', { name: 'Yes, This Is the Shop' }).click();
    await isGone(asked);
  });

  it('says of PostgreSQL that its own tools back it up', async () => {
    await openWith(null);
    await isShown(page.getByText(/keeps its data in PostgreSQL/));
    expect(page.getByRole('button', { name: 'Back up now' }).elements()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
  });
});
