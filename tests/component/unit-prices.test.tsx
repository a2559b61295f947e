import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { inventory } from '#contract/inventory.ts';
import type { product } from '#contract/products.ts';
import { PIN, setPin } from '#tests/support/approvals.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { errorOf, isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import { cartLines, enterCode, openTill } from '#tests/support/component/till.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

type Unit = z.input<typeof inventory.list.response>['data'][number];
type Product = z.input<typeof product>;

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

describe('the prices of used units', () => {
  let manager: Caller;
  let variation: Unit['product_variation'];
  let made = 0;
  /** Makes a variation without prices for used units, which no other test touches. */
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    const { data } = expectDone(
      await manager.get<{ data: Unit[] }>('/inventory?status=available&category=new'),
    );
    const phone = data.find(({ serial_number: serial }) => serial !== null);
    const productId = phone?.product_variation.product.id ?? 0;
    const form = { name: `Priced ${crypto.randomUUID().slice(0, 6)}`, cost: 900, retail_price: 1500 };
    const added = expectDone(
      await manager.post<Product['product_variations'][number]>(`/products/${productId}/variations`, {
        ...form,
        barcode: `PRC-${crypto.randomUUID().slice(0, 8)}`.toUpperCase(),
      }),
    );
    const product = expectDone(await manager.get<Product>(`/products/${productId}`));
    variation = { ...added, image_url: null, product };
  });
  const addUsed = async (fields: object = {}): Promise<Unit> =>
    expectDone(
      await manager.post<Unit>('/inventory', {
        product_variation_id: variation.id,
        category: 'used',
        condition_rating: 4,
        serial_number: `PRICED-${(made += 1)}-${crypto.randomUUID().slice(0, 8)}`.toUpperCase(),
        ...fields,
      }),
    );
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('are asked for at the till, of somebody who may change prices, and the unit is in the cart then', async () => {
    const unit = await addUsed();
    await openTill(MANAGER);
    await enterCode(unit.serial_number ?? '');
    const asked = dialog('Give this item a price');
    await isShown(asked.getByText(/\(Used, 4 of 5\) has no price yet\.$/));
    expect(await axeViolations()).toEqual([]);
    await button('Set price').click();
    await expect.poll(() => errorOf(asked.getByLabelText('Price'))).toBe('Price is required');
    await asked.getByLabelText('Price').fill('1100');
    await userEvent.keyboard('{Enter}');
    await isGone(asked);
    await expect.poll(() => cartLines().elements().length).toBe(1);
    await isShown(cartLines().getByText(/Used, 4 of 5/));
    await isShown(cartLines().getByText('$1,100.00'));
  });

  it('are asked for with a manager’s approval of others, and stay as they are if it is not given', async () => {
    const unit = await addUsed();
    await openTill(SELLER);
    await enterCode(unit.serial_number ?? '');
    await isShown(page.getByText(/\(Used, 4 of 5\) has no price yet/).first());
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByText(/has no price yet/));
    expect(cartLines().elements()).toHaveLength(0);
  });

  it('are what the manager is asked for, by name, and approves', async () => {
    const unit = await addUsed();
    expectDone(await setPin(manager));
    await openTill(SELLER);
    await enterCode(unit.serial_number ?? '');
    await dialog('Give this item a price').getByLabelText('Price').fill('1100');
    await userEvent.keyboard('{Enter}');
    const asked = dialog('Ask a manager');
    await isShown(asked.getByText('Give this item a price: ₱1,100.00. You stay signed in.', { exact: true }));
    await isShown(asked.getByText(/\(Used, 4 of 5\)$/));
    await asked.getByLabelText('PIN', { exact: true }).fill(PIN);
    await userEvent.keyboard('{Enter}');
    await isShown(cartLines().getByText('$1,100.00'));
  });

  it('are told in the picker, which a barcode opens where used units stand beside new ones', async () => {
    await addUsed({ own_price: 1050 });
    // More than are in sight at once.
    for (let count = 0; count < 6; count += 1) await addUsed();
    expectDone(
      await manager.post('/inventory', {
        product_variation_id: variation.id,
        category: 'new',
        serial_number: `FRESH-${crypto.randomUUID().slice(0, 8)}`.toUpperCase(),
      }),
    );
    await openTill(SELLER);
    await enterCode(variation.barcode ?? '');
    const picker = dialog('Select Product Variation');
    await isShown(picker.getByRole('option', { selected: true }).getByText(variation.name));
    const units = picker.getByRole('listbox', { name: 'Unit' });
    await isShown(units.getByText('$1,050.00'));
    // A new one is chosen at first.
    const chosen = units.getByRole('option', { selected: true });
    await isShown(chosen.getByText('New'));
    const isInSight = () => {
      const [inside, around] = [chosen, units].map((each) => each.element().getBoundingClientRect());
      return inside && around && inside.top >= around.top && inside.bottom <= around.bottom;
    };
    await expect.poll(isInSight).toBe(true);
    const free = units
      .getByRole('option')
      .elements()
      .filter((option) => option.getAttribute('aria-disabled') === 'false');
    await userEvent.keyboard(`{Tab}${'{ArrowDown}'.repeat(free.length - 1)}`);
    await expect.poll(() => chosen.element()).toBe(free.at(-1));
    await expect.poll(isInSight).toBe(true);
    await userEvent.keyboard('{Escape}');
  });

  it('are set for several units at once from the list of those without', async () => {
    const unit = await addUsed();
    await openScreen(`/inventory?without_price=1&product_variation_id=${variation.id}`, { email: MANAGER });
    await isShown(page.getByText('No price yet').first());
    await button('Set Prices').click();
    const asked = dialog('Set Prices');
    const row = asked.getByRole('listitem').filter({ hasText: unit.serial_number ?? '' });
    await isShown(row);
    expect(await axeViolations()).toEqual([]);
    await button('Set prices').click();
    await isShown(asked.getByText('Type at least one price'));
    await row.getByLabelText('Price', { exact: true }).fill('990');
    await row.getByLabelText('Minimum price').fill('1000');
    await button('Set prices').click();
    await isShown(row.getByText('Minimum price should not exceed retail price'));
    await row.getByLabelText('Minimum price').fill('950');
    await button('Set prices').click();
    await isTold('Prices set for 1 unit');
    expect(expectDone(await manager.get<Unit>(`/inventory/${unit.id}`))).toMatchObject({
      own_price: 990,
      own_minimum_price: 950,
    });
  });
});
