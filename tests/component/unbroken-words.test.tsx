import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { axeViolations } from '#tests/support/component/axe.ts';
import { callerAs, openScreen } from '#tests/support/component/open-screen.tsx';
import { chooseMore } from '#tests/support/component/page-menu.ts';
import { completeSale, openPayment } from '#tests/support/component/payment.ts';
import { isGone, isShown } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import {
  complete,
  expectDone,
  openDraft,
  pay,
  sell,
  unitsOnSale,
  type WireSale,
} from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const MANAGER = 'store_manager@demo.test';
const WIDTHS = [1024, 1366, 1920];

/** Returns by how many pixels a placeholder is wider than its field. */
function overhang(field: Locator): number {
  const input = field.element() as HTMLInputElement;
  const style = getComputedStyle(input);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('No canvas');
  context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return context.measureText(input.placeholder).width - room;
}

/** Returns the number of lines of a text. */
const linesOf = (text: Locator) =>
  new Set([...text.element().getClientRects()].map(({ top }) => Math.round(top))).size;

const leftOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left ?? 0;

/** Numbers, codes, amounts, dates, times, phones and email addresses. */
const IDENTIFIER =
  /^(SN |IMEI )?[A-Z]{2,}[A-Z0-9]*(-[A-Z0-9]+)+$|^(SN |IMEI |IMEI 2 )?\w{8,}$|^₱[\d,.]+$|^[A-Z][a-z]{2} \d+, \d{4}( \d+:\d\d [AP]M)?$|^\+?[\d ]{9,}$|^\S+@\S+$/;

/** Returns the identifiers that a table breaks or cuts, and the words that it breaks in their middle. */
function brokenTexts(): string[] {
  const region = document.querySelector('main table')?.parentElement?.getBoundingClientRect();
  const walker = document.createTreeWalker(
    document.querySelector('main tbody') ?? document,
    NodeFilter.SHOW_TEXT,
  );
  const broken: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent ?? '';
    const words = IDENTIFIER.test(text.trim()) ? [text] : text.split(/(?<=[\s-])/);
    let start = 0;
    for (const word of words) {
      const range = document.createRange();
      range.setStart(walker.currentNode, start);
      start += word.length;
      range.setEnd(walker.currentNode, start);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const isBroken = new Set(boxes.map(({ top }) => Math.round(top))).size > 1;
      const isCut = boxes.some(({ right }) => right > (region?.right ?? Infinity));
      if (isBroken || isCut) broken.push(word);
    }
  }
  return broken;
}

describe('words', () => {
  let manager: Caller;
  beforeAll(async () => {
    manager = await callerAs(MANAGER);
  });
  afterEach(() => page.viewport(1366, 768));
  // The menu takes its part of the width.
  const open = (path: string, email = MANAGER) => openScreen(path, { email, withMenu: true });
  const widen = async (width: number) => {
    await page.viewport(width, 768);
    // Elements that measure their own width render again a frame later.
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  };
  const sellOne = async () => (await sell(manager, await unitsOnSale(manager, 1))).transaction;
  const payByGCash = async (reference: string) => {
    const { id, total_amount: amount } = await openDraft(manager, await unitsOnSale(manager, 1));
    await pay(manager, id, { method: 'gcash', amount, reference_number: reference });
    return id;
  };

  it('of the list’s filters stand whole at every width', async () => {
    await open('/transactions?all_stores=true', 'regional_manager@demo.test');
    await isShown(page.getByPlaceholder('Transaction number'));
    for (const width of WIDTHS) {
      await widen(width);
      for (const name of ['Transaction number', 'Customer name or phone', 'Staff name']) {
        await isShown(page.getByPlaceholder(name));
        expect(overhang(page.getByPlaceholder(name)), `${name} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
  });

  it('of a table break nowhere inside a word, a number or a code, at every width', async () => {
    const admin = await callerAs(ADMIN);
    const { data } = expectDone(await admin.get<{ data: { id: number }[] }>('/products?per_page=1'));
    const screen = await open('/stores', ADMIN);
    for (const path of ['/stores', '/suppliers', '/products', `/products/${data[0]?.id}`, '/inventory']) {
      await screen.goTo(path);
      await isShown(page.getByRole('table').first().getByRole('row').nth(1).getByRole('cell').first());
      for (const width of WIDTHS) {
        await widen(width);
        expect(brokenTexts(), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  it('of a number that was used before stay in one line at every width', async () => {
    const saleId = await payByGCash('USED IN ONE LINE');
    const { transaction: sale } = expectDone(await complete<WireSale>(manager, saleId));
    await payByGCash('used-in-one-line');
    await open('/payments/pending?search=used-in-one-line');
    const warning = page.getByText(`Already used in ${sale.invoice_number}`);
    for (const width of WIDTHS) {
      await widen(width);
      await isShown(warning);
      const number = warning.first().getByText(sale.invoice_number ?? '', { exact: true });
      expect(linesOf(number), `at ${width}`).toBe(1);
    }
  });

  it('of a buyer break nowhere inside the TIN, at the till and on the sale’s page', async () => {
    const { id } = await openDraft(manager, await unitsOnSale(manager, 1));
    await openPayment(id, { takesOver: true });
    const tin = page.getByText(/^(TIN )?123-456-789-00001$/);
    const name = 'Reyes Trading';
    // One of these names leaves the TIN no more than a part of the line.
    for (const longer of ['', ' and Sons', ' and Daughters', ' Corporation of Makati']) {
      await page.getByRole('button', { name: /^(Name|Change) buyer$/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Buyer on the receipt' });
      await dialog.getByLabelText('Name').fill(name + longer);
      await dialog.getByLabelText('TIN').fill('123456789 00001');
      await userEvent.keyboard('{Enter}');
      await isGone(dialog);
      expect(linesOf(tin), name + longer).toBe(1);
    }
    await completeSale();
    await open(`/transactions/${id}`);
    for (const width of [390, ...WIDTHS]) {
      await widen(width);
      await isShown(tin);
      expect(linesOf(tin), `at ${width}`).toBe(1);
    }
  });

  it('of where a unit goes fit their field, and say which field is required to take a sale back', async () => {
    const sale = await sellOne();
    const screen = await open(`/transactions/${sale.id}?dialog=refund`);
    const expectRequired = async () => {
      await expect.element(page.getByLabelText('Reason')).toHaveAttribute('required');
      const label = [...document.querySelectorAll('label')].find((each) =>
        each.textContent.includes('Reason'),
      );
      expect(label && getComputedStyle(label, '::after').content).toContain('*');
    };
    const select = page.getByRole('dialog').getByRole('row').getByRole('combobox');
    await isShown(select);
    const field = select.element();
    expect([
      field.scrollWidth <= field.clientWidth,
      field.scrollHeight <= field.clientHeight,
      getComputedStyle(field).whiteSpace,
    ]).toEqual([true, true, 'nowrap']);
    await expectRequired();
    await screen.goTo(`/transactions/${sale.id}?dialog=void`);
    await isShown(page.getByRole('alertdialog'));
    await expectRequired();
  });

  it('of a long name move none of a page’s actions, which stand at its foot in a narrow window', async () => {
    const admin = await callerAs(ADMIN);
    const name = `${'Unbroken'.repeat(12)} ${'words of a name '.repeat(8)}`.trim();
    const { id } = expectDone(
      await admin.post<{ id: number }>('/suppliers', {
        name,
        code: `LONG-${crypto.randomUUID().slice(0, 8)}`,
      }),
    );
    const screen = await open(`/suppliers/${id}`, ADMIN);
    const button = (label: string | RegExp) => page.getByRole('button', { name: label });
    const boxOf = (label: string | RegExp) => button(label).element().getBoundingClientRect();
    await isShown(button('Edit Supplier'));
    for (const width of WIDTHS) {
      await widen(width);
      const [items, more, edit] = ['Show items', /^More actions/, 'Edit Supplier'].map(boxOf);
      const head = document.querySelector('main header')?.getBoundingClientRect();
      expect([items?.top, more?.top], `at ${width}`).toEqual([edit?.top, edit?.top]);
      expect(edit?.right).toBe(head?.right);
      expect([(items?.right ?? 0) < (more?.left ?? 0), (more?.right ?? 0) < (edit?.left ?? 0)]).toEqual([
        true,
        true,
      ]);
    }
    await page.viewport(390, 844);
    const bar = page.getByRole('region', { name: 'Page actions' });
    await isShown(bar.getByRole('button', { name: 'Edit Supplier' }));
    await isShown(bar.getByRole('button', { name: 'Show items' }));
    const [foot, main] = [bar.element(), document.querySelector('main')].map((each) =>
      each?.getBoundingClientRect(),
    );
    expect([foot?.bottom, main?.bottom]).toEqual([window.innerHeight, foot?.top]);
    const heights = ['Show items', /^More actions/, 'Edit Supplier'].map((label) => boxOf(label).height);
    expect(heights).toEqual([44, 44, 44]);
    expect(await axeViolations()).toEqual([]);
    await chooseMore('Deactivate');
    await isShown(page.getByRole('alertdialog'));
    await userEvent.keyboard('{Escape}');
    await expect.element(button(/^More actions/)).toHaveFocus();
    // A low window has no height for a bar: the primary stays at the head, the others are in its menu.
    await page.viewport(683, 384);
    await isGone(bar);
    await isShown(button('Edit Supplier'));
    expect(boxOf('Edit Supplier').right).toBe(
      document.querySelector('main header')?.getBoundingClientRect().right,
    );
    await button(/^More actions/).click();
    await isShown(page.getByRole('menuitem', { name: 'Show items' }));
    await userEvent.keyboard('{Escape}');
    await page.viewport(390, 844);
    await screen.goTo(`/suppliers/${id}/edit`);
    await isShown(button('Update Supplier'));
    expect(boxOf('Update Supplier').height).toBe(44);
    await isGone(bar);
    await page.viewport(1920, 1080);
    await expect.poll(() => Math.round(leftOf('main h1') - leftOf('main'))).toBe(32);
    await page.viewport(390, 844);
    await screen.goTo('/inventory/transfers/new');
    await isShown(bar.getByRole('button', { name: 'Send' }));
    await page.viewport(1366, 768);
    await isGone(bar);
    await isShown(button('Send'));
    await isShown(page.getByText('Scan the units to send.'));
    expect(
      linesOf(
        page
          .getByRole('main')
          .getByText(/^\p{L}+ – \p{L}+$/u)
          .last(),
      ),
      'the store’s name',
    ).toBe(1);
  });

  it('of a row’s menu leave its button in sight where a low window has no room below it', async () => {
    await page.viewport(683, 384);
    onTestFinished(() => page.viewport(1366, 768));
    await open('/stores', ADMIN);
    const dots = page.getByRole('button', { name: 'Actions for Makati – Ayala' });
    await dots.click();
    await isShown(page.getByRole('menuitem').first());
    const entries = page.getByRole('menuitem').elements();
    expect(entries.length).toBeGreaterThan(3);
    const { left } = dots.element().getBoundingClientRect();
    await expect.poll(() => entries.every((entry) => entry.getBoundingClientRect().right <= left)).toBe(true);
    const boxes = entries.map((entry) => entry.getBoundingClientRect());
    expect(boxes.every(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight)).toBe(true);
  });

  it('of a question over a dialog stand before a dimmed one', async () => {
    const draft = await openDraft(manager, await unitsOnSale(manager, 1));
    await pay(manager, draft.id, { method: 'cash', amount: 5 });
    await open(`/transactions/${draft.id}`);
    await page.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabelText('Amount').fill('6');
    await page.getByRole('button', { name: 'Update Payment' }).click();
    await isShown(page.getByRole('alertdialog', { name: /^Change the/ }));
    const backdrops = [...document.querySelectorAll('.fui-DialogSurface__backdrop')];
    const dimmed = 'rgba(0, 0, 0, 0.4)';
    expect(backdrops.map((each) => getComputedStyle(each).backgroundColor)).toEqual([dimmed, dimmed]);
  });
});
