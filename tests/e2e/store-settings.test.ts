import { describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { toast } from '#tests/support/open-till.ts';

describe('a store’s settings', () => {
  const shop = demoShop();

  it('are changed by its manager, and an open till elsewhere follows with its next call', async () => {
    const till = await shop.open({ email: 'salesperson@demo.test', path: '/pos' });
    const card = till.getByRole('group', { name: 'Products' }).getByRole('button').first();
    await card.waitFor();
    const office = await shop.open({ email: 'store_manager@demo.test', path: '/stores/1/settings' });
    const tax = office.getByLabel('Tax rate');
    await tax.waitFor();
    expect(await axeViolations(office)).toEqual([]);
    await tax.fill('7.5');
    await office.getByRole('switch', { name: 'POS' }).click();
    await office.getByText('Unsaved changes').waitFor();
    await office.keyboard.press('Control+s');
    await toast(office, 'Store settings saved').waitFor();
    await expect.poll(() => new URL(office.url()).pathname).toBe('/stores/1');
    await till.getByPlaceholder('Search or scan a barcode, serial or IMEI').fill('phone');
    await till.getByText(/^Point of sale is off for/).waitFor();
    expect(await axeViolations(till)).toEqual([]);
  });
});
