import { ADMIN, letGo, type PictureSet } from './studio.ts';

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
    await page.route('**/api/v1/backups', (route) => route.fulfill({ json: { state, key_check } }));
    await page.goto('/settings/backups');
    await page.getByRole('heading', { name: /^Last good backup/ }).waitFor();
    await letGo(page);
    await take(page, 'backups');
  },
};
