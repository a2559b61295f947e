import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UPLOAD_MAX } from '#domain/media.ts';
import { formatMoney, pesosToCentavos } from '#domain/money.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { csvOf } from '#tests/support/imports.ts';
import { expectDone } from '#tests/support/selling.ts';
import type { Caller } from '#tests/support/http.ts';

const MANAGER = 'store_manager@demo.test';
const SELLER = 'salesperson@demo.test';

/** Returns a variation of the demo shop as files name it, of a product that needs a number, or of one that does not. */
async function aVariation(manager: Caller, needsNumber = true) {
  const { data } = expectDone(
    await manager.get<{
      data: { name: string; retail_price: number; product: { sku: string; requires_serial: boolean } }[];
    }>(`/product-variations?search=${needsNumber ? 'iphone' : 'cable'}&per_page=100`),
  );
  const found = data.find(({ product }) => product.requires_serial === needsNumber);
  if (!found) throw new Error('No variation was found');
  return { name: found.name, retail_price: found.retail_price, sku: found.product.sku };
}

/** Returns a number that another unit has already. */
async function aTakenSerial(manager: Caller): Promise<string> {
  const { data } = expectDone(
    await manager.get<{ data: { serial_number: string | null }[] }>('/inventory?per_page=200'),
  );
  return data.flatMap(({ serial_number }) => serial_number ?? [])[0] ?? '';
}

describe('an import', () => {
  let manager: Caller;
  let variation: Awaited<ReturnType<typeof aVariation>>;
  let taken: string;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    variation = await aVariation(manager);
    taken = await aTakenSerial(manager);
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const dialog = () => page.getByRole('dialog');
  const choose = async (email: string, kind: string | null, name: string, text: string) => {
    await openScreen('/imports', { email, withMenu: true });
    await button('Import a file').first().click();
    if (kind) await userEvent.selectOptions(dialog().getByLabelText('What is in it'), kind);
    await userEvent.upload(page.getByLabelText('CSV file'), new File([text], name, { type: 'text/csv' }));
    await button('Upload and check').click();
  };
  let no = 0;
  const nextSerial = () => `IMPORT-${Date.now()}-${(no += 1)}`;

  it('shows what is wrong in which row, imports the good ones, and says what became of them', async () => {
    const head = ['SKU', 'Variation', 'Serial number', 'Category'];
    const row = (serial: string, category = 'new') => [variation.sku, variation.name, serial, category];
    const good = nextSerial();
    await choose(
      MANAGER,
      'Inventory',
      'stock-of-today.csv',
      csvOf([head, row(good), row(''), row(taken), row(nextSerial(), 'broken')]),
    );
    await isShown(page.getByRole('heading', { name: 'stock-of-today.csv' }));
    await isShown(page.getByRole('tab', { name: 'Problems (3)' }));
    await isShown(page.getByText('This product needs a serial number or an IMEI'));
    await isShown(page.getByText(/has this serial number already/));
    await isShown(page.getByText('Write New, Used or Refurbished'));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('tab', { name: 'To be imported (1)' }).click();
    await isShown(page.getByRole('row', { name: new RegExp(good) }));

    await button('Import the 1 good row').click();
    await isShown(page.getByRole('alertdialog').getByText(/3 rows with problems are left out/));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import the 1 good row' }).click();
    await isShown(button('Open Inventory'));
    await isShown(page.getByRole('tab', { name: 'Left out (3)' }));
    // The same person did both at the same time: told once.
    await isShown(page.getByText(/imported by Ana Reyes/));
    expect(page.getByText(/uploaded by/).elements()).toEqual([]);
    expect(await axeViolations()).toEqual([]);
    const { data } = expectDone(await manager.get<{ data: object[] }>(`/inventory?search=${good}`));
    expect(data).toMatchObject([{ serial_number: good, status: 'available' }]);
  });

  it('tells a row that names nothing known by its first cell, on a phone with its number in the corner', async () => {
    const sku = nextSerial();
    const file = csvOf([
      ['SKU', 'Variation', 'Category'],
      [sku, 'Blue', 'new'],
    ]);
    await choose(MANAGER, 'Inventory', 'unknown.csv', file);
    await isShown(page.getByRole('tab', { name: 'Problems (1)' }));
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1366, 768));
    const row = page.getByRole('row').filter({ hasText: sku });
    await isShown(row.getByText('Row 2', { exact: true }));
    await isShown(row.getByText(/^Variation Blue/));
    await isShown(row.getByText(`SKU ${sku}`));
    await isShown(row.getByText('No product has this SKU'));
    expect(await axeViolations()).toEqual([]);
  });

  it('asks which column is what where their names say nothing, each column once', async () => {
    await choose(
      MANAGER,
      'Prices',
      'prijzen.csv',
      csvOf([
        ['Wat', 'Welke', 'Bedrag', 'Kleur'],
        [variation.sku, variation.name, (variation.retail_price + 1).toFixed(2), 'Black'],
      ]),
    );
    await isShown(page.getByText(/^Still to be matched: SKU or Barcode/));
    expect(await axeViolations()).toEqual([]);
    const field = (label: string) => page.getByLabelText(label, { exact: true });
    await userEvent.selectOptions(field('Barcode'), 'Wat');
    await userEvent.selectOptions(field('SKU'), 'Wat');
    await expect.element(field('Barcode')).toHaveDisplayValue('Not in this file');
    await userEvent.selectOptions(field('Variation'), 'Welke');
    await userEvent.selectOptions(field('Retail price'), 'Bedrag');
    await isGone(page.getByText(/^Still to be matched/));
    await isShown(page.getByText('Left out: Kleur.'));
    button('Check with these columns').element().focus();
    await userEvent.keyboard('{Enter}');
    await isShown(page.getByRole('tab', { name: 'To be imported (1)' }));
    // The page replaced the columns by what it found: Tab goes on there, not at the menu.
    await expect.element(page.getByRole('main')).toHaveFocus();
    await isShown(page.getByText(formatMoney(pesosToCentavos(variation.retail_price), 'purchasing')));
    await button('Import 1 row').click();
    await isShown(page.getByRole('alertdialog').getByText(/Left out: Kleur\.$/));
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await chooseMore('Cancel import');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel import' }).click();
    await isShown(page.getByText('Cancelled', { exact: true }));
  });

  it('asks which of two columns that are called alike is meant, and shows what is odd before it is imported', async () => {
    // A number with a wrong check digit, and a valid one.
    const [odd, other] = ['356789104523417', '356789104523426'];
    await choose(
      MANAGER,
      'Inventory',
      'two-imeis.csv',
      csvOf([
        ['SKU', 'Variation', 'IMEI', 'Category', 'IMEI'],
        [variation.sku, variation.name, odd, 'new', other],
      ]),
    );
    await isShown(page.getByText(/^Several columns are called IMEI/));
    expect(await axeViolations()).toEqual([]);
    const imei = page.getByLabelText('IMEI', { exact: true });
    await expect.element(imei).toHaveDisplayValue('IMEI (column C)');
    await userEvent.selectOptions(imei, 'IMEI (column E)');
    await isShown(page.getByText(`First row: ${other}`));
    await userEvent.selectOptions(imei, 'IMEI (column C)');
    await button('Check with these columns').click();
    await isShown(page.getByRole('tab', { name: 'To look at (1)' }));
    await isShown(page.getByText('Its last digit does not fit: check this IMEI'));
    expect(await axeViolations()).toEqual([]);
    await isShown(page.getByRole('tab', { name: 'To be imported (1)' }));
  });

  it('shows old and new prices as amounts, once', async () => {
    const { name, sku, retail_price } = await aVariation(manager);
    const file = csvOf([
      ['SKU', 'Variation', 'Retail price'],
      [sku, name, '1234567.5'],
    ]);
    await choose(MANAGER, 'prices', 'prices.csv', file);
    const row = page.getByRole('row').filter({ hasText: '₱1,234,567.50' });
    await isShown(row.getByLabelText(`was ${formatMoney(pesosToCentavos(retail_price), 'purchasing')}`));
    expect(row.getByText('1234567.5').elements()).toEqual([]);
  });

  it('is taken back after it was said how much goes and what stays', async () => {
    const serials = [nextSerial(), nextSerial(), nextSerial()];
    const rows = serials.map((serial) => [variation.sku, variation.name, serial, 'new']);
    await choose(
      MANAGER,
      'Inventory',
      'by-mistake.csv',
      csvOf([['SKU', 'Variation', 'Serial number', 'Category'], ...rows]),
    );
    await button('Import 3 rows').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import 3 rows' }).click();
    await isShown(page.getByRole('tab', { name: 'Imported (3)' }));
    // The units are hidden until the import is done.
    await isShown(button('Open Inventory'));
    const { data } = expectDone(
      await manager.get<{ data: { id: number }[] }>(`/inventory?search=${serials[0]}`),
    );
    expectDone(await manager.put(`/inventory/${data[0]?.id}`, { notes: 'Scratch' }));
    await chooseMore('Take back');
    const asked = page.getByRole('alertdialog');
    await isShown(asked.getByText(/^2 units are taken back/));
    await isShown(asked.getByText('1 unit stays:'));
    await isShown(asked.getByText('It was changed (1)'));
    expect(await axeViolations()).toEqual([]);
    await asked.getByRole('button', { name: 'Take back 2 units' }).click();
    await page.getByRole('tab', { name: 'Stayed' }).click();
    await isShown(page.getByText('Of 3 units that were imported'));
    await isShown(page.getByRole('row', { name: new RegExp(`${serials[0]}.*It was changed`) }));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('tab', { name: 'Taken back' }).click();
    await isShown(page.getByRole('row', { name: new RegExp(serials[2] ?? '') }));
    await isGone(button(/^More actions/));
  });

  it('names an earlier import of the same file, and takes it all the same', async () => {
    const cable = await aVariation(manager, false);
    const rows = [[cable.sku, cable.name, 'new', '3', nextSerial()]];
    const file = csvOf([['SKU', 'Variation', 'Category', 'Quantity', 'Notes'], ...rows]);
    await choose(MANAGER, 'Inventory', 'monthly.csv', file);
    await isShown(page.getByText('They make 3 units'));
    await button('Import 1 row').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import 1 row' }).click();
    await isShown(page.getByRole('tab', { name: 'Imported (1)' }));
    await choose(MANAGER, 'Inventory', 'monthly-again.csv', file);
    await isShown(page.getByRole('link', { name: 'monthly.csv' }));
    await isShown(page.getByText(/1 row without numbers is refused/));
    expect(await axeViolations()).toEqual([]);
    await button('Take them all the same').click();
    await isShown(page.getByRole('tab', { name: 'To be imported (1)' }));
    await isShown(page.getByText(/What has no numbers is imported once more/));
    await isGone(button('Take them all the same'));
  });

  it('lists the types and manufacturers that do not exist, and makes them where they are wanted', async () => {
    const brand = `Brand ${nextSerial()}`;
    await choose(
      MANAGER,
      'Products',
      'new-brands.csv',
      csvOf([
        ['SKU', 'Product name', 'Product type', 'Manufacturer', 'Variation', 'Cost', 'Retail price'],
        [nextSerial(), 'Pocket fan', 'Small fans', brand, 'White', '100', '150'],
      ]),
    );
    await isShown(page.getByText(`Not there yet. Product type: Small fans. Manufacturer: ${brand}.`));
    expect(await axeViolations()).toEqual([]);
    await button('Create them').click();
    await isShown(page.getByText(/^Created with the import\. /));
    await isShown(page.getByRole('tab', { name: 'To be imported (1)' }));
  });

  it('is refused in its dialog where the file is none, and goes on with another one', async () => {
    await choose(MANAGER, 'Customers', 'members.xlsx', 'PK\u0003\u0004');
    await isShown(page.getByRole('alert').getByText(/^This is an Excel workbook or a ZIP file/));
    const long = new File([`a,b\n${'1,2\n'.repeat(100_001)}`], 'long.csv', { type: 'text/csv' });
    await userEvent.upload(page.getByLabelText('CSV file'), long);
    await isShown(page.getByText('At most 100,000 rows in one file. Split it'));
    expect(await axeViolations()).toEqual([]);
    const large = new File([new Uint8Array(UPLOAD_MAX + 1)], 'all.csv', { type: 'text/csv' });
    await userEvent.upload(page.getByLabelText('CSV file'), large);
    await isShown(page.getByRole('alert').getByText('A file may have at most 5 MB. Split it'));
  });

  it('is offered of what somebody may import, and no more', async () => {
    await openScreen('/imports', { email: SELLER });
    await button('Import a file').first().click();
    const options = dialog().getByLabelText('What is in it').element().querySelectorAll('option');
    expect([...options].map(({ textContent }) => textContent)).toEqual(['Customers']);
    await userEvent.keyboard('{Escape}');
    await openScreen('/imports', { email: 'inventory_checker@demo.test' });
    await isGone(page.getByRole('link', { name: 'Imports' }));
  });
});
