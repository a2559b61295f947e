import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { UPLOAD_MAX } from '#domain/media.ts';
import { holdBackFirst, toast } from '#tests/support/open-till.ts';
import { usePaymentPage } from '#tests/support/payment-page.ts';

const background = { r: 20, g: 110, b: 200 };
const picture = () =>
  sharp({ create: { width: 320, height: 640, channels: 3, background } })
    .png()
    .toBuffer();
const text = { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from('this is no picture') };

describe('a payment’s screenshot', () => {
  const payment = usePaymentPage();
  const upload = { method: 'POST', path: /\/media\/upload$/ };
  const png = async () => ({ name: 'screen.png', mimeType: 'image/png', buffer: await picture() });
  const file = () => payment.page.getByLabel('Screenshot file');
  const attached = () => payment.page.getByAltText('Screenshot attached');
  /** A GCash payment of ₱100, ready to be saved. */
  const startGcash = async () => {
    const started = await payment.start();
    await payment.method('GCash');
    await payment.amount().fill('100');
    await payment.page.getByLabel('Reference number').fill(`shot-${started.saleId}`);
    return started;
  };
  const mediaOf = (url: string | null | undefined) =>
    payment.server.database.reader
      .selectFrom('media')
      .selectAll()
      .where('id', '=', Number(/\d+$/.exec(url ?? '')?.[0]))
      .executeTakeFirst();
  const screenshotOf = async (saleId: number) => (await payment.paymentsOf(saleId))[0]?.screenshot_url;

  it('is offered for every method but cash', async () => {
    await payment.start();
    const add = payment.page.getByRole('button', { name: 'Add screenshot' });
    for (const name of ['Credit/Debit Card', 'GCash', 'Maya', 'Bank Transfer']) {
      await payment.method(name);
      await expect.poll(() => add.count()).toBe(1);
    }
    await payment.method('Cash');
    expect(await add.count()).toBe(0);
  });

  it('is uploaded when it is chosen, kept with the payment, and opens large from the list', async () => {
    const { saleId } = await startGcash();
    await file().setInputFiles(await png());
    await attached().waitFor();
    await payment.save();
    await payment.row('GCash').waitFor();
    const media = await mediaOf(await screenshotOf(saleId));
    expect(media).toMatchObject({ kind: 'payment_screenshot', content_type: 'image/webp' });
    await payment.row('GCash').getByRole('button', { name: 'Screenshot of the GCash payment' }).click();
    const large = payment.page.getByRole('dialog').getByRole('img');
    await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalHeight)).toBe(640);
    await payment.page.keyboard.press('Escape');
    await payment.page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await attached().count()).toBe(0);
  });

  it('is taken from the clipboard', async () => {
    const { saleId } = await startGcash();
    await payment.page.evaluate(
      ({ base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
        document.activeElement?.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      },
      { base64: (await picture()).toString('base64') },
    );
    await attached().waitFor();
    await payment.save();
    await payment.row('GCash').waitFor();
    expect(await mediaOf(await screenshotOf(saleId))).toBeDefined();
  });

  it('says why when it is no picture, and takes another one', async () => {
    const { saleId } = await startGcash();
    await file().setInputFiles(text);
    await payment.error('Screenshot could not be uploaded. Choose a JPEG, PNG or WebP picture');
    expect(await payment.page.getByRole('button', { name: 'Retry the upload' }).count()).toBe(0);
    await file().setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
    await payment.error('Screenshot could not be uploaded. Choose a JPEG, PNG or WebP picture');
    await file().setInputFiles({ ...text, buffer: Buffer.alloc(UPLOAD_MAX + 1) });
    await payment.error('Screenshot could not be uploaded. A picture may have at most 5 MB');
    await file().setInputFiles(await png());
    await attached().waitFor();
    expect(await payment.page.getByText('Screenshot could not be uploaded').count()).toBe(0);
    await payment.save();
    await payment.row('GCash').waitFor();
    expect(await mediaOf(await screenshotOf(saleId))).toBeDefined();
  });

  it('lets the payment stand when the upload fails, and is added to it later', async () => {
    const { saleId } = await startGcash();
    await file().setInputFiles(text);
    await payment.page.getByText(/^Screenshot could not be uploaded/).waitFor();
    await payment.save();
    await toast(payment.page, 'The payment was saved without it').waitFor();
    await payment.row('GCash').waitFor();
    expect(await screenshotOf(saleId)).toBeNull();
    await payment.choose('GCash', 'Edit payment');
    await payment.page
      .getByRole('dialog')
      .getByLabel('Screenshot file')
      .setInputFiles(await png());
    await attached().waitFor();
    await payment.page.getByRole('button', { name: 'Save Changes' }).click();
    await payment
      .row('GCash')
      .getByRole('button', { name: /^Screenshot of/ })
      .waitFor();
    expect(await mediaOf(await screenshotOf(saleId))).toBeDefined();
  });

  it('is sent again by Retry after the way to the server broke', async () => {
    const { saleId } = await startGcash();
    await payment.page.route(/\/media\/upload$/, (route) => route.abort('connectionreset'), { times: 1 });
    await file().setInputFiles(await png());
    await payment.error('Screenshot could not be uploaded. The server cannot be reached');
    await payment.page.getByText('Sales cannot be completed').waitFor({ state: 'detached' });
    await payment.page.getByRole('button', { name: 'Retry the upload' }).click();
    await attached().waitFor();
    await payment.save();
    await payment.row('GCash').waitFor();
    expect(await mediaOf(await screenshotOf(saleId))).toBeDefined();
  });

  it('is waited for when the payment is saved while it is on its way', async () => {
    const { saleId } = await startGcash();
    const held = await holdBackFirst(payment.page, upload);
    await file().setInputFiles(await png());
    await payment.page.getByAltText('Uploading screenshot').waitFor();
    await payment.save();
    expect(await payment.paymentsOf(saleId)).toEqual([]);
    held.release();
    await payment.row('GCash').waitFor();
    expect(await mediaOf(await screenshotOf(saleId))).toBeDefined();
    await expect.poll(() => payment.paymentsOf(saleId)).toHaveLength(1);
  });

  it('is removed before the payment is saved, and taken off a saved one', async () => {
    const { saleId } = await startGcash();
    await file().setInputFiles(await png());
    await attached().waitFor();
    const [media] = await payment.server.database.reader
      .selectFrom('media')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    await payment.page.getByRole('button', { name: 'Remove screenshot' }).click();
    await payment.page.getByRole('button', { name: 'Add screenshot' }).waitFor();
    await expect.poll(() => mediaOf(`/${media?.id}`)).toBeUndefined();
    await file().setInputFiles(await png());
    await attached().waitFor();
    await payment.save();
    await payment.row('GCash').waitFor();
    await payment.choose('GCash', 'Edit payment');
    await payment.page.getByRole('button', { name: 'Remove screenshot' }).click();
    await payment.page.getByRole('button', { name: 'Save Changes' }).click();
    await toast(payment.page, 'Payment updated').waitFor();
    expect(await screenshotOf(saleId)).toBeNull();
    expect(
      await payment
        .row('GCash')
        .getByRole('button', { name: /^Screenshot of/ })
        .count(),
    ).toBe(0);
  });
});
