import type { Page } from 'playwright-core';
import { letGo, whileFailing, type PictureSet } from './studio.ts';

const MANAGER = 'store_manager@demo.test';
const LIST = '/inventory/transfers';

/** Types a code, as without a scanner. */
async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Scan an IMEI, serial number or QR code').fill(code);
  await page.keyboard.press('Enter');
}

/** The list of transfers, one being packed, one being unpacked, and one that has ended. */
export const transfers: PictureSet = {
  name: 'transfers',
  takePictures: async ({ server, open, take }) => {
    const { reader } = server.database;
    const units = async (transferId: number) =>
      reader
        .selectFrom('transfer_items')
        .innerJoin('inventory_items as unit', 'unit.id', 'transfer_items.inventory_item_id')
        .select(['unit.id', 'unit.imei', 'unit.serial_number'])
        .where('transfer_id', '=', transferId)
        .orderBy('position')
        .execute();
    const codeOf = (unit: { imei: string | null; serial_number: string | null } | undefined) =>
      unit?.imei ?? unit?.serial_number ?? '';
    const [ended, moving] = await reader.selectFrom('transfers').select('id').orderBy('id').execute();
    const home = reader.selectFrom('stores').select('id').where('code', '=', 'MNL-01');
    const inStock = await reader
      .selectFrom('inventory_items')
      .select(['id', 'imei', 'serial_number'])
      .where('store_id', '=', home)
      .where('status', '=', 'available')
      .where('serial_number', 'is not', null)
      .orderBy('id')
      .limit(4)
      .execute();
    const sold = await reader
      .selectFrom('inventory_items')
      .select(['imei', 'serial_number'])
      .where('store_id', '=', home)
      .where('status', '=', 'sold')
      .where('serial_number', 'is not', null)
      .limit(1)
      .executeTakeFirst();

    const page = await open(LIST, MANAGER);
    await page.getByRole('link', { name: 'TR-WH-01-000001' }).waitFor();
    await letGo(page);
    await take(page, 'transfers');
    await page.goto(`${LIST}?search=nothing-like-it`);
    await page.getByText('No transfers for these filters').waitFor();
    await take(page, 'transfers-none');
    await whileFailing(page, /api\/v1\/inventory\/transfers/, async () => {
      await page.goto(LIST);
      await page.getByText('Transfers could not be loaded').waitFor();
      await take(page, 'transfers-error');
    });

    await page.goto(`${LIST}/new`);
    await page.getByText('Scan the first unit').waitFor();
    await take(page, 'transfer-new-empty');
    for (const unit of inStock) await enter(page, codeOf(unit));
    await enter(page, codeOf(sold));
    await page.getByText('It was sold').first().waitFor();
    await page.getByRole('button', { name: /^Send 4 units/ }).click();
    await page.getByText('Choose the store that it goes to').first().waitFor();
    await take(page, 'transfer-new');

    const sender = await open(`${LIST}/${moving?.id}`, 'warehouse_staff@demo.test');
    await sender.getByRole('button', { name: 'Cancel transfer' }).click();
    await sender.getByRole('alertdialog').waitFor();
    await take(sender, 'transfer-cancel');
    await page.goto(`${LIST}/${moving?.id}`);
    await page.getByText('Scan what you take out of the box').waitFor();
    await take(page, 'transfer-arrives');
    const inside = await units(moving?.id ?? 0);
    for (const unit of inside.slice(0, 5)) {
      await enter(page, codeOf(unit));
      await page.getByText('Scanned by').waitFor();
    }
    await page.getByText('5of 8 arrived').waitFor();
    await page.getByRole('button', { name: 'Mark damaged' }).click();
    await page.getByLabel('Reason').fill('Cracked screen');
    await take(page, 'transfer-damaged');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark damaged' }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await enter(page, codeOf(inStock[3]));
    await page.getByText('Set it aside').waitFor();
    await take(page, 'transfer-receiving');
    await page.getByRole('tab', { name: /^To settle/ }).click();
    await page.getByLabel(/^What was done with/).selectOption({ index: 1 });
    await page.getByRole('button', { name: /^Receive 5 units/ }).click();
    await page.getByText('5 units received').first().waitFor();
    await take(page, 'transfer-received-partly');

    const admin = await open(`${LIST}/${moving?.id}`, 'warehouse_staff@demo.test');
    await admin.getByRole('button', { name: 'Close the difference' }).click();
    await admin
      .getByLabel(/^What became of/)
      .first()
      .selectOption('lost');
    await admin.getByLabel('Reason').fill('The courier looks for it');
    await take(admin, 'transfer-settle');
    await page.goto(`${LIST}/${ended?.id}`);
    await page.getByText('How it ended').waitFor();
    await take(page, 'transfer-ended');
    await page.goto(`${LIST}/999999`);
    await page.getByText('Transfer not found').waitFor();
    await take(page, 'transfer-missing');
    await server.database.write(async (writer) => {
      await writer.deleteFrom('transfer_items').execute();
      await writer.deleteFrom('transfers').execute();
    });
    await page.goto(LIST);
    await page.getByText('No transfers yet').waitFor();
    await take(page, 'transfers-empty');
  },
};
