import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { pos } from '#contract/pos.ts';
import { callerAs, failCalls } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import { openTill } from '#tests/support/component/till.ts';
import { expectDone } from '#tests/support/selling.ts';

const SELLER = 'salesperson@demo.test';
const PRODUCTS = /\/pos\/products/;

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
    failCalls({ path: PRODUCTS, status: 200, body: { data: [stocked] } });
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
});
