import { expect, it } from 'vitest';
import { dataEpoch } from '#server/db/data-epoch.ts';
import { callerWith } from '#tests/support/http.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { saved, tillShop, until } from '#tests/support/till/till-shop.ts';
import type { WorkingTill } from '#tests/support/till/working-till.ts';

onEveryEngine('a server whose data were put back from an old copy', (start) => {
  const at = tillShop(start);
  let lastId = 0;
  const sell = async (till: WorkingTill, unit: number) => {
    await till.scan(at.unit(unit).imei);
    await saved(till);
    const payment = await till.goToPayment();
    await payment.pay();
    const { transaction } = await payment.complete();
    lastId = transaction.id;
    return transaction.invoice_number;
  };
  const noteOf = (till: WorkingTill) => till.services.till.notes.read(`last-invoice-${at.shop.store.id}`);
  const series = () =>
    at.server.database.reader
      .selectFrom('number_series')
      .selectAll()
      .where('store_id', '=', at.shop.store.id)
      .where('kind', '=', 'invoice')
      .executeTakeFirstOrThrow();
  /** Puts the series back, as a copy from before the last sales does. */
  const putBack = (last_no: number) =>
    at.server.database.write((writer) =>
      writer
        .updateTable('number_series')
        .set({ last_no })
        .where('store_id', '=', at.shop.store.id)
        .where('kind', '=', 'invoice')
        .execute(),
    );
  const number = (no: number) => `${at.shop.store.code}-00000${no}`;

  it('gives no number again that the till knows, also after the till was started anew', async () => {
    const folder = at.newFolder();
    const first = await at.openTill({ folder });
    expect(await sell(first, 0)).toBe(number(1));
    expect(await sell(first, 1)).toBe(number(2));
    await until(() => noteOf(first)).toMatch(`${at.shop.store.id}.2.`);
    await first.close();
    await putBack(0);
    const epoch = await dataEpoch(at.server.database.reader);
    const till = await at.openTill({ folder });
    expect(await sell(till, 2)).toBe(number(3));
    // Tills send what they sold without the server again.
    const renewed = await dataEpoch(at.server.database.reader);
    expect(renewed).toBeGreaterThan(epoch);
    // The ids of drafts that the copy does not know, either.
    const before = lastId;
    await sell(till, 3);
    expect(lastId).toBeGreaterThan(before + 900_000);
    expect(await dataEpoch(at.server.database.reader)).toBe(renewed);

    const manager = await at.manager();
    const { body: dashboard } = await manager.get<{ invoices_behind: object | null }>('/dashboard');
    expect(dashboard.invoices_behind).toEqual({
      at: new Date(at.server.clock.now()).toISOString(),
      last_known: null,
    });
    const events = at.server.database.reader.selectFrom('audit_log').select(['staff_id', 'details_json']);
    const [event, ...others] = await events
      .where('action', '=', 'stores.invoicesBehind')
      .where('store_id', '=', at.shop.store.id)
      .execute();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ staff_id: till.signedIn.staff.id });
    expect(JSON.parse(event?.details_json ?? '')).toMatchObject({
      changes: [{ field: 'next_invoice', before: number(1), after: number(3) }],
    });
  });

  it('hears of the highest number that any till knows, whichever tells first', async () => {
    const [one, other] = [await at.openTill(), await at.openTill()];
    await sell(one, 0);
    await sell(other, 1);
    await until(() => noteOf(other)).toMatch(/\.2\./);
    await putBack(0);
    // An idle till asks who it is, every now and then.
    await Promise.all([one.api.staff.me(), other.api.staff.me(), other.api.staff.me()]);
    expect(await series()).toMatchObject({ last_no: 2 });
    expect(await sell(one, 2)).toBe(number(3));
    // The sale of one till is known to it alone; the other one tells what it knew before, which changes nothing.
    await other.api.staff.me();
    expect(await series()).toMatchObject({ last_no: 3 });
  });

  it('believes only what it gave itself', async () => {
    const till = await at.openTill();
    await sell(till, 0);
    await until(() => noteOf(till)).not.toBeNull();
    const proof = (await noteOf(till)) ?? '';
    const [store, , mark] = proof.split('.');
    const tell = (text: string) =>
      callerWith(at.server.url, till.signedIn.token).get('/staff/me', {
        headers: { 'X-Last-Invoice': text },
      });
    const invented = [
      `${store}.900.${mark}`,
      `${Number(store) + 1}.1.${mark}`,
      `${store}.999999999999.${mark}`,
      `2147483648.1.${mark}`,
      `${store}.2147483648.${mark}`,
      `${store}.2.${'A'.repeat(43)}`,
      `${store}.2`,
      'nothing',
    ];
    for (const text of invented) expect((await tell(text)).status).toBe(200);
    expect(await series()).toMatchObject({ last_no: 1, moved_at: null });
    await putBack(0);
    expect((await tell(proof)).status).toBe(200);
    expect(await series()).toMatchObject({ last_no: 1, moved_from: 0 });
  });
});
