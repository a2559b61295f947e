import { describe, expect, it } from 'vitest';
import { watchPrints } from '#tests/support/browser.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { sell, type WireTransaction } from '#tests/support/selling.ts';

const MANAGER = 'store_manager@demo.test';

describe('the page of a transaction', () => {
  const shop = demoShop();

  it('prints the receipt again through the browser, as a reprint that is counted', async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const phones = await phonesAt(shop.server.database, 'MNL-01', 1);
    const { transaction: sale } = await sell(
      manager,
      phones.map(({ id }) => id),
    );
    const page = await shop.open({ email: MANAGER, path: `/transactions/${sale.id}` });
    const card = (name: string) => page.getByRole('region', { name });
    const prints = await watchPrints(page);
    for (const copy of [1, 2]) {
      await page.getByRole('button', { name: 'Print Receipt' }).click();
      await expect.poll(async () => (await prints())[copy - 1] ?? '').toContain(`REPRINT ${copy}`);
      const { body } = await manager.get<WireTransaction>(`/transactions/${sale.id}`);
      expect(body.copies_printed).toBe(copy);
    }
    await card('Details').getByText('2 reprints').waitFor();
    await expect.poll(() => card('Timeline').getByText('Receipt printed').count()).toBe(2);
  });
});
