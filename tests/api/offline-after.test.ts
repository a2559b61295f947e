import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, type Caller } from '#tests/support/http.ts';
import { openOfflineShop, type OfflineShop } from '#tests/support/offline-shop.ts';
import {
  expectDone,
  openDraft,
  sell,
  type WireReceipt,
  type WireRefunded,
  type WireTransaction,
} from '#tests/support/selling.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { makeShop } from '#tests/support/shop.ts';
import { atDevice, deviceKey, makeTill, openShift } from '#tests/support/shifts.ts';
import type { WireRecorded } from '#tests/support/sold-offline.ts';
import { BROUGHT } from '#tests/support/trade-ins.ts';

type Found = { exact: object | null; transactions?: { rows: { id: number }[] }; not_sent?: string };

onEveryEngine('what comes back of a sale that was made without the server', (start) => {
  let server: TestServer;
  let at: OfflineShop;
  /** A manager at another till of the store, whose shift is open. */
  let counter: Caller;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    at = await openOfflineShop(server);
    counter = atDevice(server.url, at.manager, deviceKey());
    await makeTill(counter, 'Counter 2');
    await openShift(counter);
  });

  const WAITS = 'Recorded at T1, not sent yet. Take it back when T1 is connected';
  const scan = (code: string | null) => counter.post<object>('/pos/scan', { code });
  const find = async (q: string) => expectDone(await counter.get<Found>(`/search?q=${q}`));

  describe('before its till has sent it', () => {
    it('is told by its number, scanned or looked for', async () => {
      const { number } = at.make();
      expect(await scan(number)).toMatchObject({ status: 404, body: { message: WAITS } });
      for (const typed of [number, number.toLowerCase()])
        expect(await find(typed)).toMatchObject({ exact: null, not_sent: WAITS });
      expect(await find('NONE-T9A-X000001')).toEqual({ exact: null });
    });

    it('is told at another store with the name of its own, and no more once it is recorded', async () => {
      const shop = await makeShop(server.database, { units: 0 });
      const away = await signIn(server.url, shop.seller.email);
      const filed = at.make();
      const asked = () => away.post<object>('/pos/scan', { code: filed.number });
      const till = `${at.shop.store.code} T1`;
      const message = `Recorded at ${till}, not sent yet. Take it back when ${till} is connected`;
      expect(await asked()).toMatchObject({ status: 404, body: { message } });
      await at.send(filed);
      expect(await asked()).toMatchObject({ status: 404, body: { message: 'Item not found' } });
      expect(expectDone(await away.get(`/search?q=${filed.number}`))).toEqual({ exact: null });
    });

    it('cannot be traded in, and its sale has its unit though it was scanned elsewhere meanwhile', async () => {
      const filed = at.make();
      expect(await counter.post(`/inventory/${at.unit().id}/trade-in`, BROUGHT)).toMatchObject({
        status: 409,
      });
      await openDraft(counter, [at.unit().id]);
      const recorded = await at.send(filed);
      expect(recorded.to_settle).toBe(false);
      expect((await at.unitRow(at.unit().id)).status).toBe('sold');
    });
  });

  describe('once it was sent', () => {
    let recorded: WireRecorded;
    let number = '';
    beforeEach(async () => {
      const filed = at.make();
      number = filed.number;
      recorded = await at.send(filed);
    });
    const lines = async () => (await at.shown(recorded.transaction_id)).transaction_items;

    it('is found by both numbers and by its phone, at any till', async () => {
      const found = { type: 'transaction', data: { transaction_id: recorded.transaction_id } };
      for (const code of [number, recorded.invoice_number, at.unit().imei])
        expect(expectDone(await scan(code))).toMatchObject(found);
      const exact = { kind: 'transactions', id: recorded.transaction_id };
      for (const typed of [number, number.toLowerCase(), recorded.invoice_number ?? ''])
        expect(await find(typed)).toMatchObject({ exact });
    });

    it('is printed as the original first: the paper of its till is not the invoice', async () => {
      const print = async () =>
        expectDone(await counter.post<WireReceipt>(`/transactions/${recorded.transaction_id}/print-receipt`))
          .copy_no;
      expect([await print(), await print()]).toEqual([0, 1]);
    });

    it('is refunded at another till, and its phone is sold again', async () => {
      const refund = expectDone(
        await counter.post<WireRefunded>(`/transactions/${recorded.transaction_id}/refund`, {
          reason: 'Too small',
        }),
      );
      expect(refund.transaction.status).toBe('refunded');
      const again = await sell(counter, [at.unit().id]);
      expect(again.transaction.status).toBe('completed');
    });

    it('is exchanged at another till, under its warranty', async () => {
      const [line] = await lines();
      const draft = await openDraft(counter, [at.unit(1).id]);
      const { transaction } = expectDone(
        await counter.post<{ transaction: WireTransaction }>('/exchanges', {
          transaction_id: recorded.transaction_id,
          items: [{ id: line?.id, disposition: 'defective' }],
          draft_id: draft.id,
          is_warranty: true,
          reason: 'Does not charge',
        }),
      );
      expect(transaction.transaction_items[0]?.warranty).toEqual(line?.warranty);
      expect((await at.unitRow(at.unit().id)).status).toBe('defective');
    });

    it('is traded in at another till', async () => {
      expectDone(await counter.post(`/inventory/${at.unit().id}/trade-in`, BROUGHT));
      const [line] = await lines();
      expect(line?.traded_in_at).not.toBeNull();
      expect((await at.unitRow(at.unit().id)).status).not.toBe('sold');
    });

    it('is exported with both numbers', async () => {
      const answer = await fetch(`${server.url}/api/v1/transactions/export`, {
        headers: { Authorization: `Bearer ${at.manager.token}`, 'X-Store-Id': String(at.shop.store.id) },
      });
      const [head, row] = (await answer.text()).split('\r\n').map((text) => text.split(','));
      expect([head?.[0], head?.at(-1)]).toEqual(['Number', 'Number without the server']);
      expect([row?.[0], row?.at(-1)]).toEqual([recorded.invoice_number, number]);
    });
  });
});
