import { beforeAll, describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { callerAs } from '#tests/support/component/open-screen.tsx';
import { listLoaded } from '#tests/support/component/list-rows.ts';
import { isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { ADMIN, DESK, firstOf, looksAsBefore, openPage } from '#tests/support/pictures/compare.ts';
import { expectDone } from '#tests/support/selling.ts';

describe('the company', () => {
  let admin: Caller;
  let stores: { id: number; code: string }[];
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    stores = expectDone(await admin.get<typeof stores>('/stores'));
  });
  const storeOf = (code: string) => stores.find((store) => store.code === code)?.id ?? 0;

  it('stores', async () => {
    await openPage('/stores', ADMIN);
    await listLoaded();
    await looksAsBefore('stores', { sizes: [DESK] });
  });

  it('how a store performs', async () => {
    await openPage(`/stores/${storeOf('MNL-01')}?tab=performance`, ADMIN);
    await isShown(page.getByRole('table', { name: 'Top Products' }));
    await looksAsBefore('performance');
  });

  it('the settings of a store', async () => {
    await openPage(`/stores/${storeOf('MNL-01')}/settings`, ADMIN);
    await looksAsBefore('store-settings');
  });

  it('the day of a store', async () => {
    await openPage('/reports', ADMIN);
    await isShown(page.getByRole('table', { name: 'Payments by method' }));
    await looksAsBefore('report');
  });

  it('staff', async () => {
    await openPage('/staff', ADMIN);
    await listLoaded();
    await looksAsBefore('staff');
    await openPage(`/staff/${await firstOf(admin, '/staff?search=joel')}`, ADMIN);
    await isShown(page.getByText('Quick stats'));
    await looksAsBefore('staff-member', { sizes: [DESK] });
  });

  it('roles', async () => {
    await openPage('/roles', ADMIN);
    await isShown(page.getByText('See costs', { exact: true }));
    await looksAsBefore('roles');
  });
});
