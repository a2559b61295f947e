import { beforeAll, describe, expect, it } from 'vitest';
import { isFocused, isSeen, tabTo } from '#tests/support/by-keyboard.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { usePrintingTill } from '#tests/support/electron/printing-till.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, sell, type WireTransaction } from '#tests/support/selling.ts';
import { makeUnits, makeVariation } from '#tests/support/shop.ts';
import {
  draftSaved,
  openTill,
  pressTillKey,
  scanToLine,
  typeByHand,
  wedgeScan,
} from '#tests/support/till-page.ts';
import { SELLER } from '#tests/support/trade-ins.ts';

const MANAGER = 'store_manager@demo.test';

describe('a trade-in in the till app, by keyboard and scanner alone', () => {
  const till = usePrintingTill(MANAGER);
  let manager: Caller;
  beforeAll(async () => {
    manager = await signIn(till.server.url, MANAGER);
    await openTill(till.page);
  });

  const field = (name: string) => till.page.getByLabel(name, { exact: true });
  /** Sells a phone, which its buyer brings again; returns the store and the phone's IMEI. */
  const soldPhone = async () => {
    const [phone] = await phonesAt(till.server.database, 'MNL-01', 1);
    const { transaction } = await sell(manager, [phone?.id ?? 0]);
    return {
      storeId: transaction.store.id,
      imei: transaction.transaction_items[0]?.inventory_item.imei ?? '',
    };
  };
  /** Opens a list of choices, goes down it to one, and takes it. */
  const choose = async (label: string, value: string) => {
    const { page } = till;
    const list = field(label);
    await tabTo(page, list);
    await page.keyboard.press('Space');
    const focused = () => page.evaluate(() => (document.activeElement as HTMLOptionElement).value);
    for (let step = 0; step < 20 && (await focused()) !== value; step += 1) {
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    await expect.poll(() => list.inputValue()).toBe(value);
    await isFocused(list);
  };
  /** Scans the phone and fills in the form from field to field; the keyboard begins at the first one. */
  const fill = async (imei: string, amount: string) => {
    const { page } = till;
    await page.getByText('Scan the item').waitFor();
    await wedgeScan(page, imei);
    await isFocused(field('Condition rating'));
    await choose('Condition rating', '4');
    for (const [label, text] of [
      ['Agreed amount', amount],
      ['Name', SELLER.name],
      ['Address', SELLER.address],
    ] as const) {
      await tabTo(page, field(label));
      await isSeen(field(label));
      await page.keyboard.press('Control+a');
      await typeByHand(page, text);
    }
    await choose('ID', SELLER.id_type);
    await tabTo(page, field('ID number'));
    await isSeen(field('ID number'));
    await typeByHand(page, SELLER.id_number);
  };
  it('without a cart, is paid out of the drawer, and leads back to the till', async () => {
    const { page } = till;
    const { imei } = await soldPhone();
    await pressTillKey(page, 'F5');
    await fill(imei, '1500');
    await page.keyboard.press('Control+s');
    await page.getByText('Scan an item to start').waitFor();
    const { text, pulses } = await till.paper(1);
    expect(text).toMatch(/AGREED +PHP 1,500\.00/);
    expect(text).toMatch(/Paid out, Cash +PHP 1,500\.00/);
    expect(text).toContain(SELLER.id_number);
    expect(text).toContain("Seller's signature");
    expect(pulses).toBe(1);
  });

  it('pays a cart, from F5 to the slip and the receipt; a reload in between loses nothing', async () => {
    const { page } = till;
    const { imei, storeId } = await soldPhone();
    const { id } = await makeVariation(till.server.database, { retail_price: 100_000, minimum_price: null });
    const [out] = await makeUnits(till.server.database, {
      count: 1,
      store_id: storeId,
      product_variation_id: id,
    });
    await scanToLine(page, out?.imei ?? '');
    await draftSaved(page);
    await pressTillKey(page, 'F5');
    await fill(imei, '500');
    await page.reload();
    await expect.poll(() => field('ID number').inputValue()).toBe(SELLER.id_number);
    await expect.poll(() => field('Agreed amount').inputValue()).toBe('500.00');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
    const slip = await till.paper(2);
    expect(slip.text).toMatch(/AGREED +PHP 500\.00/);
    expect(slip.text).toContain('Pays for MNL-01-D');
    expect(slip.pulses).toBe(0);
    await page.getByRole('button', { name: /and complete/, disabled: false }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Sale complete' }).waitFor();
    await till.paper(3);
    const { data } = expectDone(
      await manager.get<{ data: WireTransaction[] }>('/transactions?status=completed&per_page=1'),
    );
    const sale = expectDone(await manager.get<WireTransaction>(`/transactions/${data[0]?.id}`));
    expect(sale.payments).toMatchObject([
      { method: 'trade_in', amount: 500 },
      { method: 'cash', amount: 620 },
    ]);
  });
});
