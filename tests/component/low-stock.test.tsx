import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { lowStockRoutes } from '#contract/low-stock.ts';
import type { products } from '#contract/products.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  EMPTY_LIST,
  listCells,
  listLoaded,
  listPlace,
  listRows,
} from '#tests/support/component/list-rows.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type List = z.input<typeof lowStockRoutes.lowStock.response>;
type Product = z.input<typeof products.get.response>;
type Types = { data: { id: number; name: string; requires_serial: boolean }[] };

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

describe('low stock', () => {
  let manager: Caller;
  let screen: OpenScreen;
  let product: Product;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  const list = async (query: object = {}) =>
    expectDone(await manager.get<List>(`/inventory/low-stock?${new URLSearchParams({ ...query })}`));
  const open = async (path: string, email = MANAGER) => {
    screen = await openScreen(path, { email });
  };
  const point = () => page.getByRole('textbox', { name: /^Reorder point of .* at Makati – Ayala$/ });
  const own = () => `/inventory/low-stock?search=${product.sku}`;
  /** A product of which one unit is in stock and three should be. */
  beforeEach(async () => {
    const types = expectDone(await manager.get<Types>('/product-types'));
    const makers = expectDone(await manager.get<Types>('/manufacturers'));
    const no = crypto.randomUUID().slice(0, 8).toUpperCase();
    const form = {
      name: `Reordered ${no}`,
      sku: `LOW-${no}`,
      product_type_id: types.data.find(({ requires_serial }) => !requires_serial)?.id,
      manufacturer_id: makers.data[0]?.id,
      variation: { name: 'Black', cost: 100, retail_price: 200 },
    };
    product = expectDone(await manager.post<Product>('/products', form));
    const [variation] = product.product_variations;
    expectDone(await manager.post('/inventory', { product_variation_id: variation?.id, category: 'new' }));
    const path = `/products/${product.id}/variations/${variation?.id}/reorder-point`;
    expectDone(await manager.put(path, { reorder_point: 3 }));
  });

  it('is opened by the dashboard’s figure, and is as long as that says, what lacks most first', async () => {
    const { data, total } = await list();
    await open('/dashboard');
    await page.getByRole('link', { name: `${total} low on stock` }).click();
    await expect.poll(listPlace).toBe(`1–20 of ${total}`);
    expect(listCells(6)).toEqual(data.map(({ missing }) => String(missing)));
    expect(listCells(5).map((text) => text?.endsWith('Default'))).toEqual(
      data.map(({ own_reorder_point }) => own_reorder_point === null),
    );
    await isShown(page.getByText(/^Below the reorder point at Makati/));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Product', exact: true }).click();
    await expect.poll(() => screen.address().searchParams.get('sort')).toBe('-name');
    const byName = await list({ sort: '-name' });
    await expect
      .poll(() => listCells(2))
      .toEqual(byName.data.map((row) => `${row.product.name}${row.name} · ${row.product.sku}`));
  });

  it('is narrowed by words, type, maker and whether something is left', async () => {
    await open(own());
    await listLoaded();
    await expect.poll(() => listCells(4)).toEqual(['1 left']);
    const [type, maker, stock] = ['Product type', 'Manufacturer', 'Stock'].map((label) =>
      page.getByRole('search').getByLabelText(label, { exact: true }),
    );
    if (!type || !maker || !stock) throw new Error('A filter is missing');
    await userEvent.selectOptions(type, product.product_type.name);
    await userEvent.selectOptions(maker, product.manufacturer.name);
    await userEvent.selectOptions(stock, 'Some left');
    await expect.poll(() => screen.address().searchParams.get('level')).toBe('few');
    await expect.poll(() => listRows().length).toBe(1);
    await userEvent.selectOptions(stock, 'Out of stock');
    await isShown(page.getByText('No low stock for these filters'));
    expect(await axeViolations()).toEqual([]);
  });

  it('changes a reorder point in its place, and refuses what is none', async () => {
    await open(own());
    await listLoaded();
    await expect.element(point()).toHaveValue('3');
    await point().fill('many');
    await expect.poll(() => errorOf(point())).toBe('Use a whole number');
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.element(point()).toHaveValue('3');
    await point().fill('7');
    await userEvent.keyboard('{Enter}');
    await isTold(`Reorder point of ${product.name}, Black set to 7`);
    await expect.poll(() => listCells(6)).toEqual(['6']);
    expect((await list({ search: product.sku })).data).toMatchObject([{ own_reorder_point: 7, missing: 6 }]);
    // A text typed during a save is saved after it.
    const { release, sent } = holdCall({ path: /\/reorder-point$/, method: 'PUT' });
    await point().fill('8');
    await userEvent.keyboard('{Enter}');
    await expect.poll(sent).toBe(1);
    await point().fill('9');
    await userEvent.tab();
    release();
    await isTold(`Reorder point of ${product.name}, Black set to 9`);
    await expect.poll(() => listCells(6)).toEqual(['8']);
    // A text that is no number is dropped with a message.
    await point().fill('ten');
    await page.getByRole('searchbox').fill('nothing has this name');
    await isTold(`Reorder point of ${product.name}, Black was not changed`);
    await page.getByRole('searchbox').fill(product.sku);
    await expect.element(point()).toHaveValue('9');
    // The stock suffices: it is low no more.
    await point().fill('1');
    await userEvent.tab();
    await isShown(page.getByText('No low stock for these filters'));
  });

  it('changes it on the product’s page, too, whose units are a tab', async () => {
    await open(`/products/${product.id}`);
    await expect.element(point()).toHaveValue('3');
    await point().fill('');
    await userEvent.keyboard('{Enter}');
    await isTold(`${product.name}, Black is reordered as its type`);
    await page.getByRole('tab', { name: 'History' }).click();
    await isShown(page.getByRole('cell', { name: 'Makati – Ayala: as its type' }).first());
    await page.getByRole('tab', { name: 'Units' }).click();
    await isShown(page.getByRole('cell', { name: 'Available' }));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('link', { name: 'No number' }).click();
    await isShown(page.getByRole('heading', { name: product.name }));
  });

  it('shows points to whoever may not change them', async () => {
    await open(own(), SELLER);
    await listLoaded();
    expect(listCells(4)).toEqual(['3']);
    await isGone(page.getByRole('textbox', { name: /^Reorder point/ }));
  });

  it('says that nothing is low', async () => {
    failCalls({ path: /\/inventory\/low-stock\?/, status: 200, body: EMPTY_LIST });
    await open('/inventory/low-stock');
    await isShown(page.getByText('Nothing is low on stock'));
    expect(await axeViolations()).toEqual([]);
  });

  it('says that it could not be loaded', async () => {
    const failing = failCalls({
      path: /\/inventory\/low-stock\?/,
      status: 500,
      body: { message: 'Something broke', code: 'server_error' },
    });
    await open('/inventory/low-stock');
    await isShown(page.getByText('Low Stock could not be loaded'));
    expect(await axeViolations()).toEqual([]);
    failing.mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await listLoaded();
  });
});
