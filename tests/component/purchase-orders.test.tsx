import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { products } from '#contract/products.ts';
import { formatAmount, pesosToCentavos } from '#domain/money.ts';
import type { purchaseOrders } from '#contract/purchase-orders.ts';
import type { supplier } from '#contract/suppliers.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { EMPTY_LIST, listCells, listLinks, listLoaded, rowMenu } from '#tests/support/component/list-rows.ts';
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
import type { Caller } from '#tests/support/http.ts';
import { freshSerials, receive } from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';

type Found = z.input<typeof products.findVariations.response>;
type WireOrder = z.input<typeof purchaseOrders.get.response>;
type Supplier = z.input<typeof supplier>;

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = '/purchase-orders';
const CREATE = `${LIST}/create`;
const FAULT = { message: 'Something broke', code: 'server_error' };
const REFUSED = { message: 'Not now', code: 'illegal_state' };

describe('purchase orders', () => {
  let admin: Caller;
  let manager: Caller;
  let screen: OpenScreen;
  let storeId: number;
  let goods: Found['data'];
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
    manager = await callerAs(MANAGER);
    const [store] = expectDone(await manager.get<{ id: number }[]>('/stores'));
    storeId = store?.id ?? 0;
    goods = expectDone(await manager.get<Found>('/product-variations?search=iphone&per_page=4')).data;
  });
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const good = (place = 0) => {
    const one = goods[place];
    if (!one) throw new Error('The demo shop has no phones');
    return one;
  };
  const nameOf = ({ product, name }: Found['data'][number]) => `${product.name}, ${name}`;
  const makeSupplier = async (fields: object = {}) => {
    const no = crypto.randomUUID().slice(0, 6).toUpperCase();
    const form = { name: `Orders ${no}`, code: `OR-${no}`, ...fields };
    return expectDone(await admin.post<Supplier>('/suppliers', form));
  };
  const make = async (fields: object = {}, count = 2, quantity_ordered = 10): Promise<WireOrder> => {
    const { id: supplier_id } = await makeSupplier(fields);
    const items = goods
      .slice(0, count)
      .map(({ id }) => ({ product_variation_id: id, quantity_ordered, unit_cost: 18_500 }));
    const form = { supplier_id, store_id: storeId, items };
    return expectDone(await admin.post<WireOrder>('/supplier-transactions', form));
  };
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const send = () => page.getByRole('button', { name: /^Create Purchase Order/ });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const question = () => page.getByRole('alertdialog');
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const total = () => page.getByRole('status', { name: 'Total of the order' });
  const rowsOf = (name: string) => page.getByRole('table', { name }).getByRole('row');
  /** Chooses an entry by its name after typing a part of it. */
  const choose = async (label: string | RegExp, name: string) => {
    await page.getByRole('combobox', { name: label }).fill(name);
    await page.getByRole('option', { name }).first().click();
  };

  describe('as a list', () => {
    it('show what is specified, count what there is, and are narrowed in their address', async () => {
      await open(LIST);
      await listLoaded();
      const heads = [...document.querySelectorAll('th')].map((head) => head.textContent).slice(0, 7);
      expect(heads).toEqual(['Order', 'Supplier', 'Created by', 'Ordered', 'QR codes', 'Total', 'Status']);
      const figures = page.getByLabelText('Orders by status');
      await isShown(figures.getByText('In Progress'));
      await isShown(figures.getByText(/^₱[\d,]+\.\d\d$/));
      expect(await axeViolations()).toEqual([]);
      const colorOf = (label: string) => {
        const badge = page.getByRole('cell').getByText(label, { exact: true }).first();
        return getComputedStyle(badge.element()).color;
      };
      await userEvent.selectOptions(field('Status'), 'Pending');
      // Below it a state may say how much of the order is scanned.
      const states = () => new Set(listCells(7).map((cell) => cell?.replace(/\d+ scanned.*/, '')));
      await expect.poll(states).toEqual(new Set(['Pending']));
      expect(colorOf('Pending')).toBe('rgb(31, 83, 145)');
      await userEvent.selectOptions(field('Status'), 'Complete');
      await expect.poll(() => listCells(7)).not.toContain('Pending');
      expect(listCells(7)).toContain('Cancelled');
      expect(colorOf('Complete')).toBe('rgb(23, 96, 47)');
      const calls = watchCalls({ path: /\/supplier-transactions\?/ });
      await userEvent.selectOptions(field('Status'), 'In Progress');
      await expect.poll(states).toEqual(new Set(['In Progress']));
      expect(colorOf('In Progress')).toBe('rgb(107, 83, 0)');
      expect(screen.address().search).toBe('?status=partial');
      expect(calls[0]?.url.searchParams.get('per_page')).toBe('20');
      const [number = ''] = listLinks();
      await page.getByRole('searchbox').fill(number?.slice(-4) ?? '');
      await expect.poll(listLinks).toEqual([number]);
      await page.getByRole('searchbox').fill('nothing like it');
      await isShown(page.getByText('No purchase orders for these filters'));
      await button('Clear filters').click();
      await listLoaded();
      const [first = ''] = listLinks();
      expect(await rowMenu(first ?? '')).toEqual(['View', 'Copy order number']);
      const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
      await entry('Copy order number').click();
      await isTold(`${first} copied`);
      expect(copied.mock.calls).toEqual([[first]]);
      copied.mockRestore();
      await rowMenu(first ?? '');
      await entry('View').click();
      await expect.poll(() => screen.address().pathname).toMatch(/^\/purchase-orders\/\d+$/);
    });

    it('are created by whoever may, and show no costs to whoever sees none', async () => {
      await open(LIST, SELLER);
      await listLoaded();
      expect(button('Create Purchase Order').elements()).toHaveLength(0);
      expect(document.body.textContent).not.toMatch(/₱|Amount to come/);
      await open(CREATE, SELLER);
      await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    });

    it('say what to do when there are none, and when they cannot be loaded', async () => {
      const { mend } = failCalls({ path: /\/supplier-transactions\?/, status: 500, body: FAULT });
      await open(LIST);
      await isShown(page.getByText('Purchase Orders could not be loaded'));
      expect(await axeViolations()).toEqual([]);
      mend();
      await button('Retry').click();
      await listLoaded();
      failCalls({ path: /\/supplier-transactions\?/, status: 200, body: EMPTY_LIST });
      await open(LIST);
      await isShown(page.getByText('No purchase orders yet'));
      expect(await axeViolations()).toEqual([]);
    });
  });

  describe('a new one', () => {
    it('says what is missing, and is written with the keyboard alone', async () => {
      const { name } = await makeSupplier();
      await makeSupplier({ name: `${name} Ended`, is_active: false });
      await open(CREATE);
      await isShown(heading('New Purchase Order'));
      await send().click();
      await expect.poll(() => errorOf(field('Supplier'))).toBe('Please select a supplier');
      await isShown(page.getByRole('alert').getByText('Please add at least one valid item'));
      await expect.element(field('Supplier')).toHaveFocus();
      expect(await axeViolations()).toEqual([]);

      await page.getByRole('combobox', { name: 'Supplier' }).fill(name);
      await isShown(page.getByRole('option', { name }));
      expect(page.getByRole('option', { name }).elements()).toHaveLength(1);
      await choose('Supplier', name);
      await choose('Product of row 1', nameOf(good()));
      await expect.element(field('Quantity of row 1')).toHaveFocus();
      await userEvent.keyboard('10{Tab}18500{Enter}');
      await expect.element(field('Product of row 2')).toHaveFocus();
      await expect.element(total()).toHaveTextContent('10 units · ₱185,000.00');
      await field('Notes').fill('At the back door');
      const sent = watchCalls({ path: /\/supplier-transactions$/, method: 'POST' });
      await userEvent.keyboard('{Control>}s{/Control}');
      await isTold(/^PO-MNL-01-\d{6} created$/);
      await expect.poll(() => screen.address().pathname).toMatch(/^\/purchase-orders\/\d+$/);
      expect(sent.map(({ body }) => body)).toMatchObject([
        {
          store_id: storeId,
          notes: 'At the back door',
          items: [{ product_variation_id: good().id, quantity_ordered: 10, unit_cost: 18_500 }],
        },
      ]);
      await isShown(page.getByText('Cost of all that was ordered'));
      await isShown(page.getByText('₱185,000.00'));
    });

    it('shows the cost that a scan brings, and keeps the focus, wherever the caret stood', async () => {
      await open(CREATE);
      onTestFinished(listenToScanners(() => undefined));
      const known = goods.find(({ barcode, cost }) => barcode !== null && cost);
      const [cost, scan] = [
        formatAmount(pesosToCentavos(known?.cost ?? 0)),
        [...(known?.barcode ?? ''), 'Enter'],
      ];
      await field('Product of row 1').click();
      await pressAsScanner(scan);
      await expect.element(field('Quantity of row 1')).toHaveFocus();
      await expect.element(field('Unit cost of row 1')).toHaveValue(cost);
      await button('Remove row 1').click();
      await field('Unit cost of row 1').click();
      await pressAsScanner(scan);
      await expect.element(field('Unit cost of row 1')).toHaveValue(cost);
      await expect.element(total()).toHaveTextContent(`1 unit · ₱${cost}`);
    });

    it('keeps at least one row, proposes costs, and carries what the server says of a row', async () => {
      const { name } = await makeSupplier();
      await open(CREATE);
      await choose('Supplier', name);
      await choose('Product of row 1', nameOf(good()));
      const cost = String(good().cost ?? 0);
      await expect
        .element(field('Unit cost of row 1'))
        .toHaveValue(Number(cost).toLocaleString('en-US', { minimumFractionDigits: 2 }));
      await button('Add row').click();
      await choose('Product of row 2', nameOf(good(1)));
      await field('Quantity of row 2').fill('0');
      await send().click();
      await expect.poll(() => errorOf(field('Quantity of row 2'))).toBe('At least 1');
      await expect.element(field('Quantity of row 2')).toHaveFocus();
      await field('Quantity of row 2').fill('2');
      const errors = { 'items.1.product_variation_id': ['It is inactive'] };
      const { mend } = failCalls({
        path: /\/supplier-transactions$/,
        method: 'POST',
        status: 422,
        body: { message: 'It is inactive', code: 'validation_failed', errors },
      });
      await button('Change product of row 2').click();
      await send().click();
      await expect.poll(() => errorOf(field('Product of row 2'))).toBe('It is inactive');
      mend();
      failCalls({ path: /\/supplier-transactions$/, method: 'POST', status: 409, body: REFUSED });
      await send().click();
      await isTold('Failed to create purchase order');
      await button('Remove row 2').click();
      await button('Remove row 1').click();
      await isShown(page.getByRole('group', { name: 'Row 1' }));
      await expect.element(field('Product of row 1')).toHaveValue('');
    });

    it('takes rows from a spreadsheet, and says of each that it cannot read why', async () => {
      await open(CREATE);
      await button('Paste rows').click();
      const lines = [
        'Code\tQuantity\tCost',
        `${good(0).barcode}\t3\t1,000.50`,
        `${good(1).barcode}\t2`,
        'NO-SUCH-THING\t1',
        `${good(2).barcode}\tmany`,
      ];
      await field('Rows').fill(lines.join('\n'));
      expect(await axeViolations()).toEqual([]);
      await button('Add rows').click();
      await isTold('2 rows added');
      const unread = page.getByRole('region', { name: 'Pasted rows that were not added' });
      await isShown(unread.getByText('2 pasted rows could not be read'));
      await isShown(unread.getByText('No active product has this SKU or barcode'));
      await isShown(unread.getByText('“many” is no quantity'));
      await expect.element(field('Quantity of row 1')).toHaveValue('3');
      await expect.element(field('Unit cost of row 1')).toHaveValue('1,000.50');
      await expect.element(field('Quantity of row 2')).toHaveValue('2');
      expect(await axeViolations()).toEqual([]);
      await button('Hide rows that could not be read').click();
      await isGone(unread);
    });

    it('is made for each supplier of what is ticked on the list of low stock', async () => {
      const no = crypto.randomUUID().slice(0, 8);
      const [alpha, beta] = [
        await makeSupplier({ name: `Alpha ${no}` }),
        await makeSupplier({ name: `Beta ${no}` }),
      ];
      for (const [place, supplier] of [alpha, beta, beta].entries()) {
        const variation = good(place);
        const path = `/products/${variation.product.id}/variations/${variation.id}/reorder-point`;
        expectDone(await admin.put(path, { reorder_point: 900 }));
        onTestFinished(async () => void expectDone(await admin.put(path, { reorder_point: null })));
        const items = [{ product_variation_id: variation.id, quantity_ordered: 1, unit_cost: 10 }];
        expectDone(
          await admin.post('/supplier-transactions', { supplier_id: supplier.id, store_id: storeId, items }),
        );
      }
      await open('/inventory/low-stock');
      await listLoaded();
      for (const place of [0, 1, 2]) {
        await page.getByRole('checkbox', { name: `Order ${nameOf(good(place))}` }).click();
      }
      await button('Order 3 products').click();
      const made: string[] = [];
      for (const [place, products] of [/^Order 1 of 2: /, /^Order 2 of 2: /].entries()) {
        await isShown(page.getByText(products));
        made.push(document.querySelector<HTMLInputElement>('input[role=combobox]')?.value ?? '');
        await expect.poll(() => page.getByLabelText(/^Quantity of row/).elements().length).toBeGreaterThan(0);
        expect(page.getByLabelText(/^Quantity of row/).elements().length, made[place]).toBe(
          made[place] === `Alpha ${no}` ? 1 : 2,
        );
        await send().click();
      }
      expect(made.toSorted()).toEqual([`Alpha ${no}`, `Beta ${no}`]);
      await expect.poll(() => screen.address().pathname).toBe('/purchase-orders');
    });

    it('begins with what is low on stock, and says when that cannot be asked', async () => {
      await open('/inventory/low-stock');
      await listLoaded();
      const lacks = Number(listCells(6)[0]);
      await expect.element(button('Create orders')).toHaveAttribute('aria-disabled', 'true');
      await page
        .getByRole('checkbox', { name: /^Order / })
        .first()
        .click();
      await button('Order 1 product').click();
      await isShown(
        page.getByText(/^1 product (last ordered from .+|with no supplier yet), less what is on order/),
      );
      expect(screen.address().searchParams.get('from')).toBe('low-stock');
      await expect.element(field('Quantity of row 1')).toHaveValue(String(lacks));
      failCalls({ path: /\/inventory\/low-stock\?/, status: 500, body: FAULT });
      await open(`${CREATE}?from=low-stock`);
      await isShown(page.getByText('What is missing could not be loaded'));
      expect(await axeViolations()).toEqual([]);
    });
  });

  describe('one of them', () => {
    const openOrder = async (order: WireOrder, email = ADMIN) => {
      await open(`${LIST}/${order.id}`, email);
      await isShown(heading(order.transaction_number));
    };

    it('shows its items and sums, changes what nothing came of, and keeps what happened', async () => {
      const order = await make();
      await openOrder(order);
      await isShown(page.getByText('₱370,000.00'));
      const figures = [...document.querySelectorAll('dl dt')].slice(0, 4).map((label) => {
        return `${label.textContent} ${label.parentElement?.querySelector('dd')?.textContent}`;
      });
      expect(figures).toEqual(['Total ₱370,000.00', 'Ordered 20', 'Received 0', 'QR codes 0']);
      const cellsOf = (row: number) =>
        [...(rowsOf('Items').elements()[row]?.children ?? [])].slice(1, 6).map((cell) => cell.textContent);
      expect(cellsOf(0)).toEqual(['Ordered', 'Received', 'Remaining', 'Unit cost', 'Total cost']);
      expect(cellsOf(1)).toEqual(['10', '0', '10', '₱18,500.00', '₱185,000.00']);
      expect(await axeViolations()).toEqual([]);
      await rowMenu(nameOf(good(0)));
      await entry('Edit').click();
      await field('Quantity').fill('12');
      const { mend } = failCalls({ path: /\/items\/\d+$/, method: 'PUT', status: 409, body: REFUSED });
      await button('Update Item').click();
      await isTold('Failed to update item');
      mend();
      await button('Update Item').click();
      await isTold('Item updated');
      await isShown(page.getByText('10 → 12 units · ₱18,500.00 each'));

      await button('Add Item').click();
      onTestFinished(listenToScanners(() => undefined));
      await isShown(field('Product variation'));
      await pressAsScanner([...'NO-SUCH-CODE', 'Enter']);
      await isShown(page.getByText('NO-SUCH-CODE: No active product has this SKU or barcode'));
      await pressAsScanner([...(good(2).barcode ?? ''), 'Enter']);
      await expect.element(field('Product variation')).toHaveValue(nameOf(good(2)));
      await field('Quantity').fill('1');
      const add = failCalls({ path: /\/items$/, method: 'POST', status: 409, body: REFUSED });
      await button('Add Item').last().click();
      await isTold('Failed to add item');
      add.mend();
      await button('Add Item').last().click();
      await expect.poll(() => rowsOf('Items').elements().length).toBe(4);

      await rowMenu(nameOf(good(1)));
      await entry('Remove').click();
      const number = page.getByRole('alertdialog').getByText(/^PO-[A-Z\d-]+$/);
      await expect.element(number).toHaveStyle({ whiteSpace: 'nowrap' });
      const remove = failCalls({ path: /\/items\/\d+$/, method: 'DELETE', status: 409, body: REFUSED });
      await button('Remove 10 units').click();
      await isTold('Failed to remove item');
      remove.mend();
      await button('Remove 10 units').click();
      await expect.poll(() => rowsOf('Items').elements().length).toBe(3);
      await isShown(page.getByText(`${nameOf(good(1))} removed`));
    });

    it('keeps what something came of, and is neither changed nor received once all of it did', async () => {
      const order = await make({}, 2, 1);
      const [serial, other] = [freshSerials(1), freshSerials(1)];
      expectDone(await receive(admin, order, [{ quantity_received: 1, serials: serial }]));
      await openOrder(order);
      await isShown(page.getByText('In Progress'));
      await isShown(button(`Actions for ${nameOf(good(1))}`));
      expect(button(`Actions for ${nameOf(good(0))}`).elements()).toHaveLength(0);
      await isShown(button('Receive Items'));
      await isShown(page.getByText('Cost of all that was ordered'));
      const last = { supplier_transaction_item_id: order.items[1]?.id, quantity_received: 1, serials: other };
      expectDone(await receive(admin, order, [last]));
      await openOrder(order);
      await isShown(page.getByText('Complete', { exact: true }));
      for (const name of ['Receive Items', 'Add Item', `Actions for ${nameOf(good(1))}`]) {
        expect(button(name).elements()).toHaveLength(0);
      }
      await open(`${LIST}/${order.id}/receive`, ADMIN);
      await isShown(page.getByText('Nothing of this order is to come'));
      expect(page.getByLabelText(/^Scan the/).elements()).toHaveLength(0);
    });

    it('tells what came of it and for how much once its rest was given up, and where its codes went', async () => {
      const order = await make({}, 1);
      const codes = await admin.post<{ batch_code: string }>(
        `/supplier-transactions/${order.id}/generate-qr-codes`,
        { quantity: 9 },
      );
      const batch = `/qr-codes?batch_code=${expectDone(codes).batch_code}`;
      const [code] = expectDone(await admin.get<{ data: { qr_code: string }[] }>(batch)).data;
      expectDone(await admin.post(`/qr-codes/${code?.qr_code}/void`, { reason: 'Torn' }));
      expectDone(await receive(admin, order, [{ quantity_received: 1, serials: freshSerials(1) }]));
      await openOrder(order);
      await isShown(button('Add Item'));
      const heads = page.getByRole('columnheader');
      expect(heads.getByText('Actions').elements(), 'a column of nothing').toEqual([]);
      expectDone(await admin.post(`/supplier-transactions/${order.id}/close`, { reason: 'Sold out' }));
      await openOrder(order);
      await isShown(page.getByText('Of ₱185,000.00 ordered'));
      const figures = [...document.querySelectorAll('dl dt')].slice(0, 4).map((label) => {
        return `${label.textContent} ${label.parentElement?.querySelector('dd')?.textContent}`;
      });
      expect(figures).toEqual(['Total received ₱18,500.00', 'Ordered 10', 'Received 1', 'QR codes 8']);
      await isShown(page.getByText('9 given up'));
      await isShown(page.getByText('9 made, 1 voided or deleted'));
      expect(await axeViolations()).toEqual([]);
      await open(`${LIST}?search=${order.transaction_number}`);
      await isShown(page.getByText('₱18,500.00 came'));
    });

    it('is cancelled with a reason, and offers no change any more', async () => {
      const order = await make({}, 1);
      const items = [{ supplier_transaction_item_id: order.items[0]?.id, quantity: 4 }];
      expectDone(await admin.put(`/supplier-transactions/${order.id}/open-receipt`, { items }));
      await openOrder(order);
      await isShown(button('Receive Items'));
      await button(`Actions for ${nameOf(good())}`).click();
      await entry('Edit').click();
      await isShown(
        page
          .getByRole('dialog')
          .getByText(/^Scanned and not received yet: you at another computer 4 units\./),
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await chooseMore('Cancel order');
      await isShown(question().getByText(/^10 units from .+ are no longer on order/));
      await isShown(question().getByText(/^Scanned and not received yet: you at another computer 4 units\./));
      expect(await axeViolations()).toEqual([]);
      await question().getByLabelText('Reason').fill('Found cheaper');
      await button(/^Cancel order of 10 units/).click();
      await isTold(`${order.transaction_number} cancelled`);
      await isShown(page.getByText('Order cancelled'));
      await isShown(
        page.getByText(/^You have scanned 4 units since .+ that were not received\. Nothing of this/),
      );
      await isGone(button('Add Item'));
      await isGone(button(`Actions for ${nameOf(good())}`));
      await isGone(button('Receive Items'));
    });

    it('is not changed by whoever may not, and is printed and mailed with what its reader sees', async () => {
      const order = await make({ email: 'orders@yy.test' }, 1);
      await openOrder(order, MANAGER);
      for (const name of ['Add Item', `Actions for ${nameOf(good())}`, 'Receive Items']) {
        expect(button(name).elements()).toHaveLength(0);
      }
      await isShown(
        page.getByText('To receive items, your role needs “Receive goods”. An admin can grant it.'),
      );
      await openPageMenu();
      await isShown(entry('Print with costs'));
      await userEvent.keyboard('{Escape}');
      await button('Email').click();
      await isShown(question().getByText('Unit costs and the total stand on it.'));
      await button('Send with costs').click();
      await isTold('Sent to orders@yy.test');
      await isShown(page.getByText('Sent by email'));
      await openOrder(order, SELLER);
      await openPageMenu();
      await isShown(entry('Print without costs'));
      await isShown(entry('Copy order number'));
      for (const offered of [button, entry]) expect(offered('Email').elements()).toHaveLength(0);
      expect(document.body.textContent).not.toContain('₱');
    });

    it('leads to a supplier without an address, whose page lists their orders', async () => {
      const order = await make({}, 1);
      await openOrder(order);
      await button('Email').click();
      await isShown(question().getByText(/ has no email address$/));
      expect(await axeViolations()).toEqual([]);
      await button('Open supplier').click();
      await isShown(heading(order.supplier.name));
      await page.getByRole('link', { name: order.transaction_number }).click();
      await isShown(heading(order.transaction_number));
    });

    it('is not there', async () => {
      await open(`${LIST}/99999999`);
      await isShown(page.getByText('Purchase order not found'));
      expect(await axeViolations()).toEqual([]);
    });
  });
});
