import { ADMIN, answerAsShop, letGo, type PictureSet } from './studio.ts';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const DAYS = 30;

/** The page of backups with a state that a shop has after a month: the demo shop's server makes none. */
export const backups: PictureSet = {
  name: 'backups',
  takePictures: async ({ open, take, now }) => {
    const ago = (ms: number) => new Date(now() - ms).toISOString();
    const nights = (count: number) =>
      Array.from({ length: count }, (_, night) => ago((count - 1 - night) * DAY + 15 * HOUR));
    const own = {
      id: null,
      path: '/srv/tindahan/backups',
      bucket: null,
      filled_at: ago(MINUTE / 2),
      trouble: null,
      bytes: 1_840_000_000,
      free: 212_000_000_000,
      bases: nights(3),
      minutes: { from: ago(3 * DAY), to: ago(MINUTE / 2) },
    };
    const nas = {
      ...own,
      id: 1,
      path: '/mnt/nas/tindahan',
      bytes: 9_200_000_000,
      free: 1_700_000_000_000,
      bases: nights(DAYS),
      minutes: { from: ago(2 * DAY), to: ago(MINUTE / 2) },
    };
    const bucket = {
      ...nas,
      id: 2,
      path: 's3://our-shop/copies/manila',
      bucket: {
        endpoint: 'https://s3.ap-southeast-1.amazonaws.com',
        region: 'ap-southeast-1',
        bucket: 'our-shop',
        prefix: 'copies/manila',
        key_id: 'AKIAIOSFODNN7EXAMPLE',
      },
      free: null,
    };
    const state = {
      is_running: false,
      whole_at: ago(15 * HOUR),
      copied_at: ago(MINUTE / 2),
      trouble: null,
      good: { at: ago(12 * MINUTE), checked_at: ago(11 * MINUTE), sales: 1204, units: 3912, place: nas.path },
      places: [own, nas],
    };
    const key_check = { at: ago(40 * DAY), staff: { id: 1, name: 'Maria Teresa Santos' } };
    const page = await open('/settings', ADMIN);
    await page.getByLabel('Shop name').waitFor();
    await page.route('**/api/v1/backups', (route) => answerAsShop(route, { state, key_check }));
    await page.goto('/settings/backups');
    await page.getByRole('heading', { name: /^Last good backup/ }).waitFor();
    await letGo(page);
    await take(page, 'backups');
    await page.getByRole('button', { name: 'Add place' }).click();
    await page.getByRole('textbox', { name: 'Folder' }).waitFor();
    await take(page, 'backups-add-folder');
    await page.getByRole('radio', { name: 'S3 bucket' }).click();
    await take(page, 'backups-add-bucket');
    await page.getByRole('textbox', { name: 'Endpoint' }).fill('s3.example.com/copies');
    await page.getByRole('button', { name: /^Test and Add/ }).click();
    await page.getByText('Secret is required').waitFor();
    await take(page, 'backups-add-bucket-refused');
    const refused = {
      ...bucket,
      filled_at: ago(3 * HOUR),
      trouble: 'The bucket our-shop is in the region ap-southeast-2, not in ap-southeast-1',
    };
    await page.unroute('**/api/v1/backups');
    await page.route('**/api/v1/backups', (route) =>
      answerAsShop(route, { state: { ...state, places: [own, nas, refused] }, key_check }),
    );
    await page.goto('/settings/backups');
    await page.getByText('Not reached').waitFor();
    await letGo(page);
    await page.getByText('Not reached').scrollIntoViewIfNeeded();
    await take(page, 'backups-bucket');
    await page.getByRole('button', { name: `Edit ${bucket.path}` }).click();
    await page.getByText('Stays as it is if nothing is typed').waitFor();
    await take(page, 'backups-edit-bucket');
    await page.keyboard.press('Escape');
    await page.unroute('**/api/v1/backups');
    const held = { ...nas, is_held: true, filled_at: null, bytes: 0, free: null, bases: [], minutes: null };
    await page.route('**/api/v1/backups', (route) =>
      answerAsShop(route, { state: { ...state, is_copy: true, places: [own, held] }, key_check }),
    );
    await page.goto('/settings/backups');
    await page.getByText('This is a restored copy.').waitFor();
    await letGo(page);
    await take(page, 'backups-copy');
    await page.getByRole('button', { name: 'This is the shop from now on' }).click();
    await page.getByRole('alertdialog').waitFor();
    await take(page, 'backups-take-over');
    await page.keyboard.press('Escape');
    const message = 'Current password is incorrect';
    const refusal = { code: 'wrong_password', message, errors: { current_password: [message] } };
    await page.route('**/api/v1/backups/key', (route) => answerAsShop(route, refusal, 422));
    await page.getByRole('button', { name: 'Show key' }).click();
    await page.getByLabel('Your password').fill('not-it-at-all');
    await page.keyboard.press('Enter');
    await page.getByText(message).waitFor();
    await take(page, 'backups-show-key');
  },
};
