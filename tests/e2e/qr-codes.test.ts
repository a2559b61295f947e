import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { products } from '#contract/products.ts';
import type { suppliers } from '#contract/suppliers.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { ordered, type WireOrder } from '#tests/support/purchase-orders.ts';
import { generated } from '#tests/support/qr-codes.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei } from '#tests/support/shop.ts';
import { wedgeScan } from '#tests/support/till-page.ts';
import { readQrCodes } from '#tests/support/zbar.ts';

type Variations = z.input<typeof products.findVariations.response>;
type Suppliers = z.input<typeof suppliers.list.response>;

const MANAGER = 'store_manager@demo.test';
/** PDF points in a millimetre. */
const POINTS_OF_MM = 72 / 25.4;
/** Dots in a millimetre: of the coarsest roll printers, 203 an inch, and of sheet printers. */
const [ROLLS, SHEETS] = [8, 300 / 25.4];

/** Returns the sizes of a PDF's pages in whole millimetres: it rounds them to points, of which three are one. */
function pagesOf(pdf: Buffer): [width: number, height: number][] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/g);
  return [...boxes].map(([, width, height]) => [
    Math.round(Number(width) / POINTS_OF_MM),
    Math.round(Number(height) / POINTS_OF_MM),
  ]);
}

/** Renders the page as a printer with this many dots a millimetre does. */
const asPrinted = (sheet: Locator, dots: number) =>
  sheet.evaluate(async (svg, perMillimetre) => {
    const { width, height } = (svg as SVGSVGElement).viewBox.baseVal;
    const copy = svg.cloneNode(true) as SVGSVGElement;
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    copy.setAttribute('width', String(width * perMillimetre));
    copy.setAttribute('height', String(height * perMillimetre));
    copy.removeAttribute('style');
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
    await image.decode();
    const canvas = new OffscreenCanvas(Math.round(width * perMillimetre), Math.round(height * perMillimetre));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('Nothing to draw on');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  }, dots);

const A4: [number, number] = [210, 297];
const LABELS = 5;
/** Each paper with the pages that five labels take. */
const PAPERS: readonly [string, [number, number][]][] = [
  ['A4, 65 labels of 38.1 × 21.2 mm', [A4]],
  ['A4, 24 labels of 63.5 × 33.9 mm', [A4]],
  ['A4, 4 labels of 99.1 × 139 mm', [A4, A4]],
  ['Roll, 40 × 30 mm', Array.from({ length: LABELS }, () => [40, 30])],
  ['Roll, 50 × 25 mm', Array.from({ length: LABELS }, () => [50, 25])],
];

describe('QR codes', () => {
  const shop = demoShop();
  let page: Page;
  let order: WireOrder;
  let batch: string;
  let codes: string[];
  beforeAll(async () => {
    const manager = await signIn(shop.server.url, MANAGER);
    const found = await manager.get<Variations>('/product-variations?search=iphone+15&per_page=1');
    const sellers = await manager.get<Suppliers>('/suppliers?active=true');
    order = await ordered(manager, {
      supplier_id: expectDone(sellers).data[0]?.id ?? 0,
      store_id: manager.staff.primary_store?.id ?? 0,
      items: [
        { product_variation_id: expectDone(found).data[0]?.id ?? 0, quantity_ordered: 12, unit_cost: 250 },
      ],
    });
    ({ batch, codes } = await generated(manager, order.id, LABELS));
  });

  it('are generated for an order by keyboard alone', async () => {
    page = await shop.open({ email: MANAGER, path: '/qr-codes' });
    await page.getByRole('tab', { name: 'Manage QR Codes' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('combobox', { name: 'Purchase order' }).waitFor();
    await page.keyboard.press('Tab');
    // As fast as a person types: a scanner is faster.
    await page.keyboard.type(order.transaction_number.slice(-6), { delay: 90 });
    await page.getByRole('option', { name: new RegExp(order.transaction_number) }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Generate 7 codes' }).waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    for (let tabs = 0; tabs < 4 && (await focused()) !== 'Generate 7 codes'; tabs += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await toast(page, '7 codes generated').waitFor();
    const drawn = page.getByRole('region', { name: 'Label sheet preview' }).getByRole('img');
    await expect.poll(() => drawn.count()).toBe(7);
  });

  it('are printed in pages of their paper’s size, from which every code is read', async () => {
    page = await shop.open({ email: MANAGER, path: `/qr-codes?batch_code=${batch}` });
    await page.getByRole('button', { name: 'Print labels' }).click();
    for (const [paper, pages] of PAPERS) {
      await page.getByLabel('Label paper').selectOption({ label: paper });
      const sheets = page.locator('#printed-pages > svg');
      await expect.poll(() => sheets.count()).toBe(pages.length);
      expect([paper, pagesOf(await page.pdf({ preferCSSPageSize: true }))]).toEqual([paper, pages]);
      const read: string[] = [];
      for (const sheet of await sheets.all()) {
        read.push(
          ...(await readQrCodes(
            Uint8Array.from(await asPrinted(sheet, paper.startsWith('A4') ? SHEETS : ROLLS)),
          )),
        );
      }
      expect([paper, read.sort()]).toEqual([paper, [...codes].sort()]);
    }
  });

  it('lead a scanner to a new item, and to the item once it has its label', async () => {
    page = await shop.open({ email: MANAGER, path: '/qr-codes' });
    const [code = ''] = codes;
    await page.getByRole('button', { name: 'Scan QR Code' }).click();
    await page.getByRole('dialog').waitFor();
    await wedgeScan(page, code);
    await page.getByText(`Label of ${order.transaction_number}`).waitFor();
    await page.getByLabel('IMEI', { exact: true }).focus();
    await wedgeScan(page, makeImei(890_001));
    await page.keyboard.press('Control+s');
    await page.getByRole('region', { name: 'History' }).getByText(order.transaction_number).waitFor();
    const unit = new URL(page.url()).pathname;
    await page.getByRole('link', { name: code }).click();
    await page.getByRole('button', { name: 'Scan QR Code' }).click();
    await page.getByRole('dialog').waitFor();
    await wedgeScan(page, code);
    await expect.poll(() => new URL(page.url()).pathname).toBe(unit);
  });
});
