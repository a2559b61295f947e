import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { product } from '#contract/products.ts';
import { listenToScanners } from '#renderer/lib/scans.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  EMPTY_LIST,
  listCells,
  listLinks,
  listLoaded,
  listRows,
  rowMenu,
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

type WireProduct = z.input<typeof product>;
type Named = { data: { id: number; name: string }[] };

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';
const LIST = /\/api\/v1\/products\?/;
const FAULT = { message: 'Something broke', code: 'server_error' };

describe('the products', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let places: { product_type_id: number; manufacturer_id: number };
  let made = 0;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const first = async (path: string) => expectDone(await manager.get<Named>(path)).data[0]?.id ?? 0;
    places = {
      product_type_id: await first('/product-types?search=phone'),
      manufacturer_id: await first('/manufacturers?search=samsung'),
    };
  });
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const create = async (more: object = {}) => {
    made += 1;
    const variation = { name: '128 GB', cost: 800, retail_price: 1000 };
    const form = { name: `Zz Gadget ${made}`, sku: `ZZ-${made}`, variation, ...places, ...more };
    return expectDone(await manager.post<WireProduct>('/products', form));
  };
  const field = (label: string) => page.getByLabelText(label, { exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const send = (name: string) => page.getByRole('button', { name });
  const entry = (name: string) => page.getByRole('menuitem', { name, exact: true });
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const errorAt = (label: string) => expect.poll(() => errorOf(field(label)));
  const choose = async (label: string, typed: string) => {
    const box = page.getByRole('combobox', { name: label });
    // A list of choices until more are known than it may hold.
    await expect.poll(() => box.element().tagName).toBe('INPUT');
    await box.fill(typed);
    await page.getByRole('option', { name: typed, exact: true }).click();
  };

  describe('list', () => {
    it('shows what the specification names, searched and filtered in its address', async () => {
      const lookups = watchCalls({ path: /\/(manufacturers|product-types)\?/ });
      await open('/products');
      await listLoaded();
      await expect
        .poll(() => lookups.map(({ url }) => url.searchParams.get('per_page')))
        .toEqual(['100', '100']);
      const heads = [...document.querySelectorAll('th')].map((head) => head.textContent);
      const names = ['Product', 'SKU', 'Type and manufacturer', 'Variations', 'Price', 'Stock', 'Status'];
      expect(heads.slice(0, names.length)).toEqual(names);
      const calls = watchCalls({ path: LIST });
      await page.getByRole('searchbox').fill('apl-ip16');
      await expect.poll(() => calls.length).toBeGreaterThan(0);
      expect(calls.map(({ url }) => url.searchParams.get('search'))).toEqual(['apl-ip16']);
      expect(calls[0]?.url.searchParams.get('per_page')).toBe('20');
      await userEvent.selectOptions(field('Status'), 'Inactive');
      await isShown(page.getByText('No products for these filters'));
      expect(screen.address().search).toContain('status=inactive');
      await button('Clear filters').click();
      await listLoaded();
      await page.getByRole('button', { name: 'Product', exact: true }).click();
      await expect.poll(() => screen.address().search).toBe('?sort=-name');
    });

    it('is narrowed by one of more than a hundred manufacturers, who are searched', async () => {
      const admin = await callerAs(ADMIN);
      const makers: { id: number }[] = [];
      onTestFinished(async () => {
        for (const { id } of makers) await admin.delete(`/manufacturers/${id}`);
      });
      for (let no = 0; no <= 100; no += 1) {
        makers.push(
          expectDone(await manager.post<{ id: number }>('/manufacturers', { name: `Zz Maker ${no}` })),
        );
      }
      await open('/products');
      await listLoaded();
      await choose('Manufacturer', 'Zz Maker 100');
      await expect.poll(() => screen.address().search).toBe(`?manufacturer_id=${makers.at(-1)?.id}`);
      await isShown(page.getByText('No products for these filters'));
      await open(`/products${screen.address().search}`);
      const maker = page.getByRole('combobox', { name: 'Manufacturer' });
      await expect.element(maker).toHaveValue('Zz Maker 100');
      expect(await axeViolations()).toEqual([]);
      await maker.fill('');
      await userEvent.tab();
      await expect.poll(() => screen.address().search).toBe('');
    });

    it('is narrowed by an attribute and one of its values, in its address', async () => {
      await open('/products');
      await listLoaded();
      await userEvent.selectOptions(field('Attribute'), 'Color');
      await userEvent.selectOptions(field('Color'), 'Black');
      await expect.poll(() => decodeURIComponent(screen.address().search)).toBe('?attributes[Color][]=Black');
      await listLoaded();
      await open(`/products${screen.address().search}`);
      await listLoaded();
      await expect.element(field('Color')).toHaveDisplayValue('Black');
      await userEvent.selectOptions(field('Attribute'), 'Any attribute');
      await expect.poll(() => screen.address().search).toBe('');
    });

    it('notes a price below cost, which somebody who sees no costs may have set', async () => {
      const { id } = await create();
      const variation = { name: 'Half price', cost: 900, retail_price: 1000 };
      const made = expectDone(await manager.post<{ id: number }>(`/products/${id}/variations`, variation));
      const [admin, seller] = await Promise.all([callerAs(ADMIN), callerAs(SELLER)]);
      const roles = expectDone(await admin.get<{ role: string; permissions: string[] }[]>('/roles'));
      const { permissions = [] } = roles.find(({ role }) => role === 'salesperson') ?? {};
      const path = '/roles/salesperson';
      expectDone<object>(await admin.put(path, { permissions: [...permissions, 'products.edit'] }));
      onTestFinished(async () => void expectDone<object>(await admin.delete(path)));
      expectDone<object>(await seller.put(`/products/${id}/variations/${made.id}`, { retail_price: 500 }));
      await open(`/products/${id}`);
      const row = page.getByRole('row').filter({ hasText: 'Half price' });
      await isShown(row.getByText(/margin, below cost$/));
      expect(await axeViolations()).toEqual([]);
    });

    it('shows a price range, and stock in the specification’s colours', async () => {
      const { id, name } = await create();
      const bigger = { name: '256 GB', cost: 1, retail_price: 1500 };
      expectDone(await manager.post(`/products/${id}/variations`, bigger));
      await open(`/products?search=${name}`);
      await expect.poll(listLinks).toEqual([name]);
      expect([listCells(4), listCells(5), listCells(6), listCells(7)]).toEqual([
        ['2'],
        ['₱1,000.00to ₱1,500.00'],
        ['Out of stock'],
        ['Active'],
      ]);
      expect(await axeViolations()).toEqual([]);
      for (const [stock, color] of [
        ['in', 'rgb(23, 96, 47)'],
        ['low', 'rgb(138, 70, 0)'],
        ['out', 'rgb(164, 38, 44)'],
      ] as const) {
        await open(`/products?stock=${stock}`);
        await listLoaded();
        const badge = listRows()[0]?.querySelectorAll('td')[5]?.querySelector('span');
        expect([stock, badge && getComputedStyle(badge).color]).toEqual([stock, color]);
      }
    });

    it.each([
      [ADMIN, ['View', 'Edit', 'Duplicate', 'Deactivate', 'Delete']],
      [MANAGER, ['View', 'Edit', 'Duplicate', 'Deactivate']],
      [SELLER, ['View']],
    ])('offers %s what they may do', async (email, actions) => {
      const { name } = await create();
      await open(`/products?search=${name}`, email);
      await expect.poll(listLinks).toEqual([name]);
      expect(await rowMenu(name)).toEqual(actions);
      const adds = page.getByRole('button', { name: 'Add Product' }).elements();
      expect(adds).toHaveLength(email === SELLER ? 0 : 1);
    });

    it('deletes what has no history, and says that it deactivates what has', async () => {
      const { name } = await create();
      await open(`/products?search=${name}`, ADMIN);
      await listLoaded();
      await rowMenu(name);
      await entry('Delete').click();
      const question = page.getByRole('alertdialog', { name: `Delete ${name}?` });
      await isShown(question.getByText(/it is deactivated instead/));
      await question.getByRole('button', { name: `Delete ${name}` }).click();
      await isTold(`${name} deleted`);
      await isShown(page.getByText('No products for these filters'));

      await open('/products?search=apl&stock=in', ADMIN);
      await listLoaded();
      const stocked = listLinks()[0] ?? '';
      await rowMenu(stocked);
      await entry('Delete').click();
      const { mend } = failCalls({ path: /products\/\d+$/, method: 'DELETE', status: 500, body: FAULT });
      await page.getByRole('button', { name: `Delete ${stocked}` }).click();
      await isTold('Failed to delete product');
      mend();
      await page.getByRole('button', { name: `Delete ${stocked}` }).click();
      await isTold(`${stocked} has units, sales or orders, so it was deactivated instead of deleted`);
      await rowMenu(stocked);
      await entry('Activate').click();
      await isTold(`${stocked} activated`);
    });

    it('says that it could not be loaded, and what to do when there are none', async () => {
      const { mend } = failCalls({ path: LIST, status: 500, body: FAULT });
      await open('/products');
      await isShown(page.getByText('Products could not be loaded'));
      mend();
      await button('Retry').click();
      await listLoaded();
      failCalls({ path: LIST, status: 200, body: EMPTY_LIST });
      await open('/products');
      await isShown(page.getByText('No products yet'));
      expect(await axeViolations()).toEqual([]);
    });
  });

  describe('form', () => {
    it('says on its fields what is missing and which prices do not fit', async () => {
      screen = await openScreen('/products/new', { email: MANAGER, withMenu: true });
      await send('Create Product').click();
      await errorAt('Name').toBe('Name is required');
      await errorAt('SKU').toBe('SKU is required');
      await errorAt('Product type').toBe('Product type is required');
      await errorAt('Manufacturer').toBe('Manufacturer is required');
      await errorAt('Variation name').toBe('Variation name is required');
      await errorAt('Cost').toBe('Cost is required');
      await errorAt('Retail price').toBe('Retail price is required');
      await isShown(button('Check 7 fields'));
      expect(await axeViolations()).toEqual([]);
      await page.viewport(390, 844);
      const outOfSight = (where: string) => page.getByRole('button', { name: new RegExp(`^\\d ${where}$`) });
      await button('Check 7 fields').click();
      await expect.element(field('Name')).toHaveFocus();
      await isGone(outOfSight('above'));
      await outOfSight('below').click();
      const chosen = document.activeElement;
      expect(chosen?.getAttribute('aria-invalid')).toBe('true');
      await isShown(outOfSight('above'));
      await outOfSight('above').click();
      expect(document.activeElement).not.toBe(chosen);
      await page.viewport(1366, 768);
      await field('Variation name').fill('One');
      await field('Cost').fill('500');
      await field('Retail price').fill('499.99');
      await field('Minimum price').fill('-1');
      await send('Create Product').click();
      await errorAt('Minimum price').not.toBe(null);
      await field('Minimum price').fill('600');
      await send('Create Product').click();
      await errorAt('Retail price').toBe('Retail price should be higher than cost');
      await errorAt('Minimum price').toBe('Minimum price should not exceed retail price');
      await field('Retail price').fill('1000');
      await isShown(page.getByText('Margin ₱392.86 (44%)'));
    });

    it('makes a product with its first variation, SKU in capitals as it is typed, and shows it', async () => {
      await open('/products/new');
      await field('Name').fill('Zz Made');
      await field('SKU').fill('zz-made');
      await expect.element(field('SKU')).toHaveValue('ZZ-MADE');
      for (const name of ['manufacturer', 'product type']) {
        await isShown(page.getByPlaceholder(`Select a ${name}`));
      }
      for (const name of ['Retail price', 'Warranty, months']) {
        const { textAlign, fontVariantNumeric } = getComputedStyle(field(name).element());
        expect([textAlign, fontVariantNumeric]).toEqual(['right', 'tabular-nums']);
      }
      await choose('Manufacturer', 'Samsung');
      await choose('Product type', 'Phone');
      await expect.element(field('Units need a serial number or an IMEI')).toBeChecked();
      await expect
        .element(field('Warranty, months'))
        .toHaveAttribute('placeholder', '12 months, as its type');
      await field('Variation name').fill('128 GB');
      await field('Cost').fill('800');
      await field('Retail price').fill('1,000.50');
      await button('Add attribute').click();
      await field('Attribute 1').fill('Color');
      await field('Value 1').fill('Red');
      const sent = watchCalls({ path: /\/products$/, method: 'POST' });
      await send('Create Product').click();
      await isTold('Zz Made created');
      await isShown(heading('Zz Made'));
      expect(sent[0]?.body).toMatchObject({
        sku: 'ZZ-MADE',
        requires_serial: true,
        warranty_months: null,
        variation: {
          name: '128 GB',
          barcode: null,
          cost: 800,
          retail_price: 1000.5,
          member_price: null,
          attributes: [{ name: 'Color', value: 'Red' }],
        },
      });
      await isShown(page.getByText('Color: Red'));
    });

    it('adds a manufacturer and a product type without leaving what was typed', async () => {
      await open('/products/new');
      await field('Name').fill('Zz Typed');
      await button('Add manufacturer').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabelText('Name').fill('Zz Maker');
      await dialog.getByRole('button', { name: 'Add Manufacturer' }).click();
      await isGone(dialog);
      await expect.element(page.getByRole('combobox', { name: 'Manufacturer' })).toHaveValue('Zz Maker');
      await button('Add product type').click();
      await dialog.getByLabelText('Name').fill('Zz Kind');
      await dialog.getByLabelText('Warranty, months').fill('6');
      await dialog.getByRole('button', { name: 'Add Product Type' }).click();
      await isGone(dialog);
      await expect.element(page.getByRole('combobox', { name: 'Product type' })).toHaveValue('Zz Kind');
      await expect.element(field('Warranty, months')).toHaveAttribute('placeholder', '6 months, as its type');
      await expect.element(field('Name')).toHaveValue('Zz Typed');
    });

    it('takes what is scanned for the barcode, wherever the focus is', async () => {
      await open('/products/new');
      await isShown(heading('New Product'));
      const stop = listenToScanners(() => undefined);
      onTestFinished(stop);
      await field('Name').click();
      for (const key of [...'4801234567894', 'Enter']) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      }
      await expect.element(field('Barcode')).toHaveValue('4801234567894');
      await expect.element(field('Name')).toHaveValue('');
    });

    it('says on its field that a SKU or a barcode is taken', async () => {
      const { sku } = await create({
        variation: { name: 'One', cost: 1, retail_price: 2, barcode: 'ZZTAKEN' },
      });
      await open(`/products/new?from=${(await create()).id}`);
      await field('SKU').fill(sku);
      await send('Create Product').click();
      await errorAt('SKU').toBe('This SKU is taken');
      await field('SKU').fill('ZZ-FREE');
      await field('Barcode').fill('zztaken');
      await send('Create Product').click();
      await errorAt('Barcode').toBe('This barcode is taken');
    });

    it('is filled from another product, but for what only one can have', async () => {
      const attributes = [{ name: 'Color', value: 'Red' }];
      const variation = { name: 'One', cost: 1, retail_price: 2, barcode: 'ZZCOPY', attributes };
      const { name } = await create({ variation, description: 'Like that' });
      await open(`/products?search=${name}`);
      await listLoaded();
      await rowMenu(name);
      await entry('Duplicate').click();
      await isShown(heading('New Product'));
      await expect.element(field('Name')).toHaveValue(name);
      await expect.element(field('Description')).toHaveValue('Like that');
      await expect.element(field('Variation name')).toHaveValue('One');
      await expect.element(field('Value 1')).toHaveValue('Red');
      expect(
        [field('SKU'), field('Barcode')].map((each) => (each.element() as HTMLInputElement).value),
      ).toEqual(['', '']);
    });

    it('sends of a product that is there only what was changed', async () => {
      const { id, name } = await create({ description: 'Old' });
      await open(`/products/${id}/edit`);
      await isShown(heading('Edit Product'));
      const sent = watchCalls({ path: /products\/\d+$/, method: 'PUT' });
      await field('Description').fill('');
      await field('Warranty, months').fill('24');
      await send('Update Product').click();
      await isTold('Product updated');
      await isShown(heading(name));
      const known = { description: 'Old', warranty_months: null };
      expect(sent.map(({ body }) => body)).toEqual([{ description: null, warranty_months: 24, known }]);
    });

    it('follows what somebody else saved meanwhile, and replaces what both changed when it is sent again', async () => {
      const { id, name } = await create({ description: 'Old' });
      const { data } = expectDone(await manager.get<Named>('/manufacturers?search=xiaomi'));
      const others = { manufacturer_id: data[0]?.id, description: 'Theirs', warranty_months: 6 };
      await open(`/products/${id}/edit`);
      await isShown(heading('Edit Product'));
      await field('Description').fill('Mine');
      await choose('Manufacturer', 'Apple');
      expectDone(await manager.put(`/products/${id}`, { ...others, name: `${name} Theirs` }));
      await send('Update Product').click();
      const clash = 'Somebody else changed this meanwhile. Save again to replace it';
      await errorAt('Description').toBe(clash);
      await errorAt('Manufacturer').toBe(clash);
      await isShown(page.getByText('Check 2 fields'));
      await expect.element(field('Name')).toHaveValue(`${name} Theirs`);
      await expect.element(field('Warranty, months')).toHaveValue('6');
      await expect.element(page.getByRole('combobox', { name: 'Manufacturer' })).toHaveValue('Apple');
      expect(await axeViolations()).toEqual([]);
      await send('Update Product').click();
      await isTold('Product updated');
      expect(expectDone(await manager.get<WireProduct>(`/products/${id}`))).toMatchObject({
        name: `${name} Theirs`,
        description: 'Mine',
        warranty_months: 6,
        manufacturer: { name: 'Apple' },
      });
    });

    it('shows the maker and the type that somebody else chose meanwhile', async () => {
      const { id } = await create();
      const of = async (path: string) => expectDone(await manager.get<Named>(path)).data[0];
      const [maker, kind] = [await of('/manufacturers?search=xiaomi'), await of('/product-types?search=lap')];
      await open(`/products/${id}/edit`);
      await isShown(heading('Edit Product'));
      await field('Description').fill('Mine');
      const others = { manufacturer_id: maker?.id, product_type_id: kind?.id, description: 'Theirs' };
      expectDone(await manager.put(`/products/${id}`, others));
      await send('Update Product').click();
      const shownIn = (label: string) => expect.element(page.getByRole('combobox', { name: label }));
      await shownIn('Manufacturer').toHaveValue(maker?.name);
      await shownIn('Product type').toHaveValue(kind?.name);
      await send('Update Product').click();
      await isTold('Product updated');
      const after = expectDone(await manager.get<WireProduct>(`/products/${id}`));
      expect(after).toMatchObject({ ...others, description: 'Mine' });
    });

    it.each([
      ['POST', 'Create Product', 'Failed to create product'],
      ['PUT', 'Update Product', 'Failed to update product'],
    ])('tells in its own words that %s failed, whatever failed', async (method, label, title) => {
      const { id } = await create();
      await open(method === 'POST' ? `/products/new?from=${id}` : `/products/${id}/edit`);
      await field('Name').fill('Zz Lost');
      await field('SKU').fill('ZZ-LOST');
      failCalls({ path: /\/products/, method, status: 500, body: FAULT });
      await send(label).click();
      await isTold(title);
    });

    it.each(['/products/new', '/products/1/edit'])('at %s is for those who manage products', async (path) => {
      await open(path, SELLER);
      await expect.poll(() => screen.address().pathname).toBe('/dashboard');
    });
  });

  describe('page', () => {
    let shown: WireProduct;
    beforeEach(async () => {
      shown = await create();
    });

    it('adds a variation, changes and deactivates it', async () => {
      await open(`/products/${shown.id}`);
      await button('Add Variation').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabelText('Variation name').fill('256 GB');
      await dialog.getByLabelText('Cost').fill('900');
      await dialog.getByLabelText('Retail price').fill('1200');
      expect(await axeViolations()).toEqual([]);
      await userEvent.keyboard('{Escape}');
      const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
      await isShown(question);
      await userEvent.keyboard('{Escape}');
      await isGone(question);
      await expect.element(dialog.getByLabelText('Variation name')).toHaveValue('256 GB');
      await userEvent.keyboard('{Control>}s{/Control}');
      await isTold('256 GB added');
      await isGone(dialog);
      await isShown(page.getByText('₱1,200.00'));
      await rowMenu('256 GB');
      await entry('Edit').click();
      const sent = watchCalls({ path: /variations\/\d+$/, method: 'PUT' });
      await dialog.getByLabelText('Member price').fill('1100');
      await dialog.getByRole('button', { name: 'Update Variation' }).click();
      await isTold('256 GB updated');
      expect(sent.map(({ body }) => body)).toEqual([{ member_price: 1100, known: { member_price: null } }]);
      await isGone(dialog);
      await rowMenu('256 GB');
      await entry('Deactivate').click();
      await page.getByRole('button', { name: 'Deactivate 256 GB' }).click();
      await isTold('256 GB deactivated');
      await isShown(page.getByRole('row').filter({ hasText: '256 GB' }).getByText('Inactive'));
    });

    it('shows the prices of a variation beside each other on a phone', async () => {
      await page.viewport(390, 844);
      onTestFinished(() => page.viewport(1366, 768));
      await open(`/products/${shown.id}`);
      await isShown(page.getByText('Wholesale', { exact: true }));
      const card = page.getByRole('table', { name: 'Variations' }).getByRole('row').nth(1);
      const tops = card
        .getByRole('term')
        .elements()
        .map((term) => [term.textContent, term.getBoundingClientRect().top] as const);
      expect(tops.map(([name]) => name)).toEqual(['Retail', 'Member', 'Wholesale', 'Minimum', 'Cost']);
      expect(new Set(tops.map(([, top]) => top)).size).toBe(2);
      expect(await axeViolations()).toEqual([]);
    });

    it('keeps of a variation what somebody else saved meanwhile, its attributes as a whole', async () => {
      const [{ id: variationId, name } = { id: 0, name: '' }] = shown.product_variations;
      const path = `/products/${shown.id}/variations/${variationId}`;
      const rows = (...pairs: [string, string][]) => pairs.map(([named, value]) => ({ name: named, value }));
      expectDone(await manager.put(path, { attributes: rows(['Color', 'Red'], ['Size', 'Large']) }));
      await open(`/products/${shown.id}`);
      await isShown(heading(shown.name));
      await rowMenu(name);
      await entry('Edit').click();
      const dialog = page.getByRole('dialog');
      const save = () => dialog.getByRole('button', { name: 'Update Variation' }).click();
      await dialog.getByLabelText('Value 1').fill('Green');
      await dialog.getByLabelText('Value 1').fill('Blue');
      const theirs = rows(['Finish', 'Matte'], ['Size', 'Small'], ['Grade', 'A']);
      expectDone(await manager.put(path, { attributes: theirs, retail_price: 1250 }));
      await save();
      const clash = 'Somebody else changed this meanwhile. Save again to replace it';
      await isShown(dialog.getByRole('alert').getByText(clash));
      const [said, foot] = [
        dialog.getByRole('alert'),
        dialog.getByRole('button', { name: 'Update Variation' }),
      ].map((each) => each.element().getBoundingClientRect());
      expect(said?.bottom, 'it is seen').toBeLessThan(foot?.top ?? 0);
      await expect.element(dialog.getByLabelText('Retail price')).toHaveValue('1,250.00');
      expect(dialog.getByRole('textbox', { name: /^Attribute \d$/ }).elements()).toHaveLength(2);
      await expect.element(dialog.getByLabelText('Value 1')).toHaveValue('Blue');
      await expect.element(dialog.getByLabelText('Value 2')).toHaveValue('Large');
      expect(await axeViolations()).toEqual([]);
      // The same value as others of this row, and back again.
      await dialog.getByLabelText('Value 1').fill('Matte');
      await dialog.getByLabelText('Value 1').fill('Blue');
      await save();
      await isTold(`${name} updated`);
      const after = expectDone(await manager.get<WireProduct>(`/products/${shown.id}`));
      expect(after.product_variations[0]).toMatchObject({
        retail_price: 1250,
        attributes: rows(['Color', 'Blue'], ['Size', 'Large']),
      });
    });

    it('shows the attributes that somebody else gave a variation meanwhile', async () => {
      const [{ id: variationId, name } = { id: 0, name: '' }] = shown.product_variations;
      const path = `/products/${shown.id}/variations/${variationId}`;
      expectDone(await manager.put(path, { attributes: [{ name: 'Color', value: 'Red' }] }));
      await open(`/products/${shown.id}`);
      await isShown(heading(shown.name));
      await rowMenu(name);
      await entry('Edit').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabelText('Retail price').fill('1300');
      const theirs = [
        { name: 'Finish', value: 'Matte' },
        { name: 'Grade', value: 'A' },
      ];
      expectDone(await manager.put(path, { attributes: theirs, retail_price: 1250 }));
      await dialog.getByRole('button', { name: 'Update Variation' }).click();
      await expect.element(dialog.getByLabelText('Attribute 2', { exact: true })).toHaveValue('Grade');
      await dialog.getByRole('button', { name: 'Update Variation' }).click();
      await isTold(`${name} updated`);
      const after = expectDone(await manager.get<WireProduct>(`/products/${shown.id}`));
      expect(after.product_variations[0]).toMatchObject({ retail_price: 1300, attributes: theirs });
    });

    it('shows the stock of each variation by store, and of all stores in the last row', async () => {
      const form = { name: '256 GB', cost: 900, retail_price: 1200 };
      expectDone(await manager.post<object>(`/products/${shown.id}/variations`, form));
      const [variation] = shown.product_variations;
      for (const number of ['STOCK-1', 'STOCK-2']) {
        const unit = { product_variation_id: variation?.id, category: 'new', serial_number: number };
        expectDone(await manager.post<object>('/inventory', unit));
      }
      await open(`/products/${shown.id}`, ADMIN);
      const stock = page.getByRole('table', { name: 'Stock by store' });
      await isShown(stock.getByText('All stores'));
      const cells = (row: Element) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
      const [head, ...rows] = stock.getByRole('row').elements().map(cells);
      expect(head).toEqual(['Store', '128 GB', '256 GB', 'On order', 'Total']);
      expect(rows.length).toBeGreaterThan(2);
      expect(rows.find(([name]) => name === 'Makati – Ayala')).toEqual([
        'Makati – Ayala',
        '2',
        '0',
        '0',
        '2',
      ]);
      expect(rows.at(-1)).toEqual(['All stores', '2', '0', '0', '2']);
      await isShown(page.getByRole('table', { name: 'Reorder points' }));
    });

    it('shows costs and margins to whoever may see them, and to nobody else', async () => {
      const heads = () => [...document.querySelectorAll('th')].map((head) => head.textContent);
      await open(`/products/${shown.id}`);
      await isShown(page.getByText('10.4% margin'));
      expect(heads()).toContain('Cost and margin');
      expect(await axeViolations()).toEqual([]);
      await open(`/products/${shown.id}`, SELLER);
      await isShown(page.getByText('₱1,000.00'));
      expect(heads()).not.toContain('Cost and margin');
      expect(document.body.textContent).not.toContain('margin');
      expect(page.getByRole('button', { name: 'Edit', exact: true }).elements()).toEqual([]);
    });

    it('tells what became different, by whom, and what was sold', async () => {
      expectDone(await manager.put(`/products/${shown.id}`, { status: 'inactive' }));
      await open(`/products/${shown.id}?tab=history`);
      const changed = page.getByRole('row').filter({ hasText: 'Status' });
      await isShown(changed.getByText('Inactive'));
      await isShown(changed.getByText('Ana Reyes'));
      expect(await axeViolations()).toEqual([]);
      await page.getByRole('tab', { name: 'Sales' }).click();
      await isShown(page.getByText('No sales yet'));
      await chooseMore('Activate');
      await isTold(`${shown.name} activated`);
    });

    it('of nothing says so', async () => {
      await open('/products/999999');
      await isShown(page.getByText('Product not found'));
      expect(await axeViolations()).toEqual([]);
    });
  });
});
