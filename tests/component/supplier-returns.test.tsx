import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Supplier } from '#contract/suppliers.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { EMPTY_LIST, listCells, listLinks, listLoaded } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  loseAnswer,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone, sell, serialsOnSale } from '#tests/support/selling.ts';
import type { WireReturn } from '#tests/support/supplier-returns.ts';

const ADMIN = 'admin@demo.test';
const LIST = '/supplier-returns';
const FAULT = { message: 'Something broke', code: 'server_error' };

describe('returns to suppliers', () => {
  let admin: Caller;
  let supplier: Pick<Supplier, 'id' | 'name'>;
  /** The store of the scanned units. */
  let storeId: number;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    ({ id: storeId } = expectDone(await admin.get<{ id: number }>('/stores/current')));
    const body = { name: 'Returnable Goods Inc.', code: `RET-${Date.now() % 100_000}` };
    supplier = expectDone(await admin.post<Supplier>('/suppliers', body));
  });
  const open = async (path: string, email = ADMIN) => {
    screen = await openScreen(path, { email, storeId });
  };
  /** Adds units without a known supplier, so that any supplier may get them back. */
  const units = async (count: number) => {
    const found = await serialsOnSale(admin, count);
    for (const { id } of found) expectDone(await admin.put(`/inventory/${id}`, { supplier_id: null }));
    return found;
  };
  const returned = async (ids: readonly number[]) =>
    expectDone(
      await admin.post<WireReturn>('/supplier-returns', {
        supplier_id: supplier.id,
        item_ids: ids,
        reason: 'Dead on arrival',
      }),
    );
  const enter = async (code = '') => {
    await page.getByLabelText('Scan an IMEI, serial number or QR code').fill(code);
    await userEvent.keyboard('{Enter}');
  };
  const lastScan = (text: string | RegExp) =>
    isShown(page.getByRole('status', { name: 'Last scan' }).getByText(text));
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const chooseSupplier = async () => {
    await page.getByRole('combobox', { name: 'Supplier' }).fill('Returnable');
    await page.getByRole('option', { name: /Returnable Goods/ }).click();
  };

  it('ask before their notes are lost, also where Esc follows the first letter at once', async () => {
    const [unit] = await units(1);
    const { id } = await returned([unit?.id ?? 0]);
    await open(`${LIST}/${id}`);
    await button('Edit notes').click();
    const notes = page.getByRole('textbox', { name: 'Notes' });
    const field = notes.element() as HTMLTextAreaElement;
    field.focus();
    document.execCommand('insertText', false, 'x');
    // React has drawn the letter, and nothing else has run.
    await Promise.resolve();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await isShown(page.getByRole('alertdialog', { name: 'Close without saving?' }));
    await expect.element(notes).toHaveValue('x');
  });

  it('are listed, found by their reference, and say what is with the supplier', async () => {
    const [unit] = await units(1);
    const { id, number } = await returned([unit?.id ?? 0]);
    expectDone(await admin.put(`/supplier-returns/${id}`, { reference: 'RMA-LISTED' }));
    await open(LIST);
    await listLoaded();
    expect(listLinks()).toContain(number);
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('searchbox').fill('rma-listed');
    await expect.poll(listLinks).toEqual([number]);
    const [, withSupplier, reference, , count, state] = [1, 2, 3, 4, 5, 6].map((at) => listCells(at)[0]);
    expect([withSupplier, reference, count, state]).toEqual([
      'Returnable Goods Inc.Dead on arrival',
      'RMA-LISTED',
      '1',
      'With the supplier',
    ]);
    await page.getByRole('searchbox').fill('nothing like it');
    await isShown(page.getByText('No supplier returns for these filters'));
  });

  it('say what to do when there are none, and when they cannot be loaded', async () => {
    failCalls({ path: /supplier-returns\?/, status: 200, body: EMPTY_LIST });
    await open(LIST);
    await isShown(page.getByText('No returns yet'));
    expect(await axeViolations()).toEqual([]);
    failCalls({ path: /supplier-returns\?/, status: 500, body: FAULT }).failed();
    await open(LIST);
    await isShown(page.getByText('Supplier returns could not be loaded'));
  });

  it('are not for whoever may not change stock', async () => {
    await open(LIST, 'store_manager@demo.test');
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });

  describe('a new one', () => {
    beforeEach(() => open(`${LIST}/new`));

    it('wants units, a supplier and a reason, and takes the units out of the stock', async () => {
      const [unit, sold] = await units(2);
      await sell(admin, [sold?.id ?? 0]);
      await enter(sold?.code);
      await lastScan('It was sold');
      await enter(unit?.code);
      await lastScan('Goes along');
      await isShown(page.getByText('Its supplier is not known'));
      await isShown(page.getByText(/1 unit stays here/));
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await expect.poll(() => errorOf(page.getByLabelText('Reason'))).toBe('Reason required');
      await isShown(page.getByText('Please select a supplier'));
      expect(await axeViolations()).toEqual([]);
      await chooseSupplier();
      await page.getByLabelText('Reference').fill('RMA-1');
      await page.getByLabelText('Reason').fill('Dead on arrival');
      await button('Return 1 unit').click();
      await isTold(/^RS-MNL-01-\d{6} returned$/);
      await isShown(page.getByText('With the supplier'));
      await isShown(page.getByText('RMA-1'));
      expect(await axeViolations()).toEqual([]);
    });

    it('keeps what was scanned after an answer was lost, and says that it is not in the return', async () => {
      const [first, late] = await units(2);
      await enter(first?.code);
      await lastScan('Goes along');
      await chooseSupplier();
      await page.getByLabelText('Reason').fill('Dead on arrival');
      const { keys } = loseAnswer({ path: /supplier-returns$/, method: 'POST' });
      await button('Return 1 unit').click();
      await isTold(/^Nobody knows yet whether it was done/);
      await screen.goTo(LIST);
      await listLoaded();
      await screen.goTo(`${LIST}/new`);
      await isShown(page.getByText(/^This was sent, and the answer was lost/));
      await enter(late?.code);
      await isShown(button('Return 2 units'));
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold(/^1 unit is not in RS-MNL-01-\d{6}$/);
      await isTold(/Your later changes are not in it/);
      expect(new Set(keys).size).toBe(1);
      await screen.goTo(LIST);
      await listLoaded();
      expect(listCells(5)[0]).toBe('1');
      await screen.goTo(`${LIST}/new`);
      await isShown(button('Return 1 unit'));
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold(/^RS-MNL-01-\d{6} returned$/);
    });

    it('says whose a unit is that came from somebody else, once a supplier is chosen', async () => {
      const [unit] = await units(1);
      const other = expectDone(
        await admin.post<Supplier>('/suppliers', { name: 'Somebody Else', code: `ELSE-${unit?.id}` }),
      );
      expectDone(await admin.put(`/inventory/${unit?.id}`, { supplier_id: other.id }));
      await enter(unit?.code);
      await lastScan('Goes along');
      await expect.element(page.getByRole('combobox', { name: 'Supplier' })).toHaveValue('Somebody Else');
      expect(page.getByText('Its supplier is not known').elements()).toEqual([]);
      await chooseSupplier();
      await isShown(page.getByText('It came from Somebody Else'));
      await isGone(button('Return 1 unit'));
    });
  });

  it('come back by scanning, in part, under their own numbers', async () => {
    const [first, second] = await units(2);
    const { id } = await returned([first?.id ?? 0, second?.id ?? 0]);
    await open(`${LIST}/${id}`);
    await enter('NOT-OURS-1');
    await lastScan('It is not in this return');
    await enter(first?.code);
    await lastScan('Came back');
    await page.getByLabelText('Receive as').selectOptions('defective');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('1 unit received');
    await isShown(page.getByText('Partly back'));
    // Scanned units stay until they are received.
    await enter(second?.code);
    await lastScan('Came back');
    await screen.goTo(LIST);
    await listLoaded();
    await screen.goTo(`${LIST}/${id}`);
    await isShown(button('Receive 1 unit'));
    await enter(first?.code);
    await lastScan('It came back before');
    await button('Receive 1 unit').click();
    await isGone(page.getByLabelText('Scan an IMEI, serial number or QR code'));
    expect(await axeViolations()).toEqual([]);
  });

  it('say when one is not there', async () => {
    await open(`${LIST}/99999999`);
    await isShown(page.getByText('Return not found'));
  });

  it('says of a unit that was sold before it went that it never left, and takes it back no more', async () => {
    const made = await returned((await units(2)).map(({ id }) => id));
    const [sold, ...others] = made.items;
    const left = { came_back_at: made.created_at, never_left: 'Sold as MNL-01-T2B-X000012' };
    failCalls({
      path: new RegExp(`/supplier-returns/${made.id}$`),
      status: 200,
      body: { ...made, back_count: 1, items: [{ ...sold, ...left }, ...others] },
    });
    await open(`${LIST}/${made.id}`);
    const row = page.getByRole('row').filter({ hasText: left.never_left });
    await isShown(row.getByText('Never left'));
    expect(row.getByRole('checkbox').elements()).toEqual([]);
    await enter(sold?.imei ?? sold?.serial_number ?? '');
    await lastScan(`It never left. ${left.never_left}`);
  });
});
