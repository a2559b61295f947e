import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from '#tests/support/axe.ts';
import { scanned, unitsIn } from '#tests/support/counts.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { findUnitRow, sell } from '#tests/support/selling.ts';
import { makeStaff, makeUnits, makeVariation } from '#tests/support/shop.ts';
import { wedgeScan } from '#tests/support/till-page.ts';

const MANAGER = 'store_manager@demo.test';
const PRODUCT = 'Foldable of the Walk';
const UNITS = 500;
const AT_ONCE = 100;

type Unit = Awaited<ReturnType<typeof makeUnits>>[number];

describe('a count of 500 units, by scanner', () => {
  const shop = demoShop();
  let page: Page;
  let counter: SignedIn;
  let manager: SignedIn;
  let units: Unit[];
  let away: Unit;
  let lost: Unit;
  beforeAll(async () => {
    const { database, url } = shop.server;
    const storeOf = (code: string) =>
      database.reader.selectFrom('stores').select('id').where('code', '=', code).executeTakeFirstOrThrow();
    const [here, elsewhere] = [await storeOf('MNL-01'), await storeOf('CEB-01')];
    const variation = await makeVariation(database, { product: { name: PRODUCT } });
    const make = async (count: number, store_id: number, status: 'available' | 'lost' = 'available') =>
      makeUnits(database, { count, store_id, product_variation_id: variation.id, status });
    units = [];
    while (units.length < UNITS) units.push(...(await make(AT_ONCE, here.id)));
    [away, lost] = [...(await make(1, elsewhere.id)), ...(await make(1, here.id, 'lost'))] as [Unit, Unit];
    const person = await makeStaff(database, { store_id: here.id, role: 'warehouse_staff' });
    [counter, manager] = [await signIn(url, person.email), await signIn(url, MANAGER)];
  });
  const field = () => page.getByLabel('Scan an IMEI, serial number or QR code');
  const verdict = () => page.getByRole('status', { name: 'Last scan' });
  const scan = async (unit: Unit, outcome: string | RegExp, code = unit.imei) => {
    await wedgeScan(page, code ?? '');
    await verdict().getByText(outcome).waitFor();
    await verdict().getByText(`IMEI ${unit.imei}`).waitFor();
  };
  const stands = async ({ id }: Unit) => (await findUnitRow(shop.server.database, id)).status;

  it('finds 3 missing, 2 unexpected and 1 sold meanwhile, goes on after a reload, and is closed once', async () => {
    page = await shop.open({ email: MANAGER, path: '/inventory/counts' });
    await page.getByRole('button', { name: 'Start count' }).click();
    await page.getByRole('combobox', { name: 'Product', exact: true }).fill(PRODUCT);
    await page.getByRole('option', { name: PRODUCT }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start count' }).click();
    await field().waitFor();
    const countId = Number(new URL(page.url()).pathname.split('/').at(-1));
    const [sold, first, second, ...rest] = units.slice(3) as [Unit, Unit, Unit, ...Unit[]];

    await scan(first, 'Counted');
    await scan(first, /^Already counted by Ana Reyes/, first.serial_number);
    // Another person counts most of it at another computer, while the shop sells.
    await sell(manager, [sold.id]);
    for (let at = 0; at < rest.length; at += AT_ONCE) {
      const codes = rest.slice(at, at + AT_ONCE).map(({ imei }) => imei);
      const outcomes = new Set((await scanned(counter, countId, codes)).map(({ outcome }) => outcome));
      expect([...outcomes]).toEqual(['found']);
    }
    await page.reload();
    await field().waitFor();
    await scan(second, 'Counted');
    await scan(away, /^Not expected · In the stock of Cebu/);
    await scan(lost, /^Not expected · Lost at Makati/);
    await scan(sold, 'Sold while the count was running');
    await page.getByRole('tab', { name: 'Not yet counted 3' }).waitFor();
    // Others of their product were counted, so somebody was there.
    await expect.poll(() => page.getByText('Missing so far', { exact: true }).count()).toBe(4);
    await verdict().waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Close count' }).click();
    await page.getByLabel('Reason').fill('Yearly count');
    await page.getByRole('button', { name: 'Close, 3 units not scanned' }).click();
    await toast(page, /^CT-MNL-01-\d+ closed$/).waitFor();
    const closed = page.getByRole('region', { name: 'Closed' });
    await closed.getByText('Yearly count').waitFor();
    expect(await closed.getByRole('definition').allTextContents()).toEqual([
      '3',
      '1',
      '1',
      '1',
      '0',
      'Yearly count',
    ]);
    expect(await unitsIn(manager, countId, 'missing')).toEqual(units.slice(0, 3).map(({ id }) => id));
    expect(await Promise.all([...units.slice(0, 5), away, lost].map(stands))).toEqual([
      ...['lost', 'lost', 'lost', 'sold', 'available', 'available', 'available'],
    ]);
    expect(await axeViolations(page)).toEqual([]);
  });
});
