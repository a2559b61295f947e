import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readScan } from '#domain/barcodes.ts';
import { signIn, type Caller } from '#tests/support/http.ts';
import { expectDone, type WireScan } from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeImei, makeShop, makeUnits, type Shop } from '#tests/support/shop.ts';

onEveryEngine('what scanners send', (start) => {
  let server: TestServer;
  let shop: Shop;
  let till: Caller;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    shop = await makeShop(server.database);
    till = await signIn(server.url, shop.seller.email);
  });

  const scan = (code: string) => till.post<WireScan>('/pos/scan', { code });
  const unit = () => {
    const [first] = shop.units;
    if (!first?.imei || !first.serial_number) throw new Error('The shop has no phone');
    return { id: first.id, imei: first.imei, serial_number: first.serial_number };
  };
  const giveBarcode = (barcode: string) =>
    server.database.write((writer) =>
      writer.updateTable('product_variations').set({ barcode }).where('id', '=', shop.variation.id).execute(),
    );
  /** Makes a new barcode: a UPC-A of eleven digits and its check digit. */
  const upc = () => {
    const digits = String(10_000_000_000 + shop.variation.id).slice(0, 11);
    const sum = [...digits].reduce(
      (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
      0,
    );
    return `${digits}${(10 - (sum % 10)) % 10}`;
  };

  it('is the unit itself when a GS1 code names product and serial number, or the IMEI', async () => {
    const code = upc();
    await giveBarcode(code);
    const { id, imei, serial_number } = unit();
    const bySerial = readScan(`]d20100${code}21${serial_number}`);
    expect(expectDone(await scan(bySerial))).toMatchObject({ type: 'inventory', data: { id } });
    const byImei = readScan(`]C10100${code}8002${imei}`);
    expect(expectDone(await scan(byImei))).toMatchObject({ type: 'inventory', data: { id } });
  });

  it('is the unit itself by its IMEI with and without the check digit, whichever is stored', async () => {
    const [imei, storeId] = [makeImei(660_000_000 + shop.store.id), shop.store.id];
    const [short] = await makeUnits(server.database, {
      count: 1,
      store_id: storeId,
      product_variation_id: shop.variation.id,
      imei: imei.slice(0, -1),
    });
    const whole = unit();
    for (const [code, id] of [
      [whole.imei.slice(0, -1), whole.id],
      [imei, short?.id],
      [readScan(`]C18002${imei}`), short?.id],
    ] as const) {
      expect(expectDone(await scan(code))).toMatchObject({ type: 'inventory', data: { id } });
    }
    const inGroups = (code: string, sign: string) =>
      [code.slice(0, 2), code.slice(2, 8), code.slice(8)].join(sign);
    const grouped = [' ', '-', '/'].flatMap((sign) => [
      inGroups(whole.imei, sign),
      inGroups(whole.imei.slice(0, -1), sign),
    ]);
    for (const code of grouped) {
      expect(expectDone(await scan(code))).toMatchObject({ type: 'inventory', data: { id: whole.id } });
    }
    for (const code of [whole.imei.slice(0, -1), imei, ...grouped]) {
      const found = await till.get<{ data: { id: number }[] }>(`/pos/products?search=${code}`);
      expect(expectDone(found).data.map(({ id }) => id)).toEqual([shop.variation.product.id]);
    }
  });

  it('is the product when a GS1 code names a serial number that the shop does not have', async () => {
    const code = upc();
    await giveBarcode(code);
    const read = readScan(`]d20100${code}21NOT-OURS`);
    expect(expectDone(await scan(read))).toMatchObject({ type: 'product', variation_id: shop.variation.id });
  });

  it('is the same product with and without the leading zero of a UPC-A', async () => {
    const code = upc();
    for (const stored of [code, `0${code}`]) {
      await giveBarcode(stored);
      for (const scanned of [code, `0${code}`]) {
        expect(expectDone(await scan(scanned))).toMatchObject({
          type: 'product',
          variation_id: shop.variation.id,
        });
      }
    }
  });

  it('is nothing when none of its parts is known', async () => {
    const answer = await scan('(01)04806512345674(21)NOBODYS');
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'code_not_found' });
  });
});
