import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoShop } from '#tests/support/demo-shop.ts';
import { Keyboard, pressesOf } from '#tests/support/keys.ts';

/** Milliseconds between a scanner's keys, and between two of its scans. */
const GAP = 8;
const PAUSE = 400;

describe('a transfer by scanner', () => {
  const shop = demoShop();
  /** Scans codes one after another, as fast as a person pulls the trigger. */
  const scanAll = async (page: Page, codes: readonly string[]) => {
    const keyboard = await Keyboard.of(page);
    let at = 0;
    for (const code of codes) {
      const presses = pressesOf([...`]C0${code}`, 'Enter'], at + PAUSE, () => GAP);
      at = presses.at(-1)?.at ?? at;
      await keyboard.press(presses);
    }
  };
  const unitsAt = (storeCode: string) =>
    shop.server.database.reader
      .selectFrom('inventory_items as unit')
      .innerJoin('stores', 'stores.id', 'unit.store_id')
      .select(['unit.id', 'unit.imei', 'unit.status', 'stores.code'])
      .where('stores.code', '=', storeCode)
      .where('unit.status', '=', 'available')
      .where('unit.imei', 'is not', null)
      .orderBy('unit.id')
      .limit(20)
      .execute();

  it('goes with twenty units and arrives with one short, which the sender settles', async () => {
    const units = await unitsAt('MNL-01');
    const codes = units.map(({ imei }) => imei ?? '');
    const sender = await shop.open({ email: 'store_manager@demo.test', path: '/inventory/transfers/new' });
    await sender.getByText('Scan the first unit').waitFor();
    await scanAll(sender, codes);
    await sender.getByRole('button', { name: /^Send 20 units/ }).waitFor();
    await sender.getByLabel('Destination').selectOption({ label: 'Cebu – IT Park (CEB-01)' });
    await sender.keyboard.press('Control+Enter');
    await sender.getByText('0of 20 arrived').waitFor();
    const { pathname } = new URL(sender.url());

    const receiver = await shop.open({ email: 'regional_manager@demo.test', path: pathname });
    await receiver.getByRole('heading', { level: 1 }).waitFor();
    await receiver.getByLabel('Store', { exact: true }).selectOption({ label: 'Cebu – IT Park' });
    await receiver.getByText('Scan what you take out of the box').waitFor();
    await scanAll(receiver, codes.slice(0, 19));
    await receiver.getByText('19of 20 arrived').waitFor();
    await receiver.getByText('1 stays in transit, for Makati – Ayala to settle.').waitFor();
    await receiver.keyboard.press('Control+Enter');
    await receiver.getByText('19 units received').first().waitFor();

    await sender.reload();
    await sender.getByText('19of 20 arrived').waitFor();
    await sender.getByRole('button', { name: 'Close the difference' }).click();
    await sender.getByLabel(/^What became of/).selectOption({ label: 'Lost on the way' });
    await sender.getByLabel('Reason').fill('Not in the box');
    await sender.getByRole('button', { name: 'Settle 1 unit' }).click();
    await sender.getByText('How it ended').waitFor();

    const rows = await shop.server.database.reader
      .selectFrom('inventory_items as unit')
      .innerJoin('stores', 'stores.id', 'unit.store_id')
      .select(['unit.status', 'stores.code'])
      .where(
        'unit.id',
        'in',
        units.map(({ id }) => id),
      )
      .orderBy('unit.id')
      .execute();
    expect(rows.map(({ status, code }) => `${status} at ${code}`)).toEqual([
      ...Array<string>(19).fill('available at CEB-01'),
      'lost at MNL-01',
    ]);
  });
});
