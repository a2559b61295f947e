import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { products } from '#contract/products.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';
import { callerAs, openScreen, watchCalls } from '#tests/support/component/open-screen.tsx';
import { isShown } from '#tests/support/component/shown.ts';
import { expectDone } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

function Form() {
  const [variation, setVariation] = useState<ChosenVariation | null>(null);
  return (
    <>
      <VariationField value={variation} onChange={setVariation} />
      <output>{variation ? `chosen: ${variation.id}` : 'none'}</output>
    </>
  );
}
const form: Screen = {
  path: '/form',
  title: 'Form',
  permission: 'signed_in',
  load: () => Promise.resolve(Form),
};

describe('the field that chooses a variation', () => {
  const field = () => page.getByRole('combobox', { name: 'Product variation' });
  beforeEach(async () => {
    await openScreen('/form', { email: MANAGER, more: [form] });
    await expect.element(field()).toBeVisible();
  });

  it('finds one by its name, its SKU and its barcode, and shows both of its names', async () => {
    type Found = z.input<typeof products.findVariations.response>;
    const manager = await callerAs(MANAGER);
    const { data } = expectDone(await manager.get<Found>('/product-variations?search=iphone&per_page=1'));
    const [one] = data;
    if (!one) throw new Error('The demo shop has no phones');
    const name = `${one.product.name}, ${one.name}`;
    for (const typed of [name, `${one.product.sku} ${one.name}`, one.barcode ?? '']) {
      await field().fill(typed);
      const first = () => page.getByRole('option', { name }).elements()[0]?.textContent;
      await expect.poll(first).toContain(`${one.product.sku} · ${one.barcode} · ₱`);
    }
    const asked = watchCalls({ path: /\/product-variations\?/ });
    await field().fill('');
    await userEvent.type(field(), one.product.sku, { delay: 20 } as never);
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await isShown(page.getByRole('option', { name }));
    const questions = asked.map(({ url }) => [
      url.searchParams.get('search'),
      url.searchParams.get('per_page'),
    ]);
    // 300 ms after the last key: a busy machine types some keys more slowly than that.
    expect(questions.at(-1)).toEqual([one.product.sku, '100']);
    expect(questions.length).toBeLessThan(one.product.sku.length);
    await page.getByRole('option', { name }).first().click();
    await expect.element(field()).toHaveValue(name);
    expect(document.querySelector('output')?.textContent).toBe(`chosen: ${one.id}`);
  });
});
