import { beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { UPLOAD_MAX } from '#domain/media.ts';
import { callerAs, failCalls, holdCall, watchCalls } from '#tests/support/component/open-screen.tsx';
import {
  amount,
  chooseMethod,
  choosePaymentEntry,
  isReachableAgain,
  isRefused,
  paymentRow,
  reference,
  saleOf,
  savePayment,
  SELLER,
  startPayment,
} from '#tests/support/component/payment.ts';
import { drawnPicture } from '#tests/support/component/pictures.ts';
import { isGone, isShown, isTold } from '#tests/support/component/shown.ts';
import type { Caller } from '#tests/support/http.ts';

const UPLOAD = { path: /\/media\/upload$/, method: 'POST' };
const HEIGHT = 640;

describe('a payment’s screenshot', () => {
  let seller: Caller;
  beforeAll(async () => {
    seller = await callerAs(SELLER);
  });
  const png = async () => {
    const drawn = await drawnPicture({ width: 320, height: HEIGHT, type: 'image/png' });
    return new File([drawn], 'screen.png', { type: 'image/png' });
  };
  const noPicture = (content: BlobPart = 'this is no picture', type = 'image/png') =>
    new File([content], 'receipt.png', { type });
  const field = () => page.getByLabelText('Screenshot file');
  const attached = () => page.getByAltText('Screenshot attached');
  const small = () => paymentRow('GCash').getByRole('button', { name: 'Screenshot of the GCash payment' });
  const remove = () => page.getByRole('button', { name: 'Remove screenshot' });
  /** Fills in a GCash payment of ₱100, ready to be saved. */
  const startGcash = async () => {
    const { saleId } = await startPayment(seller);
    await chooseMethod('GCash');
    await amount().fill('100');
    await reference().fill(`shot-${saleId}`);
    return saleId;
  };
  const paste = (file: File) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(file);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  };
  const save = async () => {
    await savePayment();
    await isShown(paymentRow('GCash'));
  };
  const paymentsOf = async (saleId: number) => (await saleOf(seller, saleId)).payments;
  const addressOf = async (saleId: number) => (await paymentsOf(saleId))[0]?.screenshot_url;
  const get = (address: string) => fetch(address, { cache: 'no-store' });
  /** Returns the type of the screenshot that the server stores. */
  const kept = async (saleId: number) => {
    const { status, headers } = await get((await addressOf(saleId)) ?? '/none');
    return [status, headers.get('content-type')];
  };
  const AS_WEBP = [200, 'image/webp'];

  it('is uploaded when it is chosen, kept with the payment, opens large from the list, and is taken off', async () => {
    const saleId = await startGcash();
    await field().upload(await png());
    await isShown(attached());
    await save();
    expect(await kept(saleId)).toEqual(AS_WEBP);
    await isGone(attached());
    await small().click();
    const large = page.getByRole('dialog').getByRole('img');
    await expect.poll(() => (large.query() as HTMLImageElement | null)?.naturalHeight).toBe(HEIGHT);
    await userEvent.keyboard('{Escape}');
    await isGone(page.getByRole('dialog'));
    await choosePaymentEntry('GCash', 'Edit payment');
    await remove().click();
    await page.getByRole('button', { name: 'Update Payment' }).click();
    await isTold('Payment updated');
    expect(await addressOf(saleId)).toBeNull();
    await isGone(small());
  });

  it('is taken from the clipboard when it is not too large, and back when it is removed before the payment is saved', async () => {
    const saleId = await startGcash();
    paste(noPicture(new Uint8Array(UPLOAD_MAX + 1)));
    await isRefused('Screenshot could not be uploaded. A picture may have at most 5 MB');
    paste(await png());
    await isShown(attached());
    const takenBack = watchCalls({ path: /\/media\/\d+$/, method: 'DELETE' });
    await remove().click();
    await isShown(page.getByRole('button', { name: 'Add screenshot' }));
    await expect.poll(() => takenBack.length).toBe(1);
    expect((await takenBack[0]?.answer)?.ok).toBe(true);
    expect((await get(takenBack[0]?.url.href ?? '/')).status).toBe(404);
    paste(await png());
    await isShown(attached());
    await save();
    expect(await kept(saleId)).toEqual(AS_WEBP);
  });

  it('says why when it is no picture, and takes another one, by Retry when the way to the server broke', async () => {
    const saleId = await startGcash();
    const retry = page.getByRole('button', { name: 'Retry the upload' });
    await field().upload(noPicture());
    await isRefused('Screenshot could not be uploaded. Choose a JPEG, PNG or WebP picture');
    expect(retry.elements()).toEqual([]);
    const { mend } = failCalls(UPLOAD);
    await field().upload(await png());
    await isRefused('Screenshot could not be uploaded. The server cannot be reached');
    mend();
    await isReachableAgain();
    await retry.click();
    await isShown(attached());
    await field().upload(noPicture('%PDF', 'application/pdf'));
    await isRefused('Screenshot could not be uploaded. Choose a JPEG, PNG or WebP picture');
    await field().upload(await png());
    await isShown(attached());
    await isGone(page.getByText('Screenshot could not be uploaded'));
    await save();
    expect(await kept(saleId)).toEqual(AS_WEBP);
  });

  it('lets the payment stand when the upload fails, and is added to it later', async () => {
    const saleId = await startGcash();
    await field().upload(noPicture());
    await isShown(page.getByText(/^Screenshot could not be uploaded/));
    await save();
    await isTold('The payment was saved without it');
    expect(await addressOf(saleId)).toBeNull();
    await choosePaymentEntry('GCash', 'Edit payment');
    await page
      .getByRole('dialog')
      .getByLabelText('Screenshot file')
      .upload(await png());
    await isShown(attached());
    await page.getByRole('button', { name: 'Update Payment' }).click();
    await isShown(small());
    expect(await kept(saleId)).toEqual(AS_WEBP);
  });

  it('is waited for when the payment is saved while it is on its way', async () => {
    const saleId = await startGcash();
    const { release } = holdCall(UPLOAD);
    await field().upload(await png());
    await isShown(page.getByAltText('Uploading screenshot'));
    await savePayment();
    expect(await paymentsOf(saleId)).toEqual([]);
    release();
    await isShown(paymentRow('GCash'));
    expect(await kept(saleId)).toEqual(AS_WEBP);
    expect(await paymentsOf(saleId)).toHaveLength(1);
  });
});
