import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { z } from 'zod';
import { SHOP_NAME_MAX, type settings } from '#contract/settings.ts';
import { UPLOAD_MAX } from '#domain/media.ts';
import { axeViolations } from '#tests/support/component/axe.ts';
import {
  callerAs,
  failCalls,
  loseAnswer,
  openScreen,
  type OpenScreen,
} from '#tests/support/component/open-screen.tsx';
import { drawnPicture } from '#tests/support/component/pictures.ts';
import { errorOf } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';
import { expectDone } from '#tests/support/selling.ts';

const ADMIN = 'admin@demo.test';
const SELLER = 'salesperson@demo.test';

type Settings = z.input<typeof settings.get.response>;

describe('the chain’s settings', () => {
  let admin: Caller;
  let screen: OpenScreen;
  beforeAll(async () => {
    admin = await callerAs(ADMIN);
  });
  afterEach(async () => {
    const usual = {
      shop_name: 'Tindahan',
      pesos_everywhere: false,
      logo_id: null,
      lock_after_minutes: null,
      approve_no_sale: false,
      approve_colleague_cart: false,
    };
    expectDone(await admin.put('/settings', usual));
  });
  const open = async ({ withMenu = false } = {}) => {
    screen = await openScreen('/settings', { email: ADMIN, withMenu });
    await shown(name());
  };
  const shown = (locator: ReturnType<typeof page.getByText>) => expect.element(locator).toBeVisible();
  const name = () => page.getByLabelText('Shop name');
  const save = () => page.getByRole('button', { name: 'Save' });
  const pesosSwitch = () =>
    page.getByRole('switch', { name: 'Show pesos on the cart, product cards and customer screens' });
  const stored = async () => expectDone(await admin.get<Settings>('/settings'));
  const told = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text).first();
  const saved = () => shown(told('Settings saved'));
  const pressSave = () => userEvent.keyboard('{Control>}s{/Control}');
  const choose = (file: BlobPart, type: string) =>
    userEvent.upload(page.getByLabelText('Logo file'), new File([file], 'logo', { type }));
  const preview = () => page.getByAltText('The shop’s logo');
  const widthOf = (image: ReturnType<typeof preview>) =>
    (image.query() as HTMLImageElement | null)?.naturalWidth;
  const greeting = () => page.getByRole('heading', { name: /^Good / });

  it('are reached by an admin from the user menu, and by nobody else', async () => {
    screen = await openScreen('/dashboard', { email: ADMIN, withMenu: true });
    await page.getByRole('button', { name: /Maria Teresa Santos/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await shown(name());
    // The whole menu is in sight in a low window, wide or narrow, and says where one is.
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect
      .element(menu.getByRole('link', { name: 'Settings' }))
      .toHaveAttribute('aria-current', 'page');
    const ends = () =>
      menu
        .getByRole('link')
        .elements()
        .map((link) => link.getBoundingClientRect());
    for (const width of [1366, 1024]) {
      await page.viewport(width, 700);
      await expect.poll(() => Math.max(...ends().map(({ bottom }) => bottom))).toBeLessThanOrEqual(700);
      expect([ends().length, ends().every(({ height }) => height >= 28)]).toEqual([19, true]);
    }
    await page.viewport(1366, 768);
    for (const email of ['regional_manager@demo.test', 'store_manager@demo.test', SELLER]) {
      screen = await openScreen('/settings', { email, withMenu: true });
      await shown(greeting());
      expect(screen.address().pathname).toBe('/dashboard');
      await page.getByRole('button', { name: /(Manager|Salesperson)/ }).click();
      await shown(page.getByRole('menuitem', { name: 'Logout' }));
      expect(page.getByRole('menuitem', { name: 'Settings' }).elements()).toEqual([]);
    }
  });

  it('hold what new stores begin with, on a page of its own', async () => {
    const before = expectDone(await admin.get<{ tax_rate: number }>('/settings/store-defaults'));
    await open();
    const card = page.getByRole('region', { name: 'Defaults of new stores' });
    await shown(card.getByText('12%, included in the prices'));
    await shown(card.getByText('Open 9:00 AM to 9:00 PM every day'));
    await card.getByRole('button', { name: 'Change' }).click();
    await shown(page.getByRole('heading', { name: 'Defaults of new stores' }));
    await page.getByLabelText('Tax rate').fill('101');
    await pressSave();
    await shown(page.getByText('Tax rate must be between 0 and 100'));
    expect(await axeViolations()).toEqual([]);
    await page.getByLabelText('Tax rate').fill('5');
    await page.getByRole('switch', { name: 'Prices include tax' }).click();
    await pressSave();
    await shown(told('Defaults of new stores saved'));
    await shown(card.getByText('5%, added to the prices outside the Philippines'));
    expectDone(await admin.put('/settings/store-defaults', { settings: before }));
  });

  it('say when an idle till locks, and what a manager is asked for', async () => {
    await open();
    const rules = page.getByRole('region', { name: 'Tills' });
    await expect.element(rules.getByLabelText('An idle till locks')).toHaveDisplayValue('Never');
    await rules.getByLabelText('An idle till locks').selectOptions('After 5 minutes');
    await rules.getByRole('switch', { name: /opening the drawer without a sale/ }).click();
    await rules.getByRole('switch', { name: /colleague’s cart/ }).click();
    expect(await axeViolations()).toEqual([]);
    await pressSave();
    await saved();
    const settings = { lock_after_minutes: 5, approve_no_sale: true, approve_colleague_cart: true };
    expect(await stored()).toMatchObject(settings);
  });

  it('say what an amount reads on which screens, before and after pesos are shown everywhere', async () => {
    await open();
    const note = page.getByText(/^The same phone reads/);
    await shown(note);
    expect(note.element().textContent).toContain(
      'reads $53,990.00 there, and ₱53,990.00 on the payment screen',
    );
    await page.getByRole('switch', { name: 'Show pesos on the cart, product cards' }).click();
    await expect
      .poll(() => note.element().textContent)
      .toContain('reads ₱53,990.00 there, and ₱53,990.00 on the payment screen');
  });

  it('take a name with Ctrl+S, show it on the receipt while it is typed, and need one', async () => {
    await open();
    await expect.element(save()).toHaveAttribute('aria-disabled', 'true');
    await name().fill('');
    await shown(page.getByText('Unsaved changes'));
    await pressSave();
    await shown(page.getByText('Shop name is required'));
    await shown(page.getByText('Check 1 field'));
    await name().fill('x'.repeat(SHOP_NAME_MAX + 1));
    await shown(page.getByText(`Shop name must be ${SHOP_NAME_MAX} characters or less`));
    await name().fill('Gadget Republic');
    await shown(page.getByRole('group', { name: 'Receipt' }).getByText('GADGET REPUBLIC'));
    await pressSave();
    await saved();
    await shown(page.getByText('No changes'));
    expect(await stored()).toMatchObject({ shop_name: 'Gadget Republic', pesos_everywhere: false });
    await open();
    await expect.element(name()).toHaveValue('Gadget Republic');
  });

  it('take the old name back after a save whose answer was lost', async () => {
    await open();
    loseAnswer({ path: /\/settings$/, method: 'PUT' });
    await name().fill('Lost Republic');
    await save().click();
    await shown(told('The server cannot be reached'));
    expect((await stored()).shop_name).toBe('Lost Republic');
    await name().fill('Tindahan');
    await shown(page.getByText('Unsaved changes'));
    await save().click();
    await saved();
    await shown(page.getByText('No changes'));
    expect((await stored()).shop_name).toBe('Tindahan');
  });

  it('show what is kept once the server is back after changes were cancelled', async () => {
    await open();
    loseAnswer({ path: /\/settings$/, method: 'PUT' });
    await name().fill('Lost Republic');
    await save().click();
    await shown(told('The server cannot be reached'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(name()).toHaveValue('Lost Republic');
    await shown(page.getByText('No changes'));
  });

  it('show what the server refuses on the field, and keep what somebody else changed meanwhile', async () => {
    await open();
    const body = {
      message: 'This name is taken',
      code: 'validation_failed',
      errors: { shop_name: ['This name is taken'] },
    };
    const { mend } = failCalls({ path: /\/settings$/, method: 'PUT', status: 422, body });
    await name().fill('Taken');
    await save().click();
    await shown(page.getByText('This name is taken'));
    mend();
    expectDone(await admin.put('/settings', { pesos_everywhere: true }));
    await name().fill('Free');
    await save().click();
    await saved();
    expect(await stored()).toMatchObject({ shop_name: 'Free', pesos_everywhere: true });
    await expect.element(pesosSwitch()).toBeChecked();
  });

  it('are replaced where somebody else changed the same only when they are saved again', async () => {
    await open();
    const lock = page.getByLabelText('An idle till locks');
    await name().fill('Mine');
    await lock.selectOptions('After 5 minutes');
    const theirs = { shop_name: 'Theirs', lock_after_minutes: 10, pesos_everywhere: true };
    expectDone(await admin.put('/settings', theirs));
    await save().click();
    const clash = 'Somebody else changed this meanwhile. Save again to replace it';
    await expect.poll(() => [errorOf(name()), errorOf(lock)]).toEqual([clash, clash]);
    await shown(page.getByText('Check 2 fields'));
    await expect.element(pesosSwitch()).toBeChecked();
    expect(await axeViolations()).toEqual([]);
    await save().click();
    await saved();
    expect(await stored()).toMatchObject({ ...theirs, shop_name: 'Mine', lock_after_minutes: 5 });
    await name().fill('Mine Again');
    await save().click();
    await expect.poll(async () => (await stored()).shop_name).toBe('Mine Again');
    await shown(page.getByText('No changes'));
  });

  it('keep the logo of whoever saved theirs first, until they are saved again', async () => {
    await open();
    await choose(await drawnPicture({ width: 240, height: 80 }), 'image/jpeg');
    await expect.poll(() => widthOf(preview())).toBe(240);
    const file = await drawnPicture({ width: 160, height: 80 });
    const form = new FormData();
    form.append('type', 'shop_logo');
    form.append('file', new File([file], 'logo.jpg', { type: 'image/jpeg' }));
    const logo = expectDone(await admin.post<{ id: number }>('/media/upload', form));
    expectDone(await admin.put('/settings', { logo_id: logo.id }));
    await save().click();
    await shown(page.getByText('Somebody else changed this meanwhile. Save again to replace it'));
    expect(widthOf(preview())).toBe(240);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => widthOf(preview())).toBe(160);
    expect((await stored()).logo_id).toBe(logo.id);
  });

  it('switch the till’s amounts to pesos at once, and on every screen after a sign-in', async () => {
    await open({ withMenu: true });
    const prices = (sign: string) => page.getByRole('group', { name: 'Products' }).getByText(sign).first();
    const till = page.getByRole('link', { name: 'Point of Sale' });
    await till.click();
    await shown(prices('$'));
    await screen.go(-1);
    await pesosSwitch().click();
    await save().click();
    await saved();
    await till.click();
    await shown(prices('₱'));
    expect(page.getByText(/\$\d/).elements()).toEqual([]);
    await openScreen('/pos', { email: SELLER });
    await shown(prices('₱'));
    expect(page.getByText(/\$\d/).elements()).toEqual([]);
  });

  it('put a logo into the top bar, replace it and take it away', async () => {
    await open({ withMenu: true });
    const bar = page.getByRole('banner');
    const inBar = bar.getByRole('img', { name: 'Tindahan' });
    await choose(await drawnPicture({ width: 240, height: 80 }), 'image/jpeg');
    await expect.poll(() => widthOf(preview())).toBe(240);
    expect(inBar.elements()).toEqual([]);
    expect((await stored()).logo_id).toBeNull();
    await save().click();
    await saved();
    await expect.poll(() => widthOf(inBar)).toBe(240);
    await shown(bar.getByText('Tindahan', { exact: true }));

    await choose(await drawnPicture({ width: 160, height: 80 }), 'image/jpeg');
    await expect.poll(() => widthOf(preview())).toBe(160);
    await pressSave();
    await expect.poll(() => widthOf(inBar)).toBe(160);

    await page.getByRole('button', { name: 'Remove logo' }).click();
    await save().click();
    await expect.element(inBar).not.toBeInTheDocument();
    expect((await stored()).logo_id).toBeNull();
  });

  it('refuse what is no picture or too large, and take back a logo that was not saved', async () => {
    await open();
    await choose('this is no picture', 'image/png');
    await shown(page.getByText('Choose a JPEG, PNG or WebP picture'));
    await choose(new Uint8Array(UPLOAD_MAX + 1), 'image/png');
    await shown(page.getByText('A picture may have at most 5 MB'));
    await choose(await drawnPicture({ width: 90, height: 30, type: 'image/png' }), 'image/png');
    await expect.poll(() => widthOf(preview())).toBe(90);
    const { src } = preview().element() as HTMLImageElement;
    const status = async () => (await fetch(src, { cache: 'no-store' })).status;
    expect(await status()).toBe(200);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(preview()).not.toBeInTheDocument();
    await expect.poll(status).toBe(404);
  });

  it('ask before changes are lost', async () => {
    await open({ withMenu: true });
    await name().fill('Half a name');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    const dashboard = page.getByRole('link', { name: 'Dashboard' });
    await dashboard.click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(name()).toHaveValue('Half a name');
    await dashboard.click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await shown(greeting());
    expect((await stored()).shop_name).toBe('Tindahan');
    await screen.go(-1);
    await expect.element(name()).toHaveValue('Tindahan');
    await dashboard.click();
    await shown(greeting());
  });

  it('have nothing that axe finds, also with errors', async () => {
    await open();
    await shown(
      page.getByRole('region', { name: 'Customer groups' }).getByText('wholesale', { exact: true }),
    );
    await shown(page.getByRole('region', { name: 'Signup channels' }).getByText('Facebook'));
    expect(await axeViolations()).toEqual([]);
    await name().fill('');
    await pressSave();
    await shown(page.getByText('Shop name is required'));
    expect(await axeViolations()).toEqual([]);
  });
});
