import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import type { products } from '#contract/products.ts';
import type { qrCodes } from '#contract/qr-codes.ts';
import type { suppliers } from '#contract/suppliers.ts';
import { isImei } from '#domain/barcodes.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { EMPTY_LIST, listCells, listLoaded, rowMenu } from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  openScreen,
  watchCalls,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { chooseMore, openPageMenu } from '#tests/support/component/page-menu.ts';
import { pressAsScanner } from '#tests/support/component/scanner-keys.ts';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller, SignedIn } from '#tests/support/http.ts';
import type { WireOrder } from '#tests/support/purchase-orders.ts';
import { generated, type WireCode } from '#tests/support/qr-codes.ts';
import { freshSerials, receive, type WireReceiving } from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';

type Variations = z.input<typeof products.findVariations.response>;
type Suppliers = z.input<typeof suppliers.list.response>;
type Unit = z.input<typeof inventory.create.response>;
type Stats = z.input<typeof qrCodes.stats.response>;
type Me = Pick<SignedIn, 'staff'>;

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const PACKER = 'warehouse_staff@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = /\/api\/v1\/qr-codes\?/;
const FAULT = { message: 'Something broke', code: 'server_error' };
const REFUSED = { message: 'Not now', code: 'illegal_state' };

describe('QR codes', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let storeId: number;
  let variationId: number;
  let otherVariationId: number;
  let supplierId: number;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    storeId = expectDone(await manager.get<Me>('/staff/me')).staff.primary_store?.id ?? 0;
    // Excludes cases: other tests take anything with an IMEI for a phone.
    const found = await manager.get<Variations>('/product-variations?search=iphone&per_page=50');
    const phones = expectDone(found).data.filter(({ product }) => product.name.startsWith('iPhone'));
    [variationId = 0, otherVariationId = 0] = phones.map(({ id }) => id);
    const sellers = await manager.get<Suppliers>('/suppliers?active=true');
    supplierId = expectDone(sellers).data[0]?.id ?? 0;
  });
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const orderOf = async (quantity_ordered: number, variationIds = [variationId]): Promise<WireOrder> => {
    const items = variationIds.map((product_variation_id, place) => ({
      product_variation_id,
      quantity_ordered,
      unit_cost: 250 + place,
    }));
    const body = { supplier_id: supplierId, store_id: storeId, items };
    return expectDone(await manager.post<WireOrder>('/supplier-transactions', body));
  };
  const codesOf = async (units: number, codes = units) => {
    const order = await orderOf(units);
    return { order, ...(await generated(manager, order.id, codes)) };
  };
  const asScanner = (code: string) => pressAsScanner([...`]C0${code}`, 'Enter']);
  const serial = () => `QR-${crypto.randomUUID().slice(0, 12)}`;
  const linkTo = async (code: string) => {
    const body = { product_variation_id: variationId, category: 'new', serial_number: serial() };
    return expectDone(await manager.post<Unit>(`/qr-codes/${code}/create-and-link`, body));
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const question = () => page.getByRole('alertdialog');
  const figures = () => [...document.querySelectorAll('dl dd')].map((figure) => figure.textContent);

  it('are refused in place to whoever may not make any', async () => {
    await open('/qr-codes', SELLER);
    await isShown(page.getByText('Access Denied'));
    expect(page.getByRole('tab').elements()).toHaveLength(0);
    await button('Back to Dashboard').click();
    await expect.poll(() => screen.address().pathname).toBe('/dashboard');
  });

  it('lead to the newest batches in a window of 1366 pixels at 200 %, too', async () => {
    const { batch } = await codesOf(1);
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await open('/qr-codes');
    await isShown(page.getByRole('heading', { name: 'Recent batches' }));
    await isShown(page.getByRole('listitem').getByRole('link', { name: batch }));
  });

  it('say what to do where there are none, and that they could not be loaded', async () => {
    failCalls({ path: LIST, status: 500, body: FAULT });
    await open('/qr-codes');
    await isShown(page.getByText('QR codes could not be loaded'));
    failCalls({ path: LIST, status: 200, body: EMPTY_LIST });
    await open('/qr-codes');
    await isShown(page.getByText('No QR codes yet'));
    expect(await axeViolations()).toEqual([]);
    await button('Generate New Batch').click();
    await isShown(page.getByRole('combobox', { name: 'Purchase order' }));
    expect(screen.address().search).toBe('?tab=generate');
    await expect.element(page.getByRole('tab', { name: 'Generate New Batch' })).toHaveFocus();
  });

  describe('of a batch', () => {
    it('are shown with their states, orders and items, counted, and as their sheet', async () => {
      const { order, batch, codes } = await codesOf(3);
      const [linked = '', voided = '', unused = ''] = codes;
      const unit = await linkTo(linked);
      expectDone(await manager.post(`/qr-codes/${voided}/void`, { reason: 'Torn off' }));
      await open(`/qr-codes?batch_code=${batch}`);
      await listLoaded();
      expect(listCells(1)).toEqual(codes.map((code) => `${code}Pre-generated`));
      expect(listCells(2)).toEqual(['Linked', 'Voided', 'Unused']);
      expect(listCells(3)).toEqual(codes.map(() => `${order.transaction_number}${batch}`));
      const { product, name } = unit.product_variation;
      expect(listCells(4)).toEqual([`${product.name}${name}`, '–Torn off', '–']);
      await isShown(page.getByText('1 unused, 1 linked, 1 voided'));
      expect(listCells(5).every((cell) => cell?.endsWith(`M${order.created_by.name}`))).toBe(true);
      for (const [label, color] of [
        ['Unused', 'rgb(23, 96, 47)'],
        ['Linked', 'rgb(31, 83, 145)'],
        ['Voided', 'rgb(164, 38, 44)'],
      ] as const) {
        const badge = page.getByRole('cell').getByText(label, { exact: true });
        expect([label, getComputedStyle(badge.element()).color]).toEqual([label, color]);
      }
      const stats = expectDone(await manager.get<Stats>('/qr-codes/stats'));
      const counted = [stats.total, stats.unused, stats.linked, stats.voided];
      await expect.poll(figures).toEqual(counted.map((count) => count.toLocaleString('en-PH')));
      const recent = page.getByRole('listitem').filter({ hasText: batch });
      await isShown(recent.getByText(/^3 codes · /));
      await isShown(page.getByText('2 labels'));
      const drawn = page.getByRole('region', { name: 'Label sheet preview' }).getByRole('img');
      expect(drawn.elements().map((one) => one.getAttribute('aria-label'))).toEqual(
        [linked, unused].map((code) => `QR code ${code}`),
      );
      // With little room beside the sheet, the linked item keeps some.
      await page.viewport(1024, 768);
      onTestFinished(() => page.viewport(1366, 768));
      const head = page.getByRole('columnheader', { name: 'Linked item' });
      await expect.poll(() => head.element().getBoundingClientRect().width).toBeGreaterThan(100);
      await page.viewport(1366, 768);
      // Its labels are printed without a Tab through all rows.
      (page.getByRole('tab', { name: 'Manage QR Codes' }).element() as HTMLElement).focus();
      await userEvent.tab({ shift: true });
      await expect.element(button('Print labels')).toHaveFocus();
      expect(await rowMenu(unused)).toEqual(['Add Item', 'Copy code', 'Void']);
      expect(await axeViolations()).toEqual([]);
      await page.getByRole('link', { name: product.name }).click();
      await expect.poll(() => screen.address().pathname).toBe(`/inventory/${unit.id}`);
      await page.getByRole('link', { name: linked }).click();
      await expect.poll(() => screen.address().search).toBe(`?batch_code=${batch}`);
    });

    it('are found by their batch, as many on a page as somebody chooses', async () => {
      const { batch } = await codesOf(2);
      await open('/qr-codes');
      await listLoaded();
      const sizes = page.getByLabelText('Rows of a page');
      const offered = [...(sizes.element() as HTMLSelectElement).options].map(({ label }) => label);
      expect(offered).toEqual(['25 a page', '50 a page', '100 a page', '200 a page']);
      await expect.element(sizes).toHaveValue('50');
      const calls = watchCalls({ path: LIST });
      await userEvent.selectOptions(sizes, '200 a page');
      await expect.poll(() => calls.at(-1)?.url.searchParams.get('per_page')).toBe('200');
      // Typed with a pause: nothing is sent before Enter, and the end of the code is enough.
      const field = page.getByRole('searchbox', { name: 'Batch code' });
      await userEvent.fill(field, batch.slice(-6, -2));
      await userEvent.selectOptions(page.getByLabelText('Status'), 'Unused');
      await expect.poll(() => screen.address().search).toBe('?per_page=200&status=unused');
      await userEvent.fill(field, batch.slice(-6));
      await userEvent.keyboard('{Enter}');
      await expect.poll(() => screen.address().searchParams.get('batch_code')).toBe(batch);
      await expect.poll(() => listCells(2)).toEqual(['Unused', 'Unused']);
      await open('/qr-codes?batch_code=B-NONE-000001');
      await isShown(page.getByText('No QR codes for these filters'));
    });

    it('are voided with a reason, and its unused ones deleted, by those who may', async () => {
      const { batch, codes } = await codesOf(3);
      const [first = ''] = codes;
      await open(`/qr-codes?batch_code=${batch}`);
      await listLoaded();
      await button(`Actions for ${first}`).click();
      await entry('Void').click();
      const stop = listenToScanners(() => undefined);
      await asScanner(first);
      stop();
      await isTold('Scan ignored');
      expect(page.getByRole('dialog', { name: 'Scan QR Code' }).query()).toBeNull();
      await button(new RegExp(`^Void ${first}`)).click();
      await isShown(question().getByText('Reason required'));
      const { mend } = failCalls({ path: /\/void$/, method: 'POST', status: 409, body: REFUSED });
      await userEvent.fill(question().getByLabelText('Reason'), 'Torn off');
      await button(new RegExp(`^Void ${first}`)).click();
      await isTold('Failed to void QR code');
      mend();
      await open(`/qr-codes?batch_code=${batch}`);
      await listLoaded();
      await button(`Actions for ${first}`).click();
      await entry('Void').click();
      await userEvent.fill(question().getByLabelText('Reason'), 'Torn off');
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isTold(`${first} voided`);
      await isShown(page.getByText('2 unused, 1 voided'));
      await button('Delete unused').click();
      await isShown(question().getByText(/Linked and voided codes stay/));
      expect(await axeViolations()).toEqual([]);
      failCalls({ path: /delete-batch/, method: 'DELETE', status: 409, body: REFUSED });
      await button('Delete 2 codes').click();
      await isTold('Failed to delete batch');
    });

    it('are deleted, and the list goes on without the batch where none is left', async () => {
      const { batch } = await codesOf(2);
      await open(`/qr-codes?batch_code=${batch}`);
      await button('Delete unused').click();
      await button('Delete 2 codes').click();
      await isTold(`2 codes of ${batch} deleted`);
      await expect.poll(() => screen.address().search).toBe('');
    });

    it('offer neither to whoever may not delete', async () => {
      const packer = await callerAs(PACKER);
      const own = expectDone(await packer.get<Me>('/staff/me')).staff.primary_store?.id ?? 0;
      const items = [{ product_variation_id: variationId, quantity_ordered: 1, unit_cost: 250 }];
      const body = { supplier_id: supplierId, store_id: own, items };
      const { id } = expectDone(await packer.post<WireOrder>('/supplier-transactions', body));
      const { batch, codes } = await generated(packer, id, 1);
      await open(`/qr-codes?batch_code=${batch}`, PACKER);
      await listLoaded();
      expect(await rowMenu(codes[0] ?? '')).toEqual(['Add Item', 'Copy code']);
      expect(button('Delete unused').elements()).toHaveLength(0);
    });

    it('are downloaded as a picture, which may fail', async () => {
      const { batch } = await codesOf(1);
      await open(`/qr-codes?batch_code=${batch}`);
      const { mend } = failCalls({ path: /download-batch/, method: 'POST', status: 409, body: REFUSED });
      await expect.element(button('Download sheet')).toBeEnabled();
      await button('Download sheet').click();
      await isTold('Failed to download batch');
      mend();
      await open(`/qr-codes?batch_code=${batch}`);
      const calls = watchCalls({ path: /download-batch/, method: 'POST' });
      const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
      await expect.element(button('Download sheet')).toBeEnabled();
      await button('Download sheet').click();
      await expect
        .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
        .toEqual([`${batch}.png`]);
      saved.mockRestore();
      expect(calls[0]?.body).toEqual({ batch_code: batch, columns: 4 });
      expect((await calls[0]?.answer)?.headers.get('content-type')).toBe('image/png');
    });

    it('are printed on label paper, after a look at the pages, beginning where a sheet was used', async () => {
      const { batch, codes } = await codesOf(3);
      expectDone(await manager.post(`/qr-codes/${codes[2]}/void`, { reason: 'Torn off' }));
      await linkTo(codes[1] ?? '');
      await open(`/qr-codes?batch_code=${batch}`);
      await expect.element(button('Print labels')).toBeEnabled();
      await button('Print labels').click();
      await isShown(button('Print 1 label'));
      await userEvent.selectOptions(page.getByLabelText('Which codes'), 'Unused and linked codes');
      await isShown(button('Print 2 labels'));
      const printed = () => [...document.querySelectorAll('#printed-pages > svg')];
      expect(printed()).toHaveLength(1);
      await userEvent.selectOptions(page.getByLabelText('Label paper'), 'A4, 4 labels of 99.1 × 139 mm');
      await userEvent.fill(page.getByLabelText('Begin at label'), '4');
      await expect.poll(() => printed().length).toBe(2);
      await userEvent.fill(page.getByLabelText('Begin at label'), '5');
      await isShown(page.getByText('From 1 to 4'));
      await expect.element(button('Print 2 labels')).toHaveAttribute('aria-disabled', 'true');
      await userEvent.selectOptions(page.getByLabelText('Label paper'), 'Roll, 50 × 25 mm');
      await expect
        .poll(() => printed().map((one) => one.getAttribute('viewBox')))
        .toEqual(['0 0 50 25', '0 0 50 25']);
      expect(await axeViolations()).toEqual([]);
      const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
      await button('Print 2 labels').click();
      expect(print).toHaveBeenCalledOnce();
      print.mockRestore();
      await userEvent.keyboard('{Escape}');
      await isGone(page.getByRole('dialog'));
      expect(printed()).toEqual([]);
    });
  });

  describe('are generated', () => {
    const field = () => page.getByRole('combobox', { name: 'Purchase order' });
    const choose = async ({ transaction_number }: WireOrder) => {
      await userEvent.fill(field(), transaction_number);
      await page.getByRole('option', { name: new RegExp(transaction_number) }).click();
    };
    const errorAt = () => expect.poll(() => errorOf(field()));

    it('for an order that is chosen, as many as it has units without one', async () => {
      const { order } = await codesOf(5, 2);
      await open('/qr-codes?tab=generate');
      await button('Generate codes').click();
      await errorAt().toBe('Please select a supplier transaction');
      expect(await axeViolations()).toEqual([]);
      await choose(order);
      await isShown(button('Generate 3 codes'));
      const calls = watchCalls({ path: /generate-batch/, method: 'POST' });
      await userEvent.fill(page.getByLabelText('Notes'), 'Shelf 4');
      await button('Generate 3 codes').click();
      await isTold('3 codes generated');
      expect(calls.map(({ body }) => body)).toEqual([
        { supplier_transaction_id: order.id, quantity: 3, notes: 'Shelf 4' },
      ]);
      await expect.poll(() => screen.address().search).toMatch(/^\?batch_code=B-/);
      await expect.poll(() => listCells(2)).toEqual(['Unused', 'Unused', 'Unused']);
      await expect.element(page.getByRole('tab', { name: 'Manage QR Codes' })).toHaveFocus();
    });

    it('in several batches beyond a hundred', async () => {
      const order = await orderOf(101);
      await open('/qr-codes?tab=generate');
      await choose(order);
      await isShown(page.getByText('In 2 batches of at most 100: 100, 1'));
      const calls = watchCalls({ path: /generate-batch/, method: 'POST' });
      await button('Generate 101 codes').click();
      await isTold('101 codes generated');
      expect(calls.map(({ body }) => (body as { quantity: number }).quantity)).toEqual([100, 1]);
    });

    it('as far as it goes: what is missing stays to be generated, also where somebody else makes some', async () => {
      const order = await orderOf(150);
      await open('/qr-codes?tab=generate');
      await choose(order);
      await isShown(button('Generate 150 codes'));
      await userEvent.fill(page.getByLabelText('Notes'), 'Shelf 4');
      await generated(manager, order.id, 20);
      await button('Generate 150 codes').click();
      await isTold('100 of 150 codes generated');
      await isTold(/^B-MNL-01-\d+\. 50 codes missing$/);
      await isShown(button('Generate 30 codes'));
      await expect.element(page.getByLabelText('Notes')).toHaveValue('Shelf 4');
      await generated(manager, order.id, 30);
      await button('Generate 30 codes').click();
      await errorAt().toBe('All QR codes have already been generated for this order');
      await expect.element(button('Generate codes')).toHaveAttribute('aria-disabled', 'true');
    });

    it('not once more for an order that has all of them', async () => {
      const { order } = await codesOf(1);
      await open('/qr-codes?tab=generate');
      await choose(order);
      await errorAt().toBe('All QR codes have already been generated for this order');
      await expect.element(button('Generate codes')).toHaveAttribute('aria-disabled', 'true');
      await open(`/purchase-orders/${order.id}`);
      await openPageMenu();
      await expect
        .element(page.getByRole('menuitem', { name: /^Generate QR Codes/ }))
        .toHaveAttribute('aria-disabled', 'true');
    });

    it('on the page of their order, as many as somebody types', async () => {
      const order = await orderOf(150);
      await open(`/purchase-orders/${order.id}`);
      await chooseMore('Generate QR Codes');
      const quantity = page.getByLabelText('Quantity');
      await expect.element(quantity).toHaveValue('100');
      await userEvent.fill(quantity, '101');
      await button('Generate codes').click();
      await expect.poll(() => errorOf(quantity)).toBe('At most 100 codes at once');
      for (const none of ['', '1e2', '1.5']) {
        await userEvent.fill(quantity, none);
        await button('Generate codes').click();
        await expect.poll(() => errorOf(quantity)).toBe('Type a whole number');
      }
      expect(await axeViolations()).toEqual([]);
      await userEvent.fill(quantity, '60');
      await button('Generate codes').click();
      await isTold('60 codes generated');
      const left = expectDone(await manager.get<WireOrder>(`/supplier-transactions/${order.id}`));
      expect(left.qr_codes_count).toBe(60);
    });

    it('or not: the server has the last word', async () => {
      const order = await orderOf(1);
      await open('/qr-codes?tab=generate');
      await choose(order);
      failCalls({ path: /generate-batch/, method: 'POST', status: 409, body: REFUSED });
      await button('Generate 1 code').click();
      await isTold('Failed to generate QR codes');
      expect(screen.address().search).toBe('?tab=generate');
    });
  });

  describe('are scanned', () => {
    const scan = async (code: string) => {
      await userEvent.fill(page.getByRole('textbox', { name: 'QR code' }), code);
      await userEvent.keyboard('{Enter}');
    };
    const verdict = (text: string) => isShown(page.getByRole('dialog').getByText(text));
    const begin = async () => {
      await open('/qr-codes');
      await button('Scan QR Code').click();
      await isShown(page.getByRole('dialog'));
    };

    it('to a new item while they are unused, which is received on their order', async () => {
      const { order, codes } = await codesOf(2);
      await begin();
      await scan((codes[0] ?? '').toLowerCase());
      await isShown(page.getByText(`Label of ${order.transaction_number}`));
      expect(screen.address().search).toBe(`?qr_code=${codes[0]}`);
      expect(page.getByLabelText('QR code').element()).toHaveProperty('value', codes[0]);
      // The order has only one outstanding product, of its supplier.
      const calls = watchCalls({ path: /create-and-link/, method: 'POST' });
      await userEvent.fill(page.getByLabelText('Serial number'), serial());
      expect(await axeViolations()).toEqual([]);
      await button(/^Create Item/).click();
      await expect.poll(() => screen.address().pathname).toMatch(/^\/inventory\/\d+$/);
      expect(calls[0]?.body).toMatchObject({ product_variation_id: variationId, supplier_id: supplierId });
      const after = expectDone(await manager.get<WireCode>(`/qr-codes/${codes[0]}`));
      expect(after).toMatchObject({ status: 'linked', supplier_transaction: { status: 'partial' } });
    });

    it('to a warning where they were just used, and the next item is to be made', async () => {
      const { codes } = await codesOf(2);
      await open(`/inventory/create?qr_code=${codes[0]}`);
      await isShown(page.getByText(/^Label of /));
      await userEvent.fill(page.getByLabelText('Serial number'), serial());
      await button('Create and next').click();
      await expect.element(page.getByLabelText('QR code')).toHaveValue('');
      await userEvent.fill(page.getByLabelText('QR code'), codes[0] ?? '');
      await isShown(page.getByText('This QR code is linked to an item already'));
      await isGone(page.getByText(/^Label of /));
      await userEvent.fill(page.getByLabelText('QR code'), codes[1] ?? '');
      await isShown(page.getByText(/^Label of /));
    });

    it('to their item once they are linked, and to any item by its other numbers', async () => {
      const { codes } = await codesOf(1);
      const unit = await linkTo(codes[0] ?? '');
      await begin();
      await scan(codes[0] ?? '');
      await expect.poll(() => screen.address().pathname).toBe(`/inventory/${unit.id}`);
      await begin();
      await scan(unit.serial_number ?? '');
      await expect.poll(() => screen.address().pathname).toBe(`/inventory/${unit.id}`);
    });

    it('to their state, where they lead nowhere', async () => {
      const { codes } = await codesOf(1);
      expectDone(await manager.post(`/qr-codes/${codes[0]}/void`, { reason: 'Torn off' }));
      await begin();
      await scan(codes[0] ?? '');
      await verdict('Invalid QR code');
      await verdict('This QR code is voided: Torn off');
      expect(await axeViolations()).toEqual([]);
      await open(`/inventory/where-is?code=${codes[0]}`);
      await isShown(page.getByText('This QR code is voided: Torn off'));
      const [label = ''] = (await codesOf(1)).codes;
      await open(`/inventory/where-is?code=${label.toLowerCase()}`);
      await isShown(page.getByText(/^This is an unused label of PO-/));
      expect(button('Trade In').query()).toBeNull();
      expect(await axeViolations()).toEqual([]);
      await button('Add Item').click();
      await expect.poll(() => screen.address().search).toBe(`?qr_code=${label}`);
      await begin();
      await scan('ZZZZ2222');
      await verdict('QR code not found');
      await verdict('Item not found');
      await scan('  ');
      await verdict('Scan or type the code of a label');
      await scan('no label at all');
      await verdict('Invalid QR code');
      await verdict('Item not found');
      failCalls({ path: /\/qr-codes\/[^?]+$/, status: 500, body: FAULT });
      await scan('ZZZZ3333');
      await isTold('Scan failed');
      await isTold('ZZZZ3333');
      await isGone(page.getByRole('dialog').getByText('Item not found'));
    });

    it('on the page itself, and what is scanned after them fills the form that opens', async () => {
      const { order, codes } = await codesOf(3);
      const [first = '', second = ''] = codes;
      const other = await orderOf(2, [variationId, otherVariationId]);
      const [foreign = ''] = (await generated(manager, other.id, 1)).codes;
      await open('/qr-codes');
      await listLoaded();
      onTestFinished(listenToScanners(() => undefined));
      const field = (name: string) => page.getByLabelText(name, { exact: true });
      const digits = `35${crypto.getRandomValues(new Uint32Array(1))[0]}`.padEnd(14, '0').slice(0, 14);
      const imei = digits + [...'0123456789'].find((digit) => isImei(digits + digit));
      await asScanner(first);
      await asScanner(imei);
      await expect.poll(() => screen.address().search).toBe(`?qr_code=${first}`);
      await expect.element(field('IMEI')).toHaveValue(imei);
      await expect.element(field('IMEI')).toHaveFocus();
      await expect.element(field('QR code')).toHaveValue(first);
      await expect.element(field('Purchase cost')).toHaveValue('250.00');
      // Wherever the cursor is, a code that is no IMEI does not land in its field.
      const number = serial().toUpperCase();
      await asScanner(number);
      await expect.element(field('Serial number')).toHaveValue(number);
      await button('Create and next').click();
      await expect.element(field('QR code')).toHaveFocus();
      await expect.element(field('QR code')).toHaveValue('');
      await isGone(page.getByText(/^Label of /));
      await isGone(page.getByText('Invalid QR code'));
      await asScanner(second);
      await isShown(page.getByText(`Label of ${order.transaction_number}`));
      await expect.element(field('QR code')).toHaveValue(second);
      await expect.element(field('IMEI')).toHaveFocus();
      // The label of an order of two products asks which of them came, and knows the cost of each.
      await userEvent.fill(field('QR code'), `${foreign.slice(0, 4)} ${foreign.slice(4)}`);
      await isShown(page.getByText(`Label of ${other.transaction_number}`));
      const offered = () =>
        [...document.querySelectorAll('select')]
          .flatMap(({ options }) => [...options])
          .map(({ value }) => Number(value));
      await expect.poll(offered).toEqual(expect.arrayContaining([variationId, otherVariationId]));
      await userEvent.selectOptions(field('Product variation'), String(otherVariationId));
      await expect.element(field('Purchase cost')).toHaveValue('251.00');
      expect(await axeViolations()).toEqual([]);
    });

    it('while their order is received, each to the unit that is scanned', async () => {
      const { order, codes } = await codesOf(2);
      const [first = '', second = ''] = codes;
      expectDone(await manager.post(`/qr-codes/${second}/void`, { reason: 'Torn off' }));
      const [one = '', two = ''] = freshSerials(2);
      await open(`/purchase-orders/${order.id}/receive`, ADMIN);
      const enter = async (code: string) => {
        await userEvent.fill(page.getByLabelText(/^Scan the/), code);
        await userEvent.keyboard('{Enter}');
      };
      const row = (code: string) => page.getByRole('row').filter({ hasText: code });
      await enter(first);
      await enter(one);
      await button('Next unit').click();
      await isShown(row(one).getByText(`QR ${first}`));
      await isShown(row(one).getByText('Without IMEI'));
      await row(one).getByRole('button', { name: 'Receive without it: IMEI' }).click();
      await isShown(row(one).getByText('Ready'));
      await enter(two);
      await enter(second);
      await isShown(row(two).getByText('This QR code is voided: Torn off'));
      expect(await axeViolations()).toEqual([]);
      await row(two).getByRole('button').click();
      await userEvent.keyboard('{Control>}{Enter}{/Control}');
      await isShown(page.getByText(/received/));
      const linked = async () => (await manager.get<WireCode>(`/qr-codes/${first}`)).body.status;
      await expect.poll(linked).toBe('linked');
    });

    it('to a unit that was received without one, before a new one is made', async () => {
      const { order, codes } = await codesOf(3);
      const [first = '', second = ''] = codes;
      const admin = await callerAs(ADMIN);
      const [one = '', two = ''] = freshSerials(2);
      const rows = [{ quantity_received: 2, serials: [one, two] }];
      const { receipt } = expectDone(await receive<WireReceiving>(admin, order, rows));
      const secondId = receipt.items[0]?.units[1]?.inventory_item_id ?? 0;
      await open(`/inventory/create?qr_code=${first}`);
      await isShown(page.getByRole('heading', { name: 'Link to a received unit' }));
      await isShown(page.getByRole('cell', { name: `SN ${two}` }));
      expect(await axeViolations()).toEqual([]);
      const number = page.getByLabelText('Scan the serial number or IMEI of the unit');
      await userEvent.fill(number, 'NOT-OF-THIS-ORDER');
      await userEvent.keyboard('{Enter}');
      await isShown(page.getByText(/^No unit that came of .* without a label has this number$/));
      await userEvent.fill(number, one.toLowerCase());
      await userEvent.keyboard('{Enter}');
      await isTold(`${first} linked`);
      await expect.poll(() => screen.address().pathname).toBe('/qr-codes');
      // One came without a label and one is outstanding: both are offered.
      await open(`/inventory/create?qr_code=${second}`);
      await button('Add a new item').click();
      await isShown(page.getByText(`Label of ${order.transaction_number}`));
      await open(`/inventory/${secondId}`);
      await chooseMore('Link label');
      const dialog = page.getByRole('dialog');
      const label = dialog.getByRole('textbox', { name: 'QR code' });
      await page.viewport(390, 844);
      const { scrollWidth, clientWidth } = label.element();
      await page.viewport(1366, 768);
      expect(scrollWidth, 'what the empty field says is cut on a phone').toBe(clientWidth);
      const stranger = (await codesOf(1)).codes[0] ?? '';
      await userEvent.fill(label, stranger);
      await userEvent.keyboard('{Enter}');
      await expect
        .poll(() => errorOf(label))
        .toBe('This item was not received from the order of this QR code');
      expect(await axeViolations()).toEqual([]);
      await userEvent.fill(label, second);
      await dialog.getByRole('button', { name: 'Link label' }).click();
      await isTold(`${second} linked`);
      await isShown(page.getByRole('link', { name: second }));
      const after = expectDone(await manager.get<WireOrder>(`/supplier-transactions/${order.id}`));
      expect(after.total_quantity_received).toBe(2);
    });

    it('to a warning on the form of an item that cannot have them', async () => {
      const { codes } = await codesOf(2);
      const unit = await linkTo(codes[0] ?? '');
      await open(`/inventory/create?qr_code=${codes[0]}`);
      await isShown(page.getByText('Invalid QR code'));
      await isShown(page.getByText('This QR code is linked to an item already'));
      await page.getByRole('link', { name: 'Show the item' }).click();
      await expect.poll(() => screen.address().pathname).toBe(`/inventory/${unit.id}`);
      await open('/inventory/create?qr_code=ELSEWHERE-1');
      await isShown(page.getByText('QR code not found'));
    });
  });
});
