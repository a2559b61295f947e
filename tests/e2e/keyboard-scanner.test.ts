import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPage, type Watched } from '#tests/support/browser.ts';
import { phonesAt } from '#tests/support/demo-server.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { Keyboard, pressesOf, type Press } from '#tests/support/keys.ts';
import { dismissToasts, openTillOf, toast } from '#tests/support/open-till.ts';
import { cart, cartLine, draftSaved, goToPayment, pressTillKey } from '#tests/support/till-page.ts';

type Key = string | Omit<Press, 'at'>;
const LINE_FEED: Key = { key: 'j', ctrl: true };
/** Milliseconds between a scanner's keys. */
const GAP = 8;

const prefixed = (code: string): Key[] => [...`]C0${code}`, 'Enter'];
const bare = (code: string): Key[] => [...code, 'Enter'];

// Explicit event times: a busy machine must not make a scanner look like typing by hand.
describe('a scanner that types', () => {
  const shop = demoShop();
  let keyboard: Keyboard;
  let clock: number;
  const takeKeyboard = async (page: Page) => {
    keyboard = await Keyboard.of(page);
    clock = 0;
  };
  /** Presses keys at a scanner's pace, or at another one. */
  const send = async (keys: readonly Key[], gap = GAP) => {
    const presses = pressesOf(keys, clock + 500, () => gap);
    clock = presses.at(-1)?.at ?? clock;
    await keyboard.press(presses);
  };
  const ignored = (page: Page) => toast(page, 'Scan ignored').waitFor();

  describe('at the till', () => {
    let opened: Watched;
    let page: Page;
    beforeAll(async () => {
      opened = await openTillOf(shop.browser, shop.server);
      ({ page } = opened);
      await takeKeyboard(page);
    });
    afterAll(() => page.context().close());
    beforeEach(() => dismissToasts(page));
    afterEach(() => expect(opened.troubles).toEqual([]));
    const search = () => page.getByPlaceholder('Search or scan a barcode, serial or IMEI');
    const lines = () => page.getByRole('list', { name: 'Cart items' }).getByRole('listitem');
    const phone = async () => {
      const [found] = await phonesAt(shop.server.database, 'MNL-01', 1);
      if (!found) throw new Error('no phone left');
      return found;
    };
    /** Scans a free unit. */
    const scanPhone = async (keysOf = prefixed) => {
      const { imei } = await phone();
      await send(keysOf(imei));
      await cartLine(page, imei).waitFor();
      return imei;
    };

    it.each([
      ['with our prefix', prefixed],
      ['without prefix', bare],
    ])('sells, and leaves the field that has the focus as it was (%s)', async (_, keysOf) => {
      await search().fill('cable');
      await scanPhone(keysOf);
      expect(await search().inputValue()).toBe('cable');
    });

    it('goes to no field where none has the focus, and what a hand types there goes to the search', async () => {
      await search().fill('');
      const letGo = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const hasFocus = () => search().evaluate((field) => field === document.activeElement);
      for (const keysOf of [prefixed, bare]) {
        await letGo();
        await scanPhone(keysOf);
        expect([await search().inputValue(), await hasFocus()]).toEqual(['', false]);
        // An empty search field drops the focus: otherwise the till's keys would do nothing.
        await search().focus();
        await scanPhone(keysOf);
        await expect.poll(hasFocus).toBe(false);
      }
      await send([...'cable'], 120);
      await expect.poll(() => search().inputValue()).toBe('cable');
      expect(await hasFocus()).toBe(true);
      await search().fill('');
    });

    it('triggers no shortcut with the control characters in its codes', async () => {
      const imei = await scanPhone();
      await draftSaved(page);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const control: Key[] = ['F8', 'F3', { key: 'b', ctrl: true }];
      await send([...']C0NONE', ...control, ...'01', 'Enter', LINE_FEED]);
      await toast(page, 'Item not found NONE01').waitFor();
      await send([...'NOTHIN', ...control, ...'G2', 'Enter', LINE_FEED]);
      await toast(page, 'Item not found NOTHING2').waitFor();
      expect(new URL(page.url()).pathname).toMatch(/^\/pos/);
      expect(await page.getByRole('dialog').count()).toBe(0);
      await cartLine(page, imei).waitFor();
    });

    it('presses no button that has the focus, with a second terminator neither', async () => {
      const imei = await scanPhone();
      await page.getByRole('button', { name: 'Clear Items' }).focus();
      await send([...prefixed('NONE 03'), LINE_FEED]);
      await toast(page, 'Item not found NONE 03').waitFor();
      await send([...bare('NOTHING 4'), 'Enter']);
      await toast(page, 'Item not found NOTHING 4').waitFor();
      expect(await page.getByRole('alertdialog').count()).toBe(0);
      await cartLine(page, imei).waitFor();
    });

    it('chooses no other store in the list that has the focus', async () => {
      const stores = page.getByRole('combobox').first();
      const chosen = await stores.inputValue();
      await stores.focus();
      await scanPhone();
      await send(bare('QUEZON7'));
      await toast(page, 'Item not found QUEZON7').waitFor();
      expect(await stores.inputValue()).toBe(chosen);
    });

    it('types into no dialog and confirms none', async () => {
      const before = await lines().count();
      await pressTillKey(page, 'F3');
      const dialog = page.getByRole('dialog', { name: 'Customer Search' });
      const field = dialog.getByPlaceholder('Name, phone or email');
      await field.fill('Mar');
      for (const keysOf of [prefixed, bare]) {
        await send(keysOf('356938035643809'));
        await ignored(page);
        expect(await field.inputValue()).toBe('Mar');
        await dialog.waitFor();
        await dismissToasts(page);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => lines().count()).toBe(before);
    });

    it('takes the unit in hand while the picker is open', async () => {
      const { imei, product } = await phone();
      await search().fill(product);
      await page
        .getByRole('group', { name: 'Products' })
        .getByRole('button', { name: new RegExp(`^${RegExp.escape(product)}`) })
        .first()
        .click();
      const picker = page.getByRole('dialog', { name: 'Select Product Variation' });
      await picker.waitFor();
      await send(prefixed(imei));
      await cartLine(page, imei).waitFor();
      await picker.waitFor({ state: 'detached' });
      expect(await search().inputValue()).toBe(product);
    });

    it('is told from a hand, whose words arrive as they were typed, the bracket at its place too', async () => {
      const before = await lines().count();
      await search().fill('ab');
      await search().evaluate((field) => (field as HTMLInputElement).setSelectionRange(1, 1));
      await send([...'galaxy[1]x', 'Backspace'], 120);
      await send([...' s24'], 400);
      await expect.poll(() => search().inputValue()).toBe('agalaxy[1] s24b');
      expect(await lines().count()).toBe(before);
      await search().fill('');
    });

    it('waits for the answer while a question is asked, and so do the function keys', async () => {
      const before = await lines().count();
      await page.getByRole('button', { name: 'Clear Items' }).click();
      const question = page.getByRole('alertdialog');
      await question.waitFor();
      await send(prefixed((await phone()).imei));
      await toast(page, 'Answer the question first').waitFor();
      await page.keyboard.press('F8');
      expect(new URL(page.url()).pathname).toMatch(/^\/pos$/);
      await question.getByRole('button', { name: `Clear ${before} items` }).click();
      // While the question still fades away.
      await page.keyboard.press('F8');
      await toast(page, 'Cart is empty').waitFor();
      await cart(page).getByText('Scan an item to start').waitFor();
    });

    it('changes no amount on the payment screen and completes nothing', async () => {
      await scanPhone();
      await draftSaved(page);
      await goToPayment(page);
      const before = await shop.server.database.reader.selectFrom('payments').select('id').execute();
      const amount = page.getByLabel('Amount');
      const proposed = await amount.inputValue();
      for (const keysOf of [prefixed, bare]) {
        await amount.focus();
        await send([...keysOf('4006381333931'), LINE_FEED]);
        await ignored(page);
        await toast(page, 'Go back to the till to add items').waitFor();
        expect(await amount.inputValue()).toBe(proposed);
        // The amount is proposed as before, as none was typed.
        await page.getByRole('button', { name: /^Take ₱[\d,.]+ cash and complete/ }).waitFor();
        await dismissToasts(page);
      }
      await page.getByRole('heading', { name: 'Complete Payment' }).waitFor();
      const paid = await shop.server.database.reader.selectFrom('payments').select('id').execute();
      expect(paid.length).toBe(before.length);
    });
  });

  it('types into no field of the other pages and sends no form', async () => {
    const page = await shop.open({ path: '/customers' });
    const fields = [
      ['/customers', 'Name, phone or email'],
      ['/customers/new', 'Name'],
      ['/transactions', 'Transaction number'],
    ] as const;
    for (const [path, label] of fields) {
      await page.goto(path);
      const field = page.getByLabel(label, { exact: true });
      await field.fill('by hand');
      await takeKeyboard(page);
      for (const keysOf of [prefixed, bare]) {
        await field.focus();
        await send(keysOf('356938035643809'));
        await ignored(page);
        expect(await field.inputValue()).toBe('by hand');
        await dismissToasts(page);
      }
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  it('types nothing into the sign-in form', async () => {
    const { page } = shop.watch(await openPage(shop.browser, shop.server.url));
    await page.goto('/login');
    const email = page.getByLabel('Email');
    await email.fill('ana@demo.test');
    await takeKeyboard(page);
    // The listener loads as a chunk of its own, after the form.
    await expect.poll(() => keyboard.isHeard()).toBe(true);
    await email.focus();
    await send(prefixed('356938035643809'));
    await ignored(page);
    expect(await email.inputValue()).toBe('ana@demo.test');
  });
});
