import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { pos } from '#contract/pos.ts';
import { till } from '#renderer/lib/till.ts';
import { callerAs, failCalls, holdCall, loseServer } from '#tests/support/component/open-screen.tsx';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { cartLines, openTill } from '#tests/support/component/till.ts';
import { expectDone } from '#tests/support/selling.ts';

const SELLER = 'salesperson@demo.test';
const PRODUCTS = /\/pos\/products/;
const PRODUCT = /\/pos\/products\/\d+/;

type Products = z.input<typeof pos.products.response>;

describe('the picker of a unit', () => {
  let data: Products['data'];
  beforeAll(async () => {
    const seller = await callerAs(SELLER);
    ({ data } = expectDone(await seller.get<Products>('/pos/products?limit=100')));
  });

  it('is walked with the arrows past the variation that is sold out', async () => {
    const product = data.find(({ variations }) => variations.length >= 3);
    const [first, second, third] = product?.variations ?? [];
    if (!product || !first || !second || !third) throw new Error('The shop has no such product');
    const stocked = { ...product, variations: [first, { ...second, availableQuantity: 0 }, third] };
    for (const variation of [first, third]) variation.availableQuantity ||= 1;
    failCalls({ path: PRODUCTS, status: 200, body: { ...stocked, data: [stocked] } });
    await openTill(SELLER);
    await page.getByRole('button', { name: product.name }).first().click();
    const list = page.getByRole('listbox', { name: 'Variation' });
    await isShown(list);
    const chosen = () => list.getByRole('option', { selected: true }).element().textContent;
    (list.element() as HTMLElement).focus();
    await expect.poll(chosen).toContain(first.name);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(chosen).toContain(third.name);
    await userEvent.keyboard('{ArrowUp}');
    await expect.poll(chosen).toContain(first.name);
  });

  const picker = () => page.getByRole('dialog', { name: 'Select Product Variation' });
  const units = () => picker().getByRole('listbox', { name: 'Unit' }).getByRole('option');
  const loading = () => picker().getByText('Loading units');
  /** Opens a till on all products; returns how to open the picker of one whose units have numbers. */
  const openCards = async (
    fits: (variations: Products['data'][number]['variations']) => boolean = () => true,
  ) => {
    const product = data.find(
      ({ variations }) =>
        variations.length > 1 && variations.every((each) => each.is_identified) && fits(variations),
    );
    if (!product) throw new Error('The shop has no such product');
    await openTill(SELLER);
    await page.getByRole('tab', { name: 'All Products' }).click();
    const card = page.getByRole('group', { name: 'Products' }).getByRole('button', { name: product.name });
    await isShown(card);
    return () => card.first().click();
  };

  it('shows that the units of a card are on their way, and then the units', async () => {
    const open = await openCards();
    const call = holdCall({ path: PRODUCT, method: 'GET' });
    await open();
    await isShown(picker());
    await expect.element(loading()).toBeInTheDocument();
    const add = picker().getByRole('button', { name: 'Add to cart' });
    await expect.element(add).toHaveAttribute('aria-disabled', 'true');
    call.release();
    await isShown(units());
    await isGone(loading());
    await add.click();
    await isGone(picker());
    await expect.poll(() => cartLines().elements().length).toBe(1);
  });

  it('shows a unit that another till holds as LOCKED, and picks it neither by a click nor by the arrows', async () => {
    const open = await openCards((variations) => (variations[0]?.availableQuantity ?? 0) > 3);
    await open();
    await isShown(units());
    const first = units().first().element();
    const held = first.id.replace('option-', '');
    const number = first.querySelector('div')?.textContent ?? '';
    await picker().getByRole('button', { name: 'Cancel' }).click();
    const manager = await callerAs('store_manager@demo.test');
    expectDone(await manager.post(`/pos/inventory/${held}/lock`));
    await openTill(SELLER);
    await page.getByRole('tab', { name: 'All Products' }).click();
    await open();
    const locked = units().filter({ hasText: number });
    await isShown(locked.getByText('LOCKED'));
    await expect.element(locked).toHaveAttribute('aria-disabled', 'true');
    locked.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    (picker().getByRole('listbox', { name: 'Unit' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.element(locked).toHaveAttribute('aria-selected', 'false');
    await userEvent.keyboard('{Enter}');
    await isGone(picker());
    await expect.poll(() => cartLines().elements().length).toBe(1);
    expectDone(await manager.post(`/pos/inventory/${held}/unlock`));
  });

  it('says that units could not be loaded, and loads them when it is asked again', async () => {
    const open = await openCards();
    const { mend } = failCalls({ path: PRODUCT, status: 500, body: {} });
    await open();
    await isShown(picker().getByText('Units could not be loaded'));
    mend();
    await picker().getByRole('button', { name: 'Retry' }).click();
    await isShown(units());
  });

  it('shows the units of its copy of the store, where the server is gone', async () => {
    const store = (await (await callerAs(SELLER)).get<{ id: number }[]>('/stores')).body[0];
    const isCopied = async () =>
      (await till.units.version({ store_id: store?.id ?? 0 }).then((copy) => copy?.as_of ?? null)) !== null;
    const open = await openCards();
    await expect.poll(isCopied).toBe(true);
    const { mend } = loseServer();
    await open();
    await isShown(units());
    await picker().getByRole('button', { name: 'Add to cart' }).click();
    await isGone(picker());
    await expect.poll(() => cartLines().elements().length).toBe(1);
    await isShown(page.getByRole('alert').getByText(/Prices and stock as of \d+:\d\d [AP]M\.$/));
    mend();
  });
});
