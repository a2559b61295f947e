import { afterAll, beforeAll, expect, it } from 'vitest';
import sharp from 'sharp';
import { signIn, type Caller, type Refusal } from '#tests/support/http.ts';
import { makeOrder } from '#tests/support/purchase-orders.ts';
import { generated } from '#tests/support/qr-codes.ts';
import { expectDone } from '#tests/support/selling.ts';
import { onOneEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop, type Shop } from '#tests/support/shop.ts';
import { readQrCodes } from '#tests/support/zbar.ts';

onOneEngine('the sheet of a batch', (start) => {
  let server: TestServer;
  let shop: Shop;
  let manager: Caller;
  beforeAll(async () => {
    server = await start();
    shop = await makeShop(server.database, { units: 0, seller: { role: 'store_manager' } });
    manager = await signIn(server.url, shop.seller.email);
  });
  afterAll(() => server.close());

  const download = (body: object) =>
    fetch(`${server.url}/api/v1/qr-codes/download-batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${manager.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('is a picture of four columns, of which every code is read as it is, but for those that are voided', async () => {
    const { id } = await makeOrder(server.database, manager, shop, 100);
    const { batch, codes } = await generated(manager, id, 100);
    const [torn = '', ...good] = codes;
    expectDone(await manager.post(`/qr-codes/${torn}/void`, { reason: 'Torn' }));
    const answer = await download({ batch_code: batch, columns: 4 });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${batch}.png"`);
    const picture = new Uint8Array(await answer.arrayBuffer());
    const { width, height } = await sharp(picture).metadata();
    // 99 codes: 25 rows of four, each code higher than wide because of its text.
    expect([width / 4 < height / 25, height / 25 < 2 * (width / 4)]).toEqual([true, true]);
    expect(await readQrCodes(picture)).toEqual(good.sort());
  });

  it('is refused for a batch that is not there, of which all are voided, and in other columns', async () => {
    const { id } = await makeOrder(server.database, manager, shop, 1);
    const { batch, codes } = await generated(manager, id, 1);
    expectDone(await manager.post(`/qr-codes/${codes[0]}/void`, { reason: 'Torn' }));
    const refusal = async (body: object) => {
      const answer = await download(body);
      const { code, errors } = (await answer.json()) as Refusal;
      return [answer.status, code, Object.keys(errors ?? {})];
    };
    expect(await refusal({ batch_code: 'B-NONE-000001' })).toEqual([404, 'qr_batch_not_found', []]);
    expect(await refusal({ batch_code: batch })).toEqual([422, 'validation_failed', ['batch_code']]);
    expect(await refusal({ batch_code: batch, columns: 5 })).toEqual([422, 'validation_failed', ['columns']]);
    expect(await refusal({})).toEqual([422, 'validation_failed', ['batch_code']]);
  });
});
