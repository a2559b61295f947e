import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { UpdateStatus } from '#bridge/updates.ts';
import { till } from '#renderer/lib/till.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { cartLines, enterCode, openTill } from '#tests/support/component/till.ts';
import { call, callerWith, type Caller } from '#tests/support/http.ts';
import { expectDone, serialsOnSale } from '#tests/support/selling.ts';
import { deviceKey, makeTill } from '#tests/support/shifts.ts';

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';

/** Gives this window a till whose program is in a state; returns what was asked of it. */
function standInUpdates(status: Partial<UpdateStatus>, reason: string | null = null) {
  const asked: string[] = [];
  const before = till.updates;
  const now: UpdateStatus = { ready: '1.3.0', is_asked: true, problem: null, is_on: true, ...status };
  let tell: (status: UpdateStatus) => void = () => undefined;
  const updates: typeof till.updates = {
    status: () => Promise.resolve(now),
    check: () => Promise.resolve(now),
    install: () => {
      asked.push('install');
      return Promise.resolve({ reason });
    },
    putOff: () => {
      asked.push('putOff');
      tell({ ...now, is_asked: false });
      return Promise.resolve();
    },
    onChange: (listener) => {
      tell = listener;
      return () => undefined;
    },
  };
  Object.assign(till, { updates });
  onTestFinished(() => void Object.assign(till, { updates: before }));
  return asked;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = () => page.getByText('Version 1.3.0 of this till is ready.');

describe('a new version of the till', () => {
  it('is asked about between sales alone, and not again once it was put off', async () => {
    const asked = standInUpdates({});
    await openTill(MANAGER);
    await isShown(question());
    expect(await axeViolations()).toEqual([]);
    const [unit] = await serialsOnSale(await callerAs(MANAGER), 1);
    await enterCode(unit?.code ?? '');
    await expect.poll(() => cartLines().elements().length).toBe(1);
    await isGone(question());
    await page.getByRole('button', { name: /^Remove / }).click();
    await isShown(question());
    await button('When the till is closed').click();
    await isGone(question());
    expect(asked).toEqual(['putOff']);
  });

  it('is installed at once where nothing stands in the way, which is said', async () => {
    const asked = standInUpdates({}, 'A paper is being printed. Try again when it is done');
    await openTill(MANAGER);
    await button('Update now').click();
    await isTold('A paper is being printed. Try again when it is done.');
    expect(asked).toEqual(['install']);
  });

  it('stands among the facts for support, with what went wrong', async () => {
    standInUpdates({ ready: null, problem: 'The release is not signed by this shop’s key' });
    await openScreen('/support', { email: MANAGER });
    await isShown(page.getByText('The release is not signed by this shop’s key'));
  });
});

describe('the versions of tills', () => {
  let counter: Caller;
  let name: string;
  beforeAll(async () => {
    const { token } = await callerAs(MANAGER);
    const key = `${deviceKey()}-${Date.now() % 1_000_000}`;
    counter = callerWith('', token, (url, method, path, sent, headers) =>
      call(url, method, path, sent, { ...headers, 'X-Till': key }),
    );
    name = `Updates ${Date.now() % 1_000_000}`;
    await makeTill(counter, name);
  });
  const tell = async (version: string, error: string | null) =>
    expectDone(
      await counter.post('/till-releases/check', { version, platform: 'linux', arch: 'x64', error }),
    );
  const choose = async (version: string) => {
    await page.getByRole('combobox', { name: 'Version' }).selectOptions(version);
    await button('Choose').click();
  };

  it('are chosen for one till, a store and all stores, and each till shows what it told', async () => {
    const stores = expectDone(await (await callerAs(ADMIN)).get<{ id: number; code: string }[]>('/stores'));
    const storeId = stores.find(({ code }) => code === 'MNL-01')?.id;
    await openScreen('/shifts/tills', { email: ADMIN, storeId });
    const row = page.getByRole('row', { name: new RegExp(name) });
    await isShown(row.getByText('Not told'));
    await button('Version of all stores').click();
    expect(await axeViolations()).toEqual([]);
    await choose('1.2.0');
    await isTold('Version 1.2.0 is chosen');
    await button('Version of the store').click();
    await isShown(page.getByRole('combobox', { name: 'Version' }));
    await expect
      .element(page.getByRole('combobox', { name: 'Version' }))
      .toHaveDisplayValue('As all stores: 1.2.0');
    await choose('1.3.0');
    await isTold('Version 1.3.0 is chosen');

    await tell('1.1.0', 'This computer’s disk is full. Free some space on it');
    await openScreen('/shifts/tills', { email: MANAGER });
    await isShown(row.getByText('1.1.0'));
    await isShown(
      row.getByText(/^Gets 1\.3\.0\. This computer’s disk is full\. Free some space on it\. Told /),
    );
    await isShown(row.getByText('Not updated'));
    await isGone(button('Version of all stores'));
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Choose version' }).click();
    await expect
      .element(page.getByRole('combobox', { name: 'Version' }))
      .toHaveDisplayValue('As the store: 1.3.0');
    await choose('1.2.0');
    await isShown(row.getByText(/^Gets 1\.2\.0\./));
    await tell('1.2.0', null);
  });
});
