import type { Page } from 'playwright-core';
import type { z } from 'zod';
import type { inventory } from '#contract/inventory.ts';
import type { products } from '#contract/products.ts';
import type { suppliers } from '#contract/suppliers.ts';
import { signIn, type SignedIn } from '#tests/support/http.ts';
import { ordered } from '#tests/support/purchase-orders.ts';
import { generated } from '#tests/support/qr-codes.ts';
import { receive } from '#tests/support/receiving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei } from '#tests/support/shop.ts';
import {
  ADMIN,
  closeDialog,
  dismissToasts,
  letGo,
  whileFailing,
  type PictureSet,
  type Studio,
} from './studio.ts';

type Variations = z.input<typeof products.findVariations.response>;
type Suppliers = z.input<typeof suppliers.list.response>;
type Unit = z.input<typeof inventory.create.response>;

const LIST = /\/api\/v1\/qr-codes\?/;

/** Makes orders with codes of every kind: linked, unused and voided. */
async function makeCodes({ manager }: Studio) {
  const me = expectDone(await manager.get<Pick<SignedIn, 'staff'>>('/staff/me'));
  const store_id = me.staff.primary_store?.id ?? 0;
  const { data } = expectDone(await manager.get<Variations>('/product-variations?search=iphone&per_page=3'));
  const sellers = expectDone(await manager.get<Suppliers>('/suppliers?active=true'));
  const order = async (quantities: readonly number[]) => {
    const items = quantities.map((quantity_ordered, place) => ({
      product_variation_id: data[place]?.id ?? 0,
      quantity_ordered,
      unit_cost: 41_500,
    }));
    return ordered(manager, { supplier_id: sellers.data[0]?.id ?? 0, store_id, items });
  };
  const first = await order([60]);
  await generated(manager, first.id, 60);
  const second = await order([45, 40]);
  const { batch, codes } = await generated(manager, second.id, 85, 'Shelf 4');
  let unit: Unit | null = null;
  for (const [place, code] of codes.slice(0, 24).entries()) {
    if (place % 8 === 3) {
      const reason = 'Label torn off';
      expectDone(await manager.post(`/qr-codes/${code}/void`, { reason }));
    } else if (place % 8 !== 2) {
      const product_variation_id = data[place % 2]?.id;
      const body = { product_variation_id, category: 'new', imei: makeImei(880_000 + place) };
      unit = expectDone(await manager.post<Unit>(`/qr-codes/${code}/create-and-link`, body));
    }
  }
  const third = await order([150]);
  return { batch, codes, unitId: unit?.id ?? 0, complete: first, open: third };
}
type Made = Awaited<ReturnType<typeof makeCodes>>;

async function pictureList({ open, take }: Studio, { batch }: Made): Promise<void> {
  const page = await open('/qr-codes');
  await page.getByText('Pre-generated').first().waitFor();
  await letGo(page);
  await take(page, 'qr-codes');
  await page.getByRole('link', { name: batch }).first().click();
  await page.getByRole('button', { name: 'Download sheet' }).waitFor();
  await page.getByText(/unused, 3 voided/).waitFor();
  await letGo(page);
  await take(page, 'qr-codes-batch');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(2)
    .click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'qr-codes-void');
  await closeDialog(page);
  await page.getByRole('button', { name: 'Delete unused' }).click();
  await page.getByRole('alertdialog').waitFor();
  await take(page, 'qr-codes-delete');
  await closeDialog(page);
  await page.goto('/qr-codes?batch_code=B-NONE-000001');
  await page.getByRole('button', { name: 'Clear filters' }).waitFor();
  await take(page, 'qr-codes-none');
  await whileFailing(page, LIST, async () => {
    await page.goto('/qr-codes');
    await page.getByText('QR codes could not be loaded').waitFor();
    await take(page, 'qr-codes-error');
  });
}

async function picturePrinting({ open, take }: Studio, { batch }: Made): Promise<void> {
  const page = await open(`/qr-codes?batch_code=${batch}`);
  await page.getByRole('button', { name: 'Print labels' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await take(page, 'qr-codes-print');
  for (const [name, paper] of [
    ['24', 'a4_24'],
    ['4', 'a4_4'],
    ['roll', 'roll_40_30'],
    ['wide-roll', 'roll_50_25'],
  ] as const) {
    await dialog.getByLabel('Label paper').selectOption(paper);
    await take(page, `qr-codes-print-${name}`);
  }
}

async function choose(page: Page, number: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Purchase order' }).fill(number);
  await page.getByRole('option', { name: new RegExp(number) }).click();
}

async function pictureGenerating({ open, take }: Studio, { open: order, complete }: Made): Promise<void> {
  const page = await open('/qr-codes?tab=generate');
  await page.getByRole('button', { name: 'Generate codes' }).click();
  await page.getByText('Please select a supplier transaction').waitFor();
  await take(page, 'qr-codes-generate-wrong');
  await choose(page, complete.transaction_number);
  await page.getByText('All QR codes have already been generated').first().waitFor();
  await take(page, 'qr-codes-generate-all');
  await choose(page, order.transaction_number);
  await page.getByText('100, 49').first().waitFor();
  await letGo(page);
  await take(page, 'qr-codes-generate');
  await page.getByRole('button', { name: 'Generate 149 codes' }).click();
  await page.getByText('149 codes generated', { exact: true }).waitFor();
  await take(page, 'qr-codes-generated');
  await dismissToasts(page);
}

async function pictureScanning(studio: Studio, { codes, unitId }: Made): Promise<void> {
  const { open, take } = studio;
  const page = await open('/qr-codes');
  const scan = async (code: string) => {
    await page.getByRole('textbox', { name: 'QR code' }).fill(code);
    await page.keyboard.press('Enter');
  };
  await page.getByRole('button', { name: 'Scan QR Code' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'qr-codes-scan');
  await scan(codes[3] ?? '');
  await page.getByText('This QR code is voided').waitFor();
  await take(page, 'qr-codes-scan-voided');
  await scan('ZZZZ2222');
  await page.getByText('QR code not found').waitFor();
  await take(page, 'qr-codes-scan-unknown');
  await scan(codes[2] ?? '');
  await page.getByText('the item counts as received').waitFor();
  await letGo(page);
  await take(page, 'qr-codes-add');
  await page.goto(`/inventory/create?qr_code=${codes[3]}`);
  await page.getByText('Invalid QR code').waitFor();
  await take(page, 'qr-codes-add-voided');
  await page.goto(`/inventory/${unitId}`);
  await page.getByText('History').waitFor();
  await take(page, 'qr-codes-unit');
}

/** Takes a label of an order of which some units came without one. */
async function pictureLinking({ open, take, server }: Studio, { open: order, unitId }: Made): Promise<void> {
  const admin = await signIn(server.url, ADMIN);
  const serials = ['LINK-00117', 'LINK-00118', 'LINK-00119'];
  expectDone(await receive(admin, order, [{ quantity_received: serials.length, serials }]));
  const { codes } = await generated(admin, order.id, 1);
  const page = await open(`/inventory/create?qr_code=${codes[0]}`);
  await page.getByRole('heading', { name: 'Link to a received unit' }).waitFor();
  await letGo(page);
  await take(page, 'qr-codes-link');
  await page.goto(`/inventory/where-is?code=${codes[0]}`);
  await page.getByText('This is an unused label').waitFor();
  await take(page, 'qr-codes-where-is');
  const found = expectDone(await admin.get<{ data: Unit[] }>('/inventory?search=LINK-00118'));
  await page.goto(`/inventory/${found.data[0]?.id ?? unitId}`);
  await page.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Link label' }).click();
  await page.getByRole('dialog').waitFor();
  await take(page, 'qr-codes-link-label');
}

export const qrCodes: PictureSet = {
  name: 'qr-codes',
  takePictures: async (studio) => {
    const page = await studio.open('/qr-codes');
    await page.getByText('No QR codes yet').or(page.getByText('Pre-generated').first()).waitFor();
    await letGo(page);
    await studio.take(page, 'qr-codes-empty');
    const seller = await studio.open('/qr-codes', 'salesperson@demo.test');
    await seller.getByText('Access Denied').waitFor();
    await studio.take(seller, 'qr-codes-refused');
    const made = await makeCodes(studio);
    await pictureList(studio, made);
    await picturePrinting(studio, made);
    await pictureScanning(studio, made);
    await pictureLinking(studio, made);
    await pictureGenerating(studio, made);
  },
};
