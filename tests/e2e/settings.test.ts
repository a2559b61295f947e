import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHOP_NAME_MAX } from '#contract/settings.ts';
import { UPLOAD_MAX } from '#domain/media.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { demoShop } from '#tests/support/demo-shop.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { toast } from '#tests/support/open-till.ts';
import { expectDone } from '#tests/support/selling.ts';

type Settings = { shop_name: string; pesos_everywhere: boolean; logo_id: number | null };

describe('the chain’s settings', () => {
  const shop = demoShop();
  let admin: Caller;
  beforeAll(async () => {
    admin = await signIn(shop.server.url, 'admin@demo.test');
  });
  beforeEach(async () => {
    const usual = { shop_name: 'Tindahan', pesos_everywhere: false, logo_id: null };
    expectDone(await admin.put('/settings', usual));
  });
  const openAs = (email: string, path = '/settings') => shop.open({ email, path });
  const openForm = async () => {
    const page = await openAs('admin@demo.test');
    await name(page).waitFor();
    return page;
  };
  const name = (page: Page) => page.getByLabel('Shop name');
  const save = (page: Page) => page.getByRole('button', { name: 'Save' });
  const pesosSwitch = (page: Page) =>
    page.getByRole('switch', { name: 'Show pesos on the cart, product cards and customer screens' });
  const stored = async () => expectDone(await admin.get<Settings>('/settings'));
  const saved = (page: Page) => toast(page, 'Settings saved').waitFor();

  it('are reached by an admin from the user menu, and by nobody else', async () => {
    const page = await openAs('admin@demo.test', '/dashboard');
    await page.getByRole('button', { name: /Maria Teresa Santos/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await name(page).waitFor();
    for (const email of ['regional_manager@demo.test', 'store_manager@demo.test', 'salesperson@demo.test']) {
      const other = await openAs(email);
      await other.waitForURL((url) => url.pathname === '/dashboard');
      await other.getByRole('button', { name: /(Manager|Salesperson)/ }).click();
      await other.getByRole('menuitem', { name: 'Logout' }).waitFor();
      expect(await other.getByRole('menuitem', { name: 'Settings' }).count()).toBe(0);
    }
  });

  it('take a name with Ctrl+S, show it on the receipt while it is typed, and need one', async () => {
    const page = await openForm();
    const paper = page.getByRole('group', { name: 'Receipt' });
    await expect.poll(() => save(page).getAttribute('aria-disabled')).toBe('true');
    await name(page).fill('');
    await page.getByText('Unsaved changes').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Shop name is required').waitFor();
    await page.getByText('Check 1 field above.').waitFor();
    await name(page).fill('x'.repeat(SHOP_NAME_MAX + 1));
    await page.getByText(`Shop name must be less than ${SHOP_NAME_MAX} characters`).waitFor();
    await name(page).fill('Gadget Republic');
    await paper.getByText('GADGET REPUBLIC').waitFor();
    await page.keyboard.press('Control+s');
    await saved(page);
    await page.getByText('No changes').waitFor();
    await expect
      .poll(() => stored())
      .toMatchObject({ shop_name: 'Gadget Republic', pesos_everywhere: false });
    await page.reload();
    await expect.poll(() => name(page).inputValue()).toBe('Gadget Republic');
  });

  it('show what the server refuses on the field, and keep what somebody else changed meanwhile', async () => {
    const page = await openForm();
    await page.route(/\/settings$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 422,
            json: {
              message: 'This name is taken',
              code: 'validation_failed',
              errors: { shop_name: ['This name is taken'] },
            },
          })
        : route.fallback(),
    );
    await name(page).fill('Taken');
    await save(page).click();
    await page.getByText('This name is taken').waitFor();
    await page.unroute(/\/settings$/);
    expectDone(await admin.put('/settings', { pesos_everywhere: true }));
    await name(page).fill('Free');
    await save(page).click();
    await saved(page);
    await expect.poll(() => stored()).toMatchObject({ shop_name: 'Free', pesos_everywhere: true });
    await expect.poll(() => pesosSwitch(page).isChecked()).toBe(true);
  });

  it('switch the till’s amounts to pesos at once, and on every screen after a sign-in', async () => {
    const page = await openForm();
    const prices = (sign: string) => page.getByRole('group', { name: 'Products' }).getByText(sign).first();
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await prices('$').waitFor();
    await page.goBack();
    await pesosSwitch(page).click();
    await save(page).click();
    await saved(page);
    await page.getByRole('link', { name: 'Point of Sale' }).click();
    await prices('₱').waitFor();
    expect(await page.getByText(/\$\d/).count()).toBe(0);
    const other = await openAs('salesperson@demo.test', '/pos');
    await other.getByRole('group', { name: 'Products' }).getByText('₱').first().waitFor();
    expect(await other.getByText(/\$\d/).count()).toBe(0);
  });

  it('put a logo into the top bar, replace it and take it away', async () => {
    const page = await openForm();
    const draw = (width: number, background: string) =>
      sharp({ create: { width, height: 80, channels: 3, background } })
        .jpeg()
        .toBuffer();
    const choose = async (buffer: Buffer) =>
      page.getByLabel('Logo file').setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer });
    const inBar = page.getByRole('banner').getByRole('img', { name: 'Tindahan' });
    const preview = page.getByAltText('The shop’s logo');
    const widthOf = (image: typeof inBar) =>
      image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
    await choose(await draw(240, '#c83c1e'));
    await expect.poll(() => widthOf(preview)).toBe(240);
    expect(await inBar.count()).toBe(0);
    expect((await stored()).logo_id).toBeNull();
    await save(page).click();
    await saved(page);
    await expect.poll(() => widthOf(inBar)).toBe(240);
    await page.getByRole('banner').getByText('Tindahan', { exact: true }).waitFor();

    await choose(await draw(160, '#1e3cc8'));
    await expect.poll(() => widthOf(preview)).toBe(160);
    await page.keyboard.press('Control+s');
    await expect.poll(() => widthOf(inBar)).toBe(160);

    await page.getByRole('button', { name: 'Remove logo' }).click();
    await save(page).click();
    await inBar.waitFor({ state: 'detached' });
    expect((await stored()).logo_id).toBeNull();
  });

  it('refuse what is no picture or too large, and take back a logo that was not saved', async () => {
    const page = await openForm();
    const choose = (buffer: Buffer) =>
      page.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await choose(Buffer.from('this is no picture'));
    await page.getByText('Choose a JPEG, PNG or WebP picture').waitFor();
    await choose(Buffer.alloc(UPLOAD_MAX + 1));
    await page.getByText('A picture may have at most 5 MB').waitFor();
    const picture = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#333' } })
      .png()
      .toBuffer();
    const logos = async () =>
      (
        await shop.server.database.reader
          .selectFrom('media')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('kind', '=', 'shop_logo')
          .executeTakeFirstOrThrow()
      ).count;
    const before = await logos();
    await choose(picture);
    await page.getByAltText('The shop’s logo').waitFor();
    await expect.poll(() => logos()).toBe(before + 1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByAltText('The shop’s logo').waitFor({ state: 'detached' });
    await expect.poll(logos).toBe(before);
  });

  it('ask before changes are lost', async () => {
    const page = await openForm();
    await name(page).fill('Half a name');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.poll(() => name(page).inputValue()).toBe('Half a name');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
    expect((await stored()).shop_name).toBe('Tindahan');
    await page.goBack();
    await expect.poll(() => name(page).inputValue()).toBe('Tindahan');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: /^Good / }).waitFor();
  });

  it('have nothing that axe finds, also with errors', async () => {
    const page = await openForm();
    await page
      .getByRole('region', { name: 'Customer Groups' })
      .getByText('wholesale', { exact: true })
      .waitFor();
    await page.getByRole('region', { name: 'Signup Channels' }).getByText('Facebook').waitFor();
    const violations = () => axeViolations(page);
    expect(await violations()).toEqual([]);
    await name(page).fill('');
    await page.keyboard.press('Control+s');
    await page.getByText('Shop name is required').waitFor();
    expect(await violations()).toEqual([]);
  });
});
