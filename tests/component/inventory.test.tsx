import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import { unitStatusLabels } from '#domain/units.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  EMPTY_LIST,
  listCells,
  listLinks,
  listLoaded,
  listPlace,
  listRows,
} from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type List = z.input<typeof inventory.list.response>;
type Unit = List['data'][number];

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = /\/api\/v1\/inventory\?/;

describe('the inventory of a store', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let made = 0;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const open = async (path = '/inventory', email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const list = async (query: object) =>
    expectDone(await manager.get<List>(`/inventory?${new URLSearchParams({ ...query })}`));
  /** Adds a unit, which no other test touches. */
  const addUnit = async (fields: object = {}): Promise<Unit> => {
    const { data } = await list({ status: 'available', category: 'new' });
    const phone = data.find(({ serial_number: serial }) => serial !== null);
    const serial_number = `LIST-${(made += 1)}-${crypto.randomUUID().slice(0, 8)}`;
    const body = {
      product_variation_id: phone?.product_variation.id,
      category: 'new',
      serial_number,
      ...fields,
    };
    return expectDone(await manager.post<Unit>('/inventory', body));
  };
  const search = () => page.getByRole('searchbox', { name: 'IMEI, serial, QR code or product' });
  const menuOf = async (unit: Unit) => {
    const { product, name } = unit.product_variation;
    const label = `Actions for ${product.name}, ${name}, SN ${unit.serial_number}`;
    await page.getByRole('button', { name: label, exact: true }).click();
    await isShown(page.getByRole('menu'));
  };

  it('opens the whole menu of a unit in a window as low as at 200 %', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await open();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await isShown(page.getByRole('menuitem', { name: 'View' }));
    const box = () => page.getByRole('menu').element().getBoundingClientRect();
    await expect.poll(() => box().top).toBeGreaterThanOrEqual(0);
    await expect.poll(() => box().bottom).toBeLessThanOrEqual(384);
  });

  it('shows twenty units, the youngest first, with numbers, condition, state and days', async () => {
    await open();
    await listLoaded();
    const { data, total } = await list({});
    await expect.poll(listLinks).toEqual(data.map(({ product_variation: { product } }) => product.name));
    expect(listRows()).toHaveLength(20);
    expect(listPlace()).toBe(`1–20 of ${total === 1000 ? '1,000+' : total}`);
    expect(listCells(5)).toEqual(data.map(({ age_days }) => age_days.toLocaleString('en-PH')));
    // Other tests sell and hold units of the same shop.
    expect(listCells(4)).toEqual(
      data.map(({ status }) =>
        // The name of the holder follows the state.
        status === 'locked' || status === 'reserved'
          ? expect.stringMatching(new RegExp(`^${unitStatusLabels[status]}`, 'i'))
          : unitStatusLabels[status],
      ),
    );
    await isShown(page.getByText(/^Every unit at Makati/));
    await isShown(page.getByRole('term').filter({ hasText: 'Defective' }));
    expect(await axeViolations()).toEqual([]);
    const heads = () =>
      page
        .getByRole('columnheader')
        .elements()
        .map((head) => head.textContent);
    const before = heads();
    onTestFinished(() => page.viewport(1366, 768));
    await page.viewport(1920, 1080);
    await expect
      .poll(heads)
      .toEqual(['Photo', ...before.slice(0, 4), 'Supplier', 'Received', ...before.slice(4)]);
    expect(await axeViolations()).toEqual([]);
    await page.viewport(3840, 2160);
    await expect.poll(heads).toEqual(expect.arrayContaining(['SKU', 'QR code', 'Received by', 'Notes']));
  });

  it('has all of its filters in one row at 1024 pixels', async () => {
    await page.viewport(1024, 700);
    onTestFinished(() => page.viewport(1366, 768));
    await open();
    await listLoaded();
    const tops = () =>
      [...page.getByRole('search').element().querySelectorAll('input, select')].map((field) =>
        Math.round(field.getBoundingClientRect().top + field.getBoundingClientRect().height / 2),
      );
    await expect.poll(() => new Set(tops()).size).toBe(1);
  });

  it('turns the oldest first by the head of the days, and keeps that in its address', async () => {
    await open('/inventory?status=available');
    await listLoaded();
    await page.getByRole('button', { name: 'Days in store' }).click();
    await expect.poll(() => screen.address().searchParams.get('sort')).toBe('-age');
    const { data } = await list({ status: 'available', sort: '-age' });
    await expect.poll(() => listCells(5)).toEqual(data.map(({ age_days }) => String(age_days)));
  });

  it('finds by a part of any number, and narrows by state, category and days', async () => {
    const unit = await addUnit({ category: 'used', condition_rating: 4, own_price: 500 });
    await open();
    await search().fill(unit.serial_number?.slice(-8) ?? '');
    await expect.poll(() => listCells(2)).toEqual([`SN\u00a0${unit.serial_number}`]);
    expect(listCells(3)).toEqual(['Used, 4 of 5₱500.00']);
    await userEvent.selectOptions(page.getByLabelText('Status', { exact: true }), 'Sold');
    await isShown(page.getByText('No inventory for these filters'));
    await userEvent.selectOptions(page.getByLabelText('Status', { exact: true }), 'Available');
    await userEvent.selectOptions(page.getByLabelText('Category', { exact: true }), 'Used');
    const files = watchCalls({ path: /\/inventory\/export\?/ });
    await chooseMore('Export');
    await expect.poll(() => files.length).toBe(1);
    expect(Object.fromEntries(files[0]?.url.searchParams ?? [])).toMatchObject({
      search: unit.serial_number?.slice(-8),
      status: 'available',
      category: 'used',
    });
    await page.getByLabelText('Max days').fill('0');
    await expect.poll(() => screen.address().searchParams.get('max_age')).toBe('0');
    await expect.poll(() => listRows().length).toBe(1);
    await page.getByLabelText('Min days').fill('1');
    await isShown(page.getByText('No inventory for these filters'));
    const capped = { ...EMPTY_LIST, total_capped: true };
    failCalls({ path: /\/inventory\?.*search=35/, status: 200, body: capped });
    await search().fill('35');
    await isShown(page.getByText('Too many match this search'));
    const summary = expectDone(await manager.get<object>('/inventory/summary'));
    failCalls({ path: /\/inventory\/summary/, status: 200, body: { ...summary, imei_twice: 2 } });
    await open();
    const switched = page.getByRole('switch', { name: 'Only units whose IMEI another one has (2)' });
    await switched.click();
    await expect.poll(() => screen.address().searchParams.get('imei_twice')).toBe('true');
    await isShown(page.getByText('No inventory for these filters'));
    expect(await axeViolations()).toEqual([]);
  });

  it('shows who has a unit in the cart, with a lock', async () => {
    const unit = await addUnit();
    const seller = await callerAs(SELLER);
    expectDone(await seller.post(`/pos/inventory/${unit.id}/lock`));
    await open(`/inventory?status=locked&search=${unit.serial_number}`);
    await listLoaded();
    expect(listCells(4)?.[0]).toMatch(/^LOCKED.+ until \d+:\d\d [AP]M$/);
    await menuOf(unit);
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map((entry) => entry.textContent),
    ).toEqual(['View', 'Print label']);
  });

  it('marks a unit as defective and repaired again, each with a reason', async () => {
    const unit = await addUnit();
    await open(`/inventory?search=${unit.serial_number}`);
    await listLoaded();
    await menuOf(unit);
    await page.getByRole('menuitem', { name: 'Mark as defective' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Mark as defective' }).click();
    await expect.poll(() => errorOf(dialog.getByLabelText('Reason'))).toBe('Reason required');
    await dialog.getByLabelText('Reason').fill('Cracked');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold(/is defective$/);
    await isGone(dialog);
    await expect.poll(() => listCells(4)).toEqual(['Defective']);
    await menuOf(unit);
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map((entry) => entry.textContent),
    ).toEqual(['View', 'Edit', 'Print label', 'Link label', 'Mark as repaired']);
    await page.getByRole('menuitem', { name: 'Mark as repaired' }).click();
    await dialog.getByLabelText('Reason').fill('New screen');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => listCells(4)).toEqual(['Available']);
  });

  it('says that somebody else marked it meanwhile, and asks no more', async () => {
    const unit = await addUnit();
    await open(`/inventory?search=${unit.serial_number}`);
    await listLoaded();
    await menuOf(unit);
    await page.getByRole('menuitem', { name: 'Mark as lost' }).click();
    expectDone(await manager.put(`/inventory/${unit.id}`, { status: 'lost', reason: 'Not on the shelf' }));
    await page.getByRole('alertdialog').getByLabelText('Reason').fill('Gone');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('This item is already lost');
    await isGone(page.getByRole('alertdialog'));
    await expect.poll(() => listCells(4)).toEqual(['Lost']);
  });

  it('says what a till did meanwhile, and changes nothing', async () => {
    const unit = await addUnit();
    await open(`/inventory?search=${unit.serial_number}`);
    await listLoaded();
    await menuOf(unit);
    await page.getByRole('menuitem', { name: 'Mark as lost' }).click();
    const seller = await callerAs(SELLER);
    expectDone(await seller.post(`/pos/inventory/${unit.id}/lock`));
    await page.getByRole('alertdialog').getByLabelText('Reason').fill('Gone');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold(/’s cart until \d+:\d\d [AP]M/);
  });

  it('offers a salesperson to look and to print labels, and nothing else', async () => {
    await open('/inventory', SELLER);
    await listLoaded();
    expect(page.getByRole('button', { name: 'Add Item' }).query()).toBeNull();
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await isShown(page.getByRole('menu'));
    expect(
      page
        .getByRole('menuitem')
        .elements()
        .map((entry) => entry.textContent),
    ).toEqual(['View', 'Print label']);
    await open('/inventory/create', SELLER);
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });

  describe('without rows', () => {
    beforeEach(() => failCalls({ path: LIST, status: 200, body: EMPTY_LIST }));

    it('invites to add the first item', async () => {
      await open();
      await isShown(page.getByText('No items yet'));
      expect(page.getByRole('button', { name: 'Add Item' }).elements()).toHaveLength(2);
    });
  });

  it('says when it could not be loaded, and tries again', async () => {
    const fault = { message: 'Something broke', code: 'server_error' };
    const failing = failCalls({ path: LIST, status: 500, body: fault });
    await open();
    await isShown(page.getByText('Inventory could not be loaded'));
    failing.mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await listLoaded();
  });
});
