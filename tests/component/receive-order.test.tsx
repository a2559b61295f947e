import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { products } from '#contract/products.ts';
import type { suppliers } from '#contract/suppliers.ts';
import { isImei } from '#domain/barcodes.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseAnswer,
  openScreen,
  type OpenScreen,
  watchCalls,
} from '#tests/support/component/open-screen.tsx';
import { inOtherWindow } from '#tests/support/component/other-window.ts';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';
import type { WireOrder } from '#tests/support/purchase-orders.ts';
import {
  freshSerials,
  receive,
  type WireLookUp,
  type WireReceipt,
  type WireReceipts,
} from '#tests/support/receiving.ts';
import { expectDone, serialsOnSale } from '#tests/support/selling.ts';

type Variation = z.input<typeof products.findVariations.response>['data'][number];

const ADMIN = 'admin@demo.test';
/** May receive nothing. */
const OTHERS = 'store_manager@demo.test';

describe('receiving an order', () => {
  let admin: Caller;
  let supplierId: number;
  let storeId: number;
  /** With serial number and IMEI, with a serial number alone, and without either. */
  let phone: Variation;
  let cable: Variation;
  let order: WireOrder;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    const found = await admin.get<z.input<typeof suppliers.list.response>>('/suppliers?active=true');
    supplierId = expectDone(found).data[0]?.id ?? 0;
    storeId = expectDone(await admin.get<{ id: number }>('/stores/current')).id;
    const { data } = expectDone(
      await admin.get<z.input<typeof products.findVariations.response>>('/product-variations?per_page=200'),
    );
    const first = (isNumbered: boolean) =>
      data.find(({ barcode, product }) => barcode !== null && product.requires_serial === isNumbered);
    const [numbered, plain] = [first(true), first(false)];
    if (!numbered || !plain) throw new Error('The shop has not both kinds of products');
    [phone, cable] = [numbered, plain];
  });
  const place = async () => {
    const items = [
      { product_variation_id: phone.id, quantity_ordered: 10, unit_cost: 100 },
      { product_variation_id: cable.id, quantity_ordered: 20, unit_cost: 5 },
    ];
    const body = { supplier_id: supplierId, store_id: storeId, items };
    return expectDone(await admin.post<WireOrder>('/supplier-transactions', body));
  };
  beforeEach(async () => {
    // A receipt keeps what was scanned of the product.
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: null }));
    order = await place();
  });
  const open = async (remaining = 30) => {
    screen = await openScreen(`/purchase-orders/${order.id}/receive`, { email: ADMIN, storeId });
    await isShown(page.getByText(`of ${remaining} that remain`));
  };
  /** Opens another page, then this one again: as after a reload, the computer's saved input is shown. */
  const openAgain = async () => {
    await screen.goTo('/suppliers');
    const leave = button('Leave');
    await expect.element(leave.or(page.getByRole('heading', { name: 'Suppliers' }))).toBeVisible();
    if (leave.query()) await leave.click();
    await isShown(page.getByRole('heading', { name: 'Suppliers' }));
    await screen.goTo(`/purchase-orders/${order.id}/receive`);
    await isShown(page.getByText(/^of \d+ that remain/));
  };
  const scanField = () => page.getByLabelText(/^Scan the/);
  /** Types a code, as without a scanner. */
  const enter = async (code: string) => {
    await scanField().fill(code);
    await userEvent.keyboard('{Enter}');
  };
  const lastScan = (text: string | RegExp) =>
    isShown(page.getByRole('status', { name: 'Last scan' }).getByText(text));
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const row = (code: string) =>
    page.getByRole('table', { name: 'Scanned units' }).getByRole('row').filter({ hasText: code });
  const onlySerials = async () => {
    await button(new RegExp(`^${phone.product.name}`)).click();
    const summary = page.getByText(/^New · /);
    if (!(summary.element().closest('details')?.open ?? false)) await summary.click();
    const imei = page.getByRole('checkbox', { name: 'IMEI', exact: true });
    if ((imei.element() as HTMLInputElement).checked) await imei.click();
  };
  const receiptsOf = async () =>
    expectDone(await admin.get<WireReceipts>(`/supplier-transactions/${order.id}/receipts`)).data;

  it('scans a part, receives it with Ctrl+Enter, prints nothing by itself, and goes on with the rest', async () => {
    await open();
    expect(await axeViolations()).toEqual([]);
    const units = page.getByLabelText(`Units of ${cable.product.name}, ${cable.name}`);
    await button(/^Receive(?! \d)/).hover();
    await isShown(page.getByRole('tooltip').getByText('Please specify quantities to receive'));
    await units.fill('21');
    await isShown(page.getByText('Only 20 remain to be received'));
    await expect.element(button(/^Receive 21 units/)).toHaveAttribute('aria-disabled', 'true');
    await units.fill('0');
    await enter(phone.barcode ?? '');
    await lastScan(/^Now scan the/);
    await onlySerials();
    const serials = freshSerials(2);
    for (const serial of serials) await enter(serial);
    await lastScan('Unit 2 is complete');
    await page.getByRole('button', { name: /^Serial number/ }).click();
    await expect.element(scanField()).toHaveFocus();
    await enter(cable.barcode ?? '');
    await lastScan('1 of 20');
    await units.fill('4');
    await isShown(page.getByText(/^Receive 6 of 30 units into the stock of .*; 24 remain\.$/));
    await isShown(row(serials[1] ?? '').getByText('Ready'));
    expect(await axeViolations()).toEqual([]);
    const refused = { message: 'Not now', code: 'illegal_state' };
    const { mend } = failCalls({ path: /\/receive$/, method: 'POST', status: 409, body: refused });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('Failed to receive items');
    mend();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    await isShown(button('Print note'));
    const printed = watchPrinting();
    await button('Print labels').click();
    await expect.poll(() => printed.length).toBe(1);
    expect(printed[0]?.match(/<section>/g)).toHaveLength(6);
    for (const serial of serials) expect(printed[0]).toContain(`SN ${serial}`);
    expect(await axeViolations()).toEqual([]);
    expect(await receiptsOf()).toMatchObject([{ units_count: 6 }]);
    // The next scan begins the next receipt by itself.
    const [next = '', beyond = ''] = freshSerials(2);
    const stop = listenToScanners(() => undefined);
    await pressAsScanner([...next, 'Enter']);
    stop();
    await isShown(page.getByText('of 24 that remain'));
    await isShown(row(next).getByText('Ready'));
    await button(`Undo SN ${next}`).click();
    // Received units are not offered again.
    await openAgain();
    await isShown(page.getByText('of 24 that remain'));
    await isGone(page.getByText(/never received/));
    const [last = '', ...others] = freshSerials(8);
    expectDone(await receive(admin, order, [{ quantity_received: 7, serials: others }]));
    await open(17);
    await button(new RegExp(`^${phone.product.name}`)).click();
    // The receipt before kept that serial numbers are scanned alone.
    await isShown(page.getByText('New · Serial number', { exact: true }));
    await enter(last);
    await isShown(page.getByLabelText('Scan the barcode of a product'));
    await units.fill('16');
    await isShown(page.getByText(/^Receive 17 of 17 units into the stock of .*; nothing remains\.$/));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/The order is complete\./));
    await isShown(page.getByText('Complete', { exact: true }));
    await isGone(button('Receive more'));
    expect(await axeViolations()).toEqual([]);
    await expect.element(button('Show order')).toHaveFocus();
    onTestFinished(listenToScanners(() => undefined));
    await pressAsScanner([...beyond, 'Enter']);
    await isTold(`${beyond} was not taken: nothing of ${order.transaction_number} is to come. Set it aside`);
    await button('Show order').click();
    await isShown(page.getByRole('heading', { name: order.transaction_number }));
  });

  it('takes the condition of an item that is not being scanned by opening its settings alone', async () => {
    await open();
    await expect
      .element(button(new RegExp(`^${cable.product.name}`)))
      .toHaveAttribute('aria-pressed', 'false');
    const line = page.getByRole('listitem').filter({ hasText: cable.product.name });
    await line.getByText('New', { exact: true }).first().click();
    await line.getByRole('combobox', { name: 'Category' }).selectOptions('Refurbished');
    await line.getByRole('combobox', { name: 'Condition rating' }).selectOptions('4 of 5');
    await isShown(line.getByText('Refurbished · 4 of 5'));
    await page.getByLabelText(`Units of ${cable.product.name}, ${cable.name}`).fill('2');
    await button(/^Receive 2 units/).click();
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    const [receipt] = await receiptsOf();
    const { items } = expectDone(await admin.get<WireReceipt>(`/goods-receipts/${receipt?.id}`));
    expect(items[0]?.units.map(({ category, condition_rating }) => [category, condition_rating])).toEqual([
      ['refurbished', 4],
      ['refurbished', 4],
    ]);
    // Without a price they could not be sold, which the dashboard of this shared shop tells.
    for (const { inventory_item_id } of items[0]?.units ?? [])
      expectDone(await admin.put(`/inventory/${inventory_item_id}`, { own_price: 500 }));
  });

  it('says at its row that the stock has a number, and receives nothing until it is undone', async () => {
    const [taken] = await serialsOnSale(admin, 1);
    const [serial = ''] = freshSerials(1);
    await open();
    await onlySerials();
    await enter(serial);
    await enter(taken?.code ?? '');
    await isShown(row(taken?.code ?? '').getByText('Cannot be received'));
    await isShown(row(taken?.code ?? '').getByText(/has this/));
    await enter(serial);
    await lastScan('Unit 1 of this receipt has this number');
    await isShown(page.getByText('Undo 1 unit that cannot be received.'));
    expect(page.getByText(/^Receive \d+ of/).elements()).toHaveLength(0);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await button(`Undo SN ${taken?.code}`).click();
    await isGone(row(taken?.code ?? ''));
    expect(await receiptsOf()).toEqual([]);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
  });

  it('marks the unit whose number was taken a moment before', async () => {
    const serials = freshSerials(2);
    await open();
    await onlySerials();
    for (const serial of serials) await enter(serial);
    await isShown(row(serials[1] ?? '').getByText('Ready'));
    const other = await place();
    expectDone(await receive(admin, other, [{ quantity_received: 1, serials: [serials[1]] }]));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isTold('Validation Error');
    await isShown(row(serials[1] ?? '').getByText('Cannot be received'));
    await isShown(row(serials[0] ?? '').getByText('Ready'));
    expect(await receiptsOf()).toEqual([]);
  });

  it('says at its row what another receiver of the order took, where there is no room for all of it', async () => {
    const serials = freshSerials(3);
    await open();
    await onlySerials();
    // The answer to what is told of the scans would show what the other took before Receive is pressed.
    const telling = holdCall({ path: /\/open-receipt$/, method: 'PUT' });
    for (const serial of serials) await enter(serial);
    await isShown(row(serials[2] ?? '').getByText('Ready'));
    const others = [...serials.slice(1, 2), ...freshSerials(8)];
    expectDone(await receive(admin, order, [{ quantity_received: 9, serials: others }]));
    await receiveNow();
    const name = `${phone.product.name}, ${phone.name}`;
    await isTold(`${name}: Only 1 remains to be received`);
    telling.release();
    await isShown(row(serials[1] ?? '').getByText(/has this/));
    await isShown(row(serials[2] ?? '').getByText('Only 1 remains to be received. Undo this unit'));
    await isShown(row(serials[0] ?? '').getByText('Ready'));
    await isShown(page.getByText('Undo 2 units that cannot be received.'));
    // They stand above what is right.
    const table = page.getByRole('table', { name: 'Scanned units' }).getByRole('row');
    await isShown(table.nth(1).getByText(serials[2] ?? ''));
    await isShown(table.nth(3).getByText(serials[0] ?? ''));
    await isShown(
      page.getByText(new RegExp(`received some of this order meanwhile\\. ${RegExp.escape(name)}: 9\\.`)),
    );
    expect(await axeViolations()).toEqual([]);
    await enter(cable.barcode ?? '');
    await lastScan('1 of 20');
    const cables = { supplier_transaction_item_id: order.items[1]?.id, quantity_received: 12 };
    expectDone(await receive(admin, order, [cables]));
    await countField().fill('2');
    await lastScan('2 of 8');
    await button('Receive the other 3 units').click();
    await isShown(page.getByText(/2 units were left out, and stand here still\./));
    expect(await receiptsOf()).toMatchObject([{ units_count: 3 }, { units_count: 12 }, { units_count: 9 }]);
    await button('Receive more').click();
    await isShown(row(serials[1] ?? '').getByText('Cannot be received'));
    await isGone(row(serials[0] ?? ''));
  });

  it('shows what others have scanned of it, and shows others what is scanned here, until it is received', async () => {
    const staff = { name: 'Nena Reyes', email: `receiver${order.id}@demo.test`, role: 'admin' };
    expectDone(await admin.post('/staff', { ...staff, primary_store_id: storeId, password: DEMO_PASSWORD }));
    const other = await callerAs(staff.email);
    const passwords = [DEMO_PASSWORD, 'one-of-her-own', DEMO_PASSWORD] as const;
    for (const [from, to] of [passwords.slice(0, 2), passwords.slice(1)]) {
      const own = { new_password: to, new_password_confirmation: to };
      expectDone(await other.post('/staff/update-password', { current_password: from, ...own }));
    }
    const tell = (quantity: number) =>
      other.put(`/supplier-transactions/${order.id}/open-receipt`, {
        items: [{ supplier_transaction_item_id: order.items[0]?.id, quantity }],
      });
    expectDone(await tell(4));
    await open();
    await isShown(page.getByText(new RegExp(`^${staff.name} is receiving this order: 4 units scanned`)));
    await isShown(page.getByText(`${phone.name} · ${staff.name} scanned 4`));
    await onlySerials();
    const [serial = ''] = freshSerials(1);
    await enter(serial);
    await countField().fill('2');
    await expect
      .poll(async () => expectDone(await other.get<WireOrder>(`/supplier-transactions/${order.id}`)))
      .toMatchObject({ units_scanned: 7, open_receipts: [{ units_count: 4 }, { units_count: 3 }] });
    const lookup = `/supplier-transactions/${order.id}/lookup?code=${serial}`;
    const { staff: self } = expectDone(await admin.get<{ staff: { id: number } }>('/staff/me'));
    expect(expectDone(await other.get<WireLookUp>(lookup)).scanned_by).toMatchObject({ id: self.id });
    await screen.goTo(`/purchase-orders/${order.id}`);
    const question = page.getByRole('alertdialog', { name: 'Leave without receiving?' });
    await isShown(question.getByText(/^3 units scanned and not received\. They stay on this computer/));
    await question.getByRole('button', { name: 'Stay' }).click();
    await isShown(scanField());
    await screen.goTo(`/purchase-orders/${order.id}`);
    await question.getByRole('button', { name: 'Leave' }).click();
    await isShown(page.getByText(/^You have scanned 3 units, not received yet/));
    expect(await axeViolations()).toEqual([]);
    await screen.goTo('/purchase-orders');
    await isShown(
      page
        .getByRole('row')
        .filter({ hasText: order.transaction_number })
        .getByText('7 scanned, not received'),
    );
    await screen.goTo(`/purchase-orders/${order.id}/receive`);
    // Its keys work once what was scanned is back.
    await isShown(button('Receive 3 units'));
    await receiveNow();
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    // What was told a moment before may come later than the receipt, and is taken back.
    await expect
      .poll(async () => expectDone(await other.get<WireOrder>(`/supplier-transactions/${order.id}`)))
      .toMatchObject({ units_scanned: 4, open_receipts: [{ by: { name: staff.name } }] });
  });

  it('goes on with what was scanned before a crash, until it is discarded', async () => {
    const [serial = ''] = freshSerials(1);
    await open();
    await onlySerials();
    await enter(serial);
    await isShown(row(serial).getByText('Ready'));
    await openAgain();
    await isShown(page.getByText(/^This goes on from what was scanned on this computer since/));
    await isShown(row(serial).getByText('Ready'));
    await chooseMore('Discard');
    await button('Discard 1 unit').click();
    await isGone(row(serial));
    await openAgain();
    await isShown(page.getByText('Scan the first unit'));
  });

  it('is received once, also when the answer is lost and the page is gone', async () => {
    const [serial = ''] = freshSerials(1);
    await open();
    await onlySerials();
    await enter(serial);
    await isShown(row(serial).getByText('Ready'));
    const { keys } = loseAnswer({ path: /\/receive$/, method: 'POST' });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/^This was sent, and nobody knows whether it was received/));
    await openAgain();
    await isShown(page.getByText(/^This was sent, and nobody knows whether it was received/));
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    expect(new Set(keys).size).toBe(1);
    expect(await receiptsOf()).toMatchObject([{ units_count: 1 }]);
  });

  const countField = () => page.getByLabelText(`Units of ${cable.product.name}, ${cable.name}`);
  const receiveNow = () => userEvent.keyboard('{Control>}{Enter}{/Control}');
  const IS_UNKNOWN = /^This was sent, and nobody knows whether it was received/;

  it('counts once what was sent, its answer lost, and corrected after a reload; the rest is for the next receipt', async () => {
    const serials = freshSerials(2);
    await open();
    await onlySerials();
    await enter(serials[0] ?? '');
    await isShown(row(serials[0] ?? '').getByText('Ready'));
    await countField().fill('5');
    const { keys } = loseAnswer({ path: /\/receive$/, method: 'POST' });
    await receiveNow();
    await isShown(page.getByText(IS_UNKNOWN));
    await openAgain();
    await isShown(page.getByText(IS_UNKNOWN));
    await enter(serials[1] ?? '');
    await countField().fill('8');
    await isShown(
      page.getByText(/What was sent are 6 units; if they were received, what was added since stays/),
    );
    await isShown(button('Receive 6 units'));
    await receiveNow();
    await isShown(
      page.getByText(/4 units that were added after it was sent are not in it, and still here\./),
    );
    expect(new Set(keys).size).toBe(1);
    expect(await receiptsOf()).toMatchObject([{ units_count: 6 }]);
    await button('Receive more').click();
    await isShown(row(serials[1] ?? '').getByText('Ready'));
    await isGone(row(serials[0] ?? ''));
    await expect.element(countField()).toHaveValue('3');
    await receiveNow();
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    expect(await receiptsOf()).toMatchObject([{ units_count: 4 }, { units_count: 6 }]);
  });

  it('sends what stands there now once it is known that what was sent first never arrived', async () => {
    await open();
    await countField().fill('15');
    const { mend } = failCalls({
      path: /\/receive$/,
      method: 'POST',
      status: 500,
      body: { message: 'Disk full', code: 'server_error' },
    });
    await receiveNow();
    await isShown(page.getByText(IS_UNKNOWN));
    mend();
    // Another person received most of it meanwhile: fifteen are refused now.
    expectDone(
      await receive(admin, order, [
        { supplier_transaction_item_id: order.items[1]?.id, quantity_received: 12 },
      ]),
    );
    await countField().fill('8');
    await receiveNow();
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    expect(await receiptsOf()).toMatchObject([{ units_count: 8 }, { units_count: 12 }]);
  });

  it('keeps what is scanned on while it is sent', async () => {
    const serials = freshSerials(2);
    await open();
    await onlySerials();
    await enter(serials[0] ?? '');
    const held = holdCall({ path: /\/receive$/, method: 'POST' });
    await receiveNow();
    await expect.poll(held.sent).toBe(1);
    await enter(serials[1] ?? '');
    await lastScan('Unit 2 is complete');
    await screen.goTo('/suppliers');
    const question = page.getByRole('alertdialog', { name: 'Leave without receiving?' });
    await isShown(question.getByText(/^2 units scanned/));
    held.release();
    await isShown(page.getByText(/1 unit that was added after it was sent is not in it, and still here\./));
    await isGone(question);
    await button('Receive more').click();
    await isShown(row(serials[1] ?? ''));
    await chooseMore('Discard');
    await button('Discard 1 unit').click();
  });

  it('refuses an item that became another product since it was scanned, and keeps the scans', async () => {
    const [serial = ''] = freshSerials(1);
    await open();
    // Its answer would tell of the change before Receive is pressed.
    const told = holdCall({ path: /\/open-receipt$/, method: 'PUT' });
    await onlySerials();
    await enter(serial);
    await countField().fill('2');
    await isShown(row(serial).getByText('Ready'));
    expectDone(
      await admin.put(`/supplier-transactions/${order.id}/items/${order.items[0]?.id}`, {
        product_variation_id: cable.id,
        quantity_ordered: 10,
        unit_cost: 5,
      }),
    );
    await receiveNow();
    await isTold(`This item was changed to ${cable.product.name}, ${cable.name}`);
    await isShown(row(serial).getByText('This item of the order was another product when it was scanned'));
    expect(await receiptsOf()).toEqual([]);
    told.release();
    await openAgain();
    await isShown(row(serial).getByText('Cannot be received'));
    await button(`Undo SN ${serial}`).click();
    const held = holdCall({ path: /\/receive$/, method: 'POST' });
    await receiveNow();
    await expect.poll(held.sent).toBe(1);
    await screen.goTo('/suppliers');
    const question = page.getByRole('alertdialog', { name: 'Leave without receiving?' });
    await isShown(question.getByText(/^2 units scanned/));
    held.release();
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    await isGone(question);
    expect(await receiptsOf()).toMatchObject([{ units_count: 2 }]);
  });

  it('makes nothing of what is typed as a count and is no whole number', async () => {
    await open();
    for (const typed of ['1.5', '-1', '1e1', '２']) {
      await countField().fill(typed);
      await isShown(page.getByText('Type a whole number', { exact: true }));
      await expect.element(countField()).toHaveValue(typed);
    }
    await receiveNow();
    await countField().fill('3');
    await isGone(page.getByText('Type a whole number', { exact: true }));
    expect(await receiptsOf()).toEqual([]);
    await isShown(button('Receive 3 units'));
    // A scanner that is slow, or pauses for long, types a code into it, which counts one more.
    const code = cable.barcode ?? '';
    onTestFinished(listenToScanners(() => undefined));
    const scanInto = async (keys: readonly (string | number)[], gap = 8) => {
      const field = countField().element() as HTMLInputElement;
      field.focus();
      field.select();
      await pressAsScanner([...keys, 'Enter'], gap);
    };
    await scanInto([...code], 90);
    await expect.element(countField()).toHaveValue('4');
    await scanInto([...code.slice(0, 6), 1200, ...code.slice(6)]);
    await expect.element(countField()).toHaveValue('5');
    // What a hand typed before stays a count.
    await scanInto(['7', 1200, ...code]);
    await expect.element(countField()).toHaveValue('8');
  });

  it('is open in one window alone, and goes on here once the other is closed', async () => {
    const other = Promise.withResolvers<undefined>();
    const { staff } = expectDone(await admin.get<{ staff: { id: number } }>('/staff/me'));
    const name = `tindahan.note.receipt.${staff.id}.${order.id}`;
    const closed = navigator.locks.request(name, () => other.promise);
    screen = await openScreen(`/purchase-orders/${order.id}/receive`, { email: ADMIN, storeId });
    await isShown(page.getByText('This receipt is open in another window'));
    expect(await axeViolations()).toEqual([]);
    await isGone(scanField());
    other.resolve(undefined);
    await closed;
    await isShown(page.getByText('of 30 that remain'));
    await expect.element(scanField()).toHaveFocus();
  });

  it('stays in the window that was asked last, also when that is reloaded', async () => {
    const { staff } = expectDone(await admin.get<{ staff: { id: number } }>('/staff/me'));
    const name = `tindahan.note.receipt.${staff.id}.${order.id}`;
    const last = `tindahan.asked.receipt.${staff.id}.${order.id}`;
    const elsewhere = page.getByText('This receipt is open in another window');
    await open();
    const asked = localStorage.getItem(last) ?? '';
    expect(asked).not.toBe('');
    // Another window is asked: it takes the receipt over from this one, which can ask for it again.
    const taken = navigator.locks
      .request(name, { steal: true }, () => new Promise(() => undefined))
      .catch(() => 'taken over');
    localStorage.setItem(last, 'another');
    await isShown(elsewhere);
    await button('Go on here').click();
    await isShown(page.getByText('of 30 that remain'));
    expect(await taken).toBe('taken over');
    expect(localStorage.getItem(last)).toBe(asked);
    // While this window is reloaded, one that waited has it for a moment.
    await screen.goTo('/suppliers');
    await isShown(page.getByRole('heading', { name: 'Suppliers' }));
    await expect.poll(() => localStorage.getItem(last)).toBeNull();
    const waited = navigator.locks
      .request(name, () => new Promise(() => undefined))
      .catch(() => 'taken over');
    localStorage.setItem(last, asked);
    await screen.goTo(`/purchase-orders/${order.id}/receive`);
    await isShown(page.getByText('of 30 that remain'));
    expect(await waited).toBe('taken over');
  });

  it('takes no scan behind a dialog, and one more line into the list of what is announced', async () => {
    const [one = '', two = ''] = freshSerials(2);
    await open();
    await onlySerials();
    await enter(one);
    await isShown(row(one).getByText('Ready'));
    onTestFinished(listenToScanners(() => undefined));
    await chooseMore('Discard');
    const question = page.getByRole('alertdialog', { name: 'Discard this receipt?' });
    await isShown(question);
    await pressAsScanner([...two, 'Enter']);
    await isTold(`${two}: close this dialog first, then scan it again`);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await isGone(row(two));
    await button('Announced serial numbers').click();
    const list = page.getByRole('dialog').getByLabelText('List');
    await expect.element(list).toHaveFocus();
    for (const code of [one, two]) await pressAsScanner([...code, 'Enter']);
    await expect.element(list).toHaveValue(`${one}\n${two}`);
    await expect.element(list).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await isShown(page.getByText('Close without saving?'));
    await button('Discard changes').click();
    await isGone(page.getByRole('dialog'));
    await isGone(row(two));
    await isShown(row(one));
  });

  it('keeps what was scanned when another window changes the cashier, says so, and tells nothing in their name', async () => {
    const serials = freshSerials(2);
    screen = await openScreen(`/purchase-orders/${order.id}/receive`, {
      email: ADMIN,
      storeId,
      withMenu: true,
    });
    await onlySerials();
    await enter(serials[0] ?? '');
    await expect
      .poll(async () => expectDone(await admin.get<WireOrder>(`/supplier-transactions/${order.id}`)))
      .toMatchObject({ units_scanned: 1 });
    const told = watchCalls({ path: /\/open-receipt$/, method: 'PUT' });
    await enter(serials[1] ?? '');
    await isShown(row(serials[1] ?? ''));
    // Other windows ask before they change the cashier, but only about what would be lost.
    const { held = [] } = await navigator.locks.query();
    expect(held.filter(({ name }) => name?.startsWith('tindahan.unsaved'))).toEqual([]);
    const other = inOtherWindow();
    await other.signIn(OTHERS);
    await isTold(/^What .+ had begun in this window is kept on this computer for them\.$/);
    const answers = await Promise.all(told.map(({ answer }) => answer));
    expect(answers.map(({ status }) => status)).not.toContain(403);
    const { staff } = await other.signIn(ADMIN);
    await isShown(page.getByRole('banner').getByText(staff.name));
    await screen.goTo(`/purchase-orders/${order.id}/receive`);
    for (const serial of serials) await isShown(row(serial).getByText('Ready'));
  });

  it('keeps and shows what was scanned of an order that somebody else cancelled, until it is discarded', async () => {
    const [serial = ''] = freshSerials(1);
    await open();
    await onlySerials();
    await enter(serial);
    await isShown(row(serial).getByText('Ready'));
    expectDone(await admin.post(`/supplier-transactions/${order.id}/cancel`, { reason: 'Too late' }));
    await receiveNow();
    const text = page.getByText(/cancelled it: Too late.* was not received: it stays until you discard it/);
    await isShown(text);
    await screen.goTo('/suppliers');
    await isShown(page.getByRole('heading', { name: 'Suppliers' }));
    await screen.goTo(`/purchase-orders/${order.id}/receive`);
    await isShown(text);
    await isShown(row(serial));
    expect(await axeViolations()).toEqual([]);
    await chooseMore('Discard');
    await button('Discard 1 unit').click();
    await isShown(page.getByText('Nothing of this order is to come', { exact: true }));
    await isShown(page.getByText('Cancelled', { exact: true }));
  });

  it('compares what is scanned with what the supplier announced', async () => {
    const [one = '', two = '', other = ''] = freshSerials(3);
    await open();
    await button('Announced serial numbers').click();
    const dialog = page.getByRole('dialog', { name: 'Announced serial numbers' });
    await dialog.getByLabelText('List').fill(`${one}\n${two}\n${two}`);
    expect(await axeViolations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Announce', exact: true }).click();
    await isShown(
      dialog.getByText('Row 1 has this number, too', { exact: false }).or(dialog.getByText(/Row 3/)),
    );
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await isShown(button('Announced serial numbers (2)'));
    await onlySerials();
    await enter(one);
    await isShown(row(one).getByText('Announced', { exact: true }));
    await enter(other);
    await isShown(row(other).getByText('Not announced'));
    await isShown(page.getByText('1 unit was not announced.'));
    await page.getByText('1 unit announced and still missing').click();
    await isShown(page.getByRole('list', { name: 'Announced and still missing' }).getByText(two));
    expect(await axeViolations()).toEqual([]);
    // A colleague receives it; the next scan's answer tells.
    expectDone(await receive(admin, order, [{ quantity_received: 1, serials: [two] }]));
    await enter(cable.barcode ?? '');
    await isGone(page.getByText(/announced and still missing/));
  });

  it('asks once the IMEI comes first, and receives no unit that may have the numbers of two phones', async () => {
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: 'serial_imei' }));
    await open();
    await enter(phone.barcode ?? '');
    const [sn1 = '', sn3 = ''] = freshSerials(2);
    const imei = (place: number) => {
      const digits = `35${String(Date.now()).slice(-11)}${place}`;
      return Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isImei) ?? '';
    };
    const imeis = [imei(1), imei(2), imei(3)];
    await enter(sn1);
    await enter(imeis[0] ?? '');
    // The serial number of the second phone is missed.
    await enter(imeis[1] ?? '');
    const question = page.getByRole('alert').filter({ hasText: 'Unit 2: you scanned the IMEI first' });
    await isShown(question.getByText('Scan the serial number of this unit.', { exact: false }));
    await isShown(question.getByText('The serial number was first on unit 1.', { exact: false }));
    expect(await axeViolations()).toEqual([]);
    await enter(sn3);
    await enter(imeis[2] ?? '');
    await lastScan('Unit 2 began with its IMEI, too. Answer the question first');
    await isShown(row(sn3).getByText('Check the box'));
    await expect.element(button(/^Receive 2 units/)).toHaveAttribute('aria-disabled', 'true');
    await button('Numbers match: unit 2').click();
    await isGone(question);
    await expect.element(button(/^Receive 2 units/)).not.toHaveAttribute('aria-disabled', 'true');
    // A unit that lacks a number holds Receive back until somebody says so.
    await enter(freshSerials(1)[0] ?? '');
    await button('Next unit').click();
    await isShown(page.getByText('Without IMEI'));
    expect(await axeViolations()).toEqual([]);
    await expect.element(button(/^Receive 3 units/)).toHaveAttribute('aria-disabled', 'true');
    await button('Receive without it: IMEI of unit 3').click();
    await expect.element(button(/^Receive 3 units/)).not.toHaveAttribute('aria-disabled', 'true');
  });

  /** Gives IMEIs that no other test has, of different models. */
  const freshImeis = (count: number) =>
    Array.from({ length: count }, (_, place) => {
      const digits = `35${String(place + 10)}${String(Date.now()).slice(-10)}`;
      return Array.from({ length: 10 }, (_digit, last) => `${digits}${last}`).find(isImei) ?? '';
    });

  it('holds the unit back whose number turns up on another box, until somebody compares it', async () => {
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: 'serial_imei' }));
    await open();
    await enter(phone.barcode ?? '');
    const [, snC = ''] = freshSerials(2);
    const [imeiB = ''] = freshImeis(1);
    // The serial number of the next box is read in place of this one's.
    await enter(snC);
    await enter(imeiB);
    await isShown(row(snC).getByText('Ready'));
    await enter(imeiB);
    await lastScan('Unit 1 of this receipt has this number');
    await isShown(row(snC).getByText('Ready'));
    await enter(snC);
    await lastScan('Unit 1 of this receipt has this number. Compare unit 1 with its box');
    await isShown(row(snC).getByText(`${snC} was scanned again. Compare its numbers with the box`));
    await expect.element(button(/^Receive 1 unit/)).toHaveAttribute('aria-disabled', 'true');
    expect(await axeViolations()).toEqual([]);
    await button('Numbers match: unit 1').click();
    await expect.element(button(/^Receive 1 unit/)).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('asks after a reload whether the unit that was open is the one at hand', async () => {
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: 'serial_imei' }));
    await open();
    await enter(phone.barcode ?? '');
    const serials = freshSerials(3);
    const [imei1 = '', imei2 = ''] = freshImeis(2);
    await enter(serials[0] ?? '');
    await enter(imei1);
    await enter(serials[1] ?? '');
    await openAgain();
    await isShown(page.getByText(/and never received: 2 units\.$/));
    const question = page.getByRole('alert').filter({ hasText: 'Unit 2 was open when this page was closed' });
    await isShown(question.getByText(`It has SN ${serials[1]}. Is this on the box in your hand?`));
    await isShown(row(serials[1] ?? '').getByText('Incomplete'));
    expect(await axeViolations()).toEqual([]);
    await enter(imei2);
    await lastScan('Unit 2 was open when this page was closed. Answer the question first');
    await isGone(row(imei2));
    await button('Go on with unit 2').click();
    await isGone(question);
    await expect.element(scanField()).toHaveFocus();
    await enter(imei2);
    await isShown(row(imei2).getByText('Ready'));
    await enter(serials[2] ?? '');
    await openAgain();
    await button('Scan unit 3 anew').click();
    await isGone(row(serials[2] ?? ''));
    await expect.element(button(/^Receive 2 units/)).not.toHaveAttribute('aria-disabled', 'true');
  });

  it('shows the whole number of the open unit in a phone’s window', async () => {
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: 'serial_imei' }));
    await open();
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1366, 768));
    await enter(phone.barcode ?? '');
    const serial = (freshSerials(1)[0] ?? '').padEnd(15, 'W');
    await enter(serial);
    const number = page.getByRole('group', { name: 'Unit 1' }).getByText(serial);
    await isShown(number);
    expect(number.element().scrollWidth).toBeLessThanOrEqual(number.element().clientWidth);
  });

  it('takes a missed number later, and keeps what is in doubt over a reload', async () => {
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: 'serial_imei' }));
    await open();
    await enter(phone.barcode ?? '');
    const [sn1 = '', sn2 = ''] = freshSerials(2);
    const [imei1 = '', imei2 = ''] = freshImeis(2);
    await enter(sn1);
    // The IMEI of the first phone cannot be found at once.
    await button('Next unit').click();
    await enter(sn2);
    await enter(imei2);
    await isShown(row(sn1).getByText('Without IMEI'));
    await openAgain();
    await isShown(row(sn1).getByText('Without IMEI'));
    await expect.element(button(/^Receive 2 units/)).toHaveAttribute('aria-disabled', 'true');
    await button('Add IMEI of unit 1').click();
    await enter(imei1);
    await isShown(row(imei1).getByText('Ready'));
    await isShown(row(sn1).getByText(imei1, { exact: false }));
    await isShown(row(sn2).getByText(imei2, { exact: false }));
    // The IMEI of the first could have joined the second.
    await isShown(row(sn2).getByText('The unit before lacked a number.', { exact: false }));
    await expect.element(button(/^Receive 2 units/)).toHaveAttribute('aria-disabled', 'true');
    await button('Numbers match: unit 2').click();
    await expect.element(button(/^Receive 2 units/)).not.toHaveAttribute('aria-disabled', 'true');
    // Who scans the IMEI first on every unit ticks that at the product.
    const [sn3 = ''] = freshSerials(1);
    const [, , imei3 = ''] = freshImeis(3);
    await button(new RegExp(`^${phone.product.name}`)).click();
    const summary = page.getByText(/^New · /);
    if (!(summary.element().closest('details')?.open ?? false)) await summary.click();
    await page.getByRole('checkbox', { name: 'IMEI comes first' }).click();
    await enter(imei3);
    await enter(sn3);
    await isShown(row(sn3).getByText('Ready'));
    expect(page.getByRole('alert').filter({ hasText: 'first' }).elements()).toEqual([]);
  });

  it('receives a delivery of 20 phones with five mistakes: 19 right pairs, and one that is named', async () => {
    expectDone(await admin.put(`/products/${phone.product.id}`, { scanned_numbers: 'serial_imei' }));
    const items = [{ product_variation_id: phone.id, quantity_ordered: 20, unit_cost: 100 }];
    const body = { supplier_id: supplierId, store_id: storeId, items };
    order = expectDone(await admin.post<WireOrder>('/supplier-transactions', body));
    await open(20);
    await enter(phone.barcode ?? '');
    const serials = freshSerials(20);
    const imeis = freshImeis(20);
    const pair = async (place: number) => {
      await enter(serials[place] ?? '');
      await enter(imeis[place] ?? '');
    };
    for (const place of [0, 1]) await pair(place);
    // 1. The serial number of the third phone is missed; the question is answered by scanning it.
    await enter(imeis[2] ?? '');
    await isShown(page.getByRole('alert').filter({ hasText: 'Unit 3: you scanned the IMEI first' }));
    await enter(serials[2] ?? '');
    await button('Numbers match').first().click();
    await pair(3);
    // 2. An IMEI is missed, the next serial number refused, and the IMEI added later.
    await enter(serials[4] ?? '');
    await enter(serials[5] ?? '');
    await lastScan(/^This is not an IMEI\. Scan the IMEI of this unit, or press Next unit/);
    await button('Next unit').click();
    for (const place of [5, 6]) await pair(place);
    await isShown(row(serials[4] ?? '').getByText('Without IMEI'));
    await button('Add IMEI of unit 5').click();
    await enter(imeis[4] ?? '');
    // 3. A phone is scanned twice.
    await pair(7);
    await enter(serials[7] ?? '');
    await enter(imeis[7] ?? '');
    for (const place of [8, 9, 10, 11]) await pair(place);
    // 4. The IMEI of another phone of the delivery is scanned again in the middle of a pair.
    await enter(serials[12] ?? '');
    await enter(imeis[9] ?? '');
    await enter(imeis[12] ?? '');
    for (const place of [13, 14, 15]) await pair(place);
    // 5. The last phone's IMEI cannot be read: somebody says so.
    for (const place of [16, 17, 18]) await pair(place);
    await enter(serials[19] ?? '');
    await button('Next unit').click();
    await expect.element(button(/^Receive 20 units/)).toHaveAttribute('aria-disabled', 'true');
    await button('Receive without it: IMEI of unit 20').click();
    // Where a number was refused in between, somebody compares the unit with its box.
    const toCompare = () => button(/^Numbers match/).elements().length;
    for (let left = toCompare(); left > 0; left = toCompare()) {
      await button(/^Numbers match/)
        .first()
        .click();
      await expect.poll(toCompare).toBeLessThan(left);
    }
    await expect.element(button(/^Receive 20 units/)).not.toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await isShown(page.getByText(/^GR-.*-\d{6} received$/));
    type Units = { data: { serial_number: string | null; imei: string | null }[] };
    const received = await Promise.all(
      serials.map(async (serial) => {
        const { data } = expectDone(await admin.get<Units>(`/inventory?search=${serial}`));
        return data.map(({ serial_number, imei }) => [serial_number, imei]);
      }),
    );
    expect(received).toEqual(
      serials.map((serial, place) => [[serial, place === 19 ? null : (imeis[place] ?? '')]]),
    );
  });

  it('shows a receipt with its units, and none of it to whoever may not receive', async () => {
    const serials = freshSerials(1);
    const done = expectDone(
      await receive<{ receipt: { id: number; number: string } }>(admin, order, [
        { quantity_received: 1, serials },
        { supplier_transaction_item_id: order.items[1]?.id ?? 0, quantity_received: 3 },
      ]),
    );
    await openScreen(`/goods-receipts/${done.receipt.id}`, { email: ADMIN, storeId });
    // Units that differ in nothing share a row.
    const alike = page.getByRole('row').filter({ hasText: '3 units without a code' });
    await isShown(alike.getByRole('link', { name: cable.product.name }));
    await isShown(page.getByRole('heading', { name: done.receipt.number }));
    await isShown(page.getByText(`SN ${serials[0]}`));
    expect(await axeViolations()).toEqual([]);
    screen = await openScreen(`/purchase-orders/${order.id}/receive`, { email: 'store_manager@demo.test' });
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });
});
