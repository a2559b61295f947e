import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { z } from '#contract/zod.ts';
import type { products } from '#contract/products.ts';
import type { Screen } from '#renderer/app/screens.tsx';
import { VariationField, type ChosenVariation } from '#renderer/ui/variation-field.tsx';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
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
const form: Screen = { path: '/form', permission: 'signed_in', load: () => Promise.resolve(Form) };

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
    await page.getByRole('option', { name }).first().click();
    await expect.element(field()).toHaveValue(name);
    expect(document.querySelector('output')?.textContent).toBe(`chosen: ${one.id}`);
  });
});
