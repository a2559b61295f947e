import { describe, expect, it } from 'vitest';
import { tabTo } from '#tests/support/by-keyboard.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { usePrintingTill } from '#tests/support/electron/printing-till.ts';
import { signIn } from '#tests/support/http.ts';
import { expectDone, sell, type WireTransaction } from '#tests/support/selling.ts';
import { makeUnits, makeVariation } from '#tests/support/shop.ts';
import { draftSaved, openTill, scanToLine, typeByHand, wedgeScan } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';

describe('an exchange in the till app, by keyboard and scanner alone', () => {
  const till = usePrintingTill(MANAGER);

  it('has one paper of both halves, and opens the drawer for what goes back', async () => {
    const { page, server } = till;
    const manager = await signIn(server.url, MANAGER);
    const [phone] = await phonesAt(server.database, 'MNL-01', 1);
    const { transaction: sale } = await sell(manager, [phone?.id ?? 0]);
    const { id: store_id } = sale.store;
    const { id } = await makeVariation(server.database, { retail_price: 100_000, minimum_price: null });
    const [out] = await makeUnits(server.database, { count: 1, store_id, product_variation_id: id });

    await openTill(page);
    await wedgeScan(page, sale.transaction_items[0]?.inventory_item.imei ?? '');
    await page.getByRole('dialog', { name: /^Refund/ }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Exchange instead' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Exchange items of/ });
    await tabTo(page, dialog.getByLabel('Reason'));
    await typeByHand(page, 'Changed their mind');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Coming back' }).waitFor();
    await scanToLine(page, out?.imei ?? '');
    await draftSaved(page);
    await page.keyboard.press('F8');
    await page.getByRole('button', { name: 'Complete exchange', disabled: false }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Exchange complete' }).waitFor();

    const { text: printed, pulses } = await till.paper(1);
    const text = printed.replaceAll(',', '');
    expect(text).toContain(`CAME BACK of ${sale.invoice_number}`);
    expect(text).toContain(sale.transaction_items[0]?.inventory_item.imei);
    expect(text).toMatch(/Exchange +1120\.00/);
    expect(text).toMatch(new RegExp(`GIVEN BACK +PHP ${(sale.total_amount - 1120).toFixed(2)}`));
    expect(pulses).toBe(1);
    const after = expectDone(await manager.get<WireTransaction>(`/transactions/${sale.id}`));
    expect(after).toMatchObject({ status: 'refunded', refunds: [{ reason: 'Changed their mind' }] });
  });
});
