import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import type { products } from '#contract/products.ts';
import { unitsText } from '#domain/units.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  holdCall,
  loseServer,
  openScreen,
  watchCalls,
} from '#tests/support/component/open-screen.tsx';
import { watchPrinting } from '#tests/support/component/printing.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import { cancel, look, scanned, started, type WireCount } from '#tests/support/counts.ts';
import { addCustomer } from '#tests/support/customers.ts';
import { expectDone, openDraft, pay, serialsOnSale } from '#tests/support/selling.ts';
import { atDevice, givenCredential, makeTill, tellWaiting } from '#tests/support/shifts.ts';
import type { Caller } from '#tests/support/http.ts';

type WireVariations = z.input<typeof products.findVariations.response>;

const MANAGER = 'store_manager@demo.test';
const ADMIN = 'admin@demo.test';
const CHECKER = 'inventory_checker@demo.test';

/** A product with a barcode whose units have no serial number. */
async function cableOf(caller: Caller) {
  const { data } = expectDone(await caller.get<WireVariations>('/product-variations?per_page=200'));
  const found = data.find(({ barcode, product }) => barcode !== null && !product.requires_serial);
  if (!found?.barcode) throw new Error('Everything in the shop has a serial number');
  return { barcode: found.barcode, name: `${found.product.name}, ${found.name}` };
}

describe('a stock count', () => {
  let manager: Caller;
  let codes: string[];
  let count: WireCount;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
    codes = (await serialsOnSale(manager, 2)).map(({ code }) => code);
    count = await started(manager, { category: 'new' });
  });
  const open = (email: string, { id } = count) => openScreen(`/inventory/counts/${id}`, { email });
  const field = () => page.getByLabelText('Scan an IMEI, serial number or QR code');
  const verdict = () => page.getByRole('status', { name: 'Last scan' });
  const tabs = () =>
    page
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent);
  const enter = async (code: string) => {
    await userEvent.fill(field(), code);
    await userEvent.keyboard('{Enter}');
    await isShown(verdict().getByText(code).first());
  };

  it('counts with one scan, says what was counted before, and what nobody has', async () => {
    await open(MANAGER);
    await isShown(page.getByRole('heading', { name: count.number }));
    await enter(codes[0] ?? '');
    await isShown(verdict().getByText('Counted', { exact: true }));
    await enter(codes[0] ?? '');
    await isShown(verdict().getByText(/^Already counted by /));
    await enter('NOBODY-HAS-IT');
    await isShown(verdict().getByText('No unit has this code'));
    const { progress, people } = await look(manager, count.id);
    const { found, missing = 0 } = progress;
    const whole = (units: number) => units.toLocaleString('en-PH');
    await isShown(page.getByText(`of ${whole(found + missing)} units with a code counted`));
    const counting = page.getByRole('region', { name: 'Counting now' });
    await isShown(counting.getByText(people[0]?.staff.name ?? '?'));
    await isShown(counting.getByText(/ · just now$/));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('tab', { name: /^Counted/ }).click();
    await isShown(page.getByRole('row', { name: new RegExp(codes[0] ?? '') }));
    await expect
      .poll(() => tabs())
      .toEqual([
        `Not yet counted ${whole(missing)}`,
        'Not expected 0',
        `Counted ${found}`,
        'Unknown codes 1',
      ]);
  });

  it('keeps what is scanned while the server is gone, and counts it in order once it is back, also after the window was closed', async () => {
    const screen = await open(MANAGER);
    await isShown(field());
    const { mend } = loseServer();
    const scans = ['NOBODY-HAS-1', codes[0] ?? '', 'NOBODY-HAS-2'];
    for (const code of scans) await enter(code);
    const list = page.getByRole('list', { name: '3 scans wait for the server' });
    await isShown(list);
    expect(list.element().textContent).toBe(scans.join(''));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('link', { name: 'Counts' }).first().click();
    const question = page.getByRole('alertdialog', { name: '3 scans wait for the server' });
    await isShown(question);
    expect(await axeViolations()).toEqual([]);
    await question.getByRole('button', { name: 'Stay' }).click();
    const keptIn = () => Object.keys(localStorage).find((key) => key.includes(`.scans.count.`)) ?? '';
    const [note, kept] = [keptIn(), localStorage.getItem(keptIn()) ?? ''];
    mend();
    await isGone(list);
    await expect.poll(keptIn).toBe('');
    await isShown(verdict().getByText('NOBODY-HAS-2'));
    await isShown(verdict().getByText('No unit has this code'));
    await page.getByRole('tab', { name: 'Unknown codes' }).click();
    for (const code of ['NOBODY-HAS-1', 'NOBODY-HAS-2']) await isShown(page.getByRole('row', { name: code }));

    // A closed window left the same on this computer, of another count.
    const other = await started(manager, { category: 'used' });
    localStorage.setItem(
      note.replace(new RegExp(`${count.id}$`), String(other.id)),
      kept.replaceAll(/"key":"/g, '"key":"again-'),
    );
    const sent = watchCalls({ path: /\/scans$/, method: 'POST' });
    await screen.goTo(`/inventory/counts/${other.id}`);
    await isShown(verdict().getByText('NOBODY-HAS-2'));
    await expect.poll(keptIn).toBe('');
    await screen.goTo('/inventory/counts');
    await screen.goTo(`/inventory/counts/${other.id}`);
    await enter('NOBODY-HAS-3');
    expect(sent.map(({ body }) => (body as { codes: string[] }).codes)).toEqual(
      [...scans, 'NOBODY-HAS-3'].map((code) => [code]),
    );
  });

  it('is blind for whoever counts, and shows whoever closes what is missing', async () => {
    // In the warehouse, which nobody has counted.
    await open(CHECKER, await started(await callerAs(CHECKER)));
    await isShown(page.getByText('scanned by you'));
    await isGone(page.getByText(/units? counted$/));
    await isGone(page.getByRole('tab', { name: 'Not yet counted' }));
    await isGone(page.getByRole('region', { name: 'By product type' }));
    await isGone(page.getByRole('button', { name: 'Close count' }));
    await open(MANAGER);
    await isShown(page.getByRole('region', { name: 'By product type' }));
    await expect
      .element(page.getByRole('tab', { name: 'Not yet counted' }))
      .toHaveAttribute('aria-selected', 'true');
    const code = page
      .getByRole('tabpanel')
      .getByText(/^(IMEI|SN) /)
      .first();
    await isShown(code);
    const unit = page.getByRole('tabpanel').getByRole('link').first();
    await expect.element(unit).toHaveAttribute('href', expect.stringMatching(/^\/inventory\/\d+$/));
    const printed = watchPrinting();
    await page.getByRole('button', { name: 'Print report' }).click();
    await expect.poll(() => printed.length).toBe(1);
    for (const part of [count.number, 'Missing', code.element().textContent?.split(' / ')[0] ?? '']) {
      expect(printed[0]).toContain(part);
    }
    // A colleague goes on scanning: the question and the list say what holds then.
    const found = code.element().textContent ?? '';
    const [number] = found.replace(/^(IMEI|SN) /, '').split(' / ');
    expect(await scanned(manager, count.id, [number])).toMatchObject([{ outcome: 'found' }]);
    const { missing = 0 } = (await look(manager, count.id)).progress;
    const counter = atDevice('', manager);
    await makeTill(counter, 'Back counter');
    await tellWaiting(manager, await givenCredential(counter), 2);
    await page.getByRole('button', { name: 'Close count' }).click();
    const asked = page.getByRole('alertdialog');
    await isShown(asked.getByText(`${unitsText(missing)} not scanned become lost`));
    await isShown(asked.getByText('Back counter has sales that are not sent yet'));
    await userEvent.keyboard('{Escape}');
    failCalls({
      path: new RegExp(`/inventory/counts/${count.id}$`),
      status: 200,
      body: { ...(await look(manager, count.id)), tills_waiting: [], tills_silent: ['Front'] },
    });
    await open(MANAGER);
    await page.getByRole('button', { name: 'Close count' }).click();
    await isShown(asked.getByText('Front is not connected now: what is sold there becomes lost, too'));
    await isGone(page.getByRole('tabpanel').getByText(found, { exact: true }));
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('{Escape}');
  });

  it('takes a number for what has no code, by its barcode, and lists it to be mended', async () => {
    const cable = await cableOf(manager);
    await open(MANAGER);
    await isShown(field());
    await userEvent.fill(field(), cable.barcode);
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Enter a number' });
    await expect.element(dialog.getByLabelText('Units counted')).toHaveFocus();
    expect(await axeViolations()).toEqual([]);
    await userEvent.keyboard('1.5{Enter}');
    await isShown(dialog.getByText('Type a whole number'));
    await userEvent.fill(dialog.getByLabelText('Units counted'), '7');
    await userEvent.keyboard('{Enter}');
    await isGone(dialog);
    await page.getByRole('tab', { name: 'Numbers' }).click();
    const row = page.getByRole('row', { name: new RegExp(`^${cable.name} ?7`) });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Take back' }).click();
    await isShown(page.getByText('No numbers entered'));
  });

  it('of another store says whose it is, and leads there', async () => {
    const stores = expectDone(await (await callerAs(ADMIN)).get<{ id: number; code: string }[]>('/stores'));
    const storeId = stores.find(({ code }) => code === 'DVO-01')?.id;
    const path = `/inventory/counts/${count.id}`;
    const screen = await openScreen(path, { email: ADMIN, storeId, withMenu: true });
    const { name } = count.store;
    await isShown(page.getByText(`This stock count belongs to ${name}. Switch to that store to see it.`));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: `Switch to ${name}` }).click();
    await isShown(page.getByRole('heading', { name: count.number }));
    expect(screen.address().pathname).toBe(path);
  });

  it('tells whoever counts that somebody closed it, and that a scan came too late', async () => {
    const own = await started(manager, { category: 'refurbished' });
    const storeId = own.store.id;
    await openScreen(`/inventory/counts/${own.id}`, { email: ADMIN, storeId });
    await isShown(field());
    await userEvent.fill(field(), codes[1] ?? '');
    // The page does not hear of it before the scan.
    const { release } = holdCall({ path: /\/counts\/\d+$/, method: 'GET' });
    await cancel(manager, own.id);
    await userEvent.keyboard('{Enter}');
    const refused = page.getByRole('list', { name: '1 scan not saved' }).getByText(`${codes[1]}: `);
    await isShown(refused);
    release();
    await isShown(verdict().getByText(/^This count was cancelled by /));
    await isShown(refused);
    await isGone(field());
  });

  it('stands in the list by its state, from which another one is begun', async () => {
    const { address } = await openScreen('/inventory/counts?status=open', { email: MANAGER });
    await isShown(page.getByRole('link', { name: count.number }));
    expect(await axeViolations()).toEqual([]);
    await page.getByRole('button', { name: 'Start count' }).click();
    // At 200 % all fields are in sight, and a list covers no other field of its row.
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    const [product, condition, start] = [
      page.getByRole('combobox', { name: 'Product', exact: true }),
      page.getByLabelText('Condition'),
      page.getByRole('dialog').getByRole('button', { name: 'Start count' }),
    ].map((each) => each.element());
    const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect();
    expect(boxOf(condition).bottom).toBeLessThan(boxOf(start).top);
    await page.getByRole('combobox', { name: 'Product', exact: true }).click();
    await isShown(page.getByRole('option', { name: / · / }).first());
    const list = boxOf(page.getByRole('listbox').element());
    expect(list.top >= boxOf(product).bottom || list.bottom <= boxOf(product).top).toBe(true);
    expect([list.top >= 0, list.bottom <= 384]).toEqual([true, true]);
    await userEvent.keyboard('{Escape}');
    await page.viewport(1366, 768);
    await userEvent.selectOptions(page.getByLabelText('Condition'), 'New units');
    await page.getByRole('dialog').getByRole('button', { name: 'Start count' }).click();
    await isShown(page.getByText(`${count.number} counts this already`));
    await userEvent.fill(page.getByRole('combobox', { name: 'Product', exact: true }), 'iPhone');
    await page
      .getByRole('option', { name: /iPhone/ })
      .first()
      .click();
    await expect.element(page.getByRole('combobox', { name: 'Product type' })).toHaveValue('Phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Start count' }).click();
    await isShown(page.getByText(/^iPhone.* · New units · started by /));
    await cancel(manager, Number(address().pathname.split('/').at(-1)));
    await cancel(manager, count.id);
  });

  it('says who paid for what was not scanned, first in the list and before it is closed', async () => {
    type Unit = { product_variation: { product: { id: number } } };
    const [unit] = await serialsOnSale(manager, 1);
    const { product_variation } = expectDone(await manager.get<Unit>(`/inventory/${unit?.id}`));
    const { id: customer_id } = await addCustomer(manager, 'Ana Deposit', 'member');
    const draft = await openDraft(manager, [unit?.id ?? 0], { customer_id });
    await pay(manager, draft.id, { method: 'cash', amount: 500 });
    const ofProduct = await started(manager, { product_id: product_variation.product.id });
    onTestFinished(async () => void (await cancel(manager, ofProduct.id)));
    await open(MANAGER, ofProduct);
    const first = page.getByRole('row').nth(1);
    const text = `₱500.00 was paid for this by Ana Deposit (draft ${draft.draft_number})`;
    await isShown(first.getByText(text));
    await isShown(first.getByText(unit?.code ?? '-'));
    await page.getByRole('button', { name: 'Close count' }).click();
    await isShown(page.getByText(/A customer paid for (it|1 of them): look for it first\./));
  });
});
