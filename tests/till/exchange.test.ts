import { expect, it } from 'vitest';
import type { Exchange } from '#domain/exchanges.ts';
import { pesosToCentavos } from '#domain/money.ts';
import { printSale } from '#renderer/features/pos/after-sale/print-sale.ts';
import type { PrintReceipt } from '#renderer/lib/print-document.ts';
import type { PrintOptions } from '#renderer/lib/print-document.ts';
import { expectDone, sell, type WireTransaction } from '#tests/support/selling.ts';
import { onEveryEngine } from '#tests/support/server.ts';
import { saved, tillShop, until } from '#tests/support/till/till-shop.ts';

onEveryEngine('an exchange at the till', (start) => {
  const at = tillShop(start);

  /** Sells the first unit to somebody, and opens a manager's till; `begun` is the exchange of that unit. */
  async function sold(folder = at.newFolder()) {
    const manager = await at.manager();
    const { transaction: sale } = await sell(manager, [at.unit(0).id]);
    const [line] = sale.transaction_items;
    if (!line) throw new Error('Nothing was sold');
    const begun: Exchange = {
      transaction_id: sale.id,
      number: sale.invoice_number ?? '',
      reason: 'Does not charge',
      is_warranty: false,
      amount: pesosToCentavos(sale.total_amount),
      tax: { rate: 1000, pricesIncludeTax: false },
      items: [
        {
          id: line.id,
          product_variation_id: at.shop.variation.id,
          product_name: at.shop.variation.product.name,
          identifier: `IMEI ${at.unit(0).imei}`,
          disposition: 'defective',
          amount: pesosToCentavos(sale.total_amount),
        },
      ],
    };
    const { email } = manager.staff;
    const till = await at.openTill({ folder, email });
    const read = async () => expectDone(await manager.get<WireTransaction>(`/transactions/${sale.id}`));
    return { till, email, folder, begun, read };
  }

  it('stays with its cart when the till is killed, also before anything goes out', async () => {
    const { till: killed, email, folder, begun, read } = await sold();
    killed.sale.exchange(begun);
    const place = { staff_id: killed.signedIn.staff.id, store_id: at.shop.store.id };
    await until(() => killed.services.till.drafts.list(place)).toHaveLength(1);
    await killed.close();

    let till = await at.openTill({ folder, email });
    await until(() => till.sale.read().offers).toMatchObject([{ cart: { exchange: begun, lines: [] } }]);
    const [empty] = till.sale.read().offers;
    if (empty) await till.sale.recover(empty);
    await till.scan(at.unit(1).imei);
    await saved(till);
    await till.close();

    till = await at.openTill({ folder, email });
    await until(() => till.sale.read().offers).toHaveLength(1);
    const [offer] = till.sale.read().offers;
    if (offer) await till.sale.recover(offer);
    expect(till.sale.read().cart.exchange).toEqual(begun);
    const payment = await till.goToPayment();
    const { transaction } = await payment.complete();
    expect(transaction.exchange_of).toMatchObject({ transaction_id: begun.transaction_id });
    expect(await read()).toMatchObject({ status: 'refunded', refunds: [{ reason: 'Does not charge' }] });
    expect((await at.unitRow(at.unit(0).id)).status).toBe('defective');
    // It is over: another cart of this till has none.
    expect(till.sale.read().cart.exchange ?? null).toBeNull();
  });

  it('whose answer was lost is done once, and its one paper is printed', async () => {
    const { till: killed, email, folder, begun, read } = await sold();
    killed.sale.exchange(begun);
    await killed.scan(at.unit(1).imei);
    const payment = await killed.goToPayment();
    const dropped = killed.network.proxy.dropNext('answer dropped', /^POST \S+\/exchanges /);
    await expect(payment.complete()).rejects.toThrow();
    expect((await dropped).status).toBe(200);
    await killed.close();

    const till = await at.openTill({ folder, email });
    await until(() => till.sale.read().offers).toHaveLength(1);
    const [offer] = till.sale.read().offers;
    if (offer) await till.sale.recover(offer);
    await until(() => till.sale.read().afterSale?.transaction?.id).toBe(payment.draftId);
    // No cash moved: the drawer stays shut.
    expect(till.printed).toEqual([{ key: `sale-${payment.draftId}`, openDrawer: false }]);
    expect((await read()).refunds).toHaveLength(1);
    expect(await at.salesOf(at.unit(1).id)).toHaveLength(1);
    expect(till.told).toEqual([]);
  });

  it('comes with its draft when that is saved and resumed here, and goes when it is cancelled', async () => {
    const { till, begun, read } = await sold();
    till.sale.exchange(begun);
    await till.scan(at.unit(1).imei);
    await saved(till);
    const draftId = till.sale.read().cart.draft?.id ?? 0;
    await till.sale.park();
    expect(till.sale.read().cart.exchange).toBeNull();
    await till.sale.open(draftId);
    expect(till.sale.read().cart.exchange).toEqual(begun);
    till.sale.exchange(null);
    await till.sale.park();
    await till.sale.open(draftId);
    expect(till.sale.read().cart.exchange ?? null).toBeNull();
    expect(await read()).toMatchObject({ status: 'completed', refunds: [] });
  });

  it('opens the drawer where cash goes back', async () => {
    const { till, begun } = await sold();
    const { database } = at.server;
    await database.write((writer) =>
      writer
        .updateTable('product_variations')
        .set({ retail_price: 50_000, minimum_price: null })
        .where('id', '=', at.shop.variation.id)
        .execute(),
    );
    till.sale.exchange(begun);
    await till.scan(at.unit(1).imei);
    const payment = await till.goToPayment();
    const completed = await payment.complete();
    const printed: PrintOptions[] = [];
    const print: PrintReceipt = (_, options) => {
      printed.push(options);
      return Promise.resolve(null);
    };
    await printSale(print, till.sale, completed);
    expect(printed).toEqual([{ key: `sale-${payment.draftId}`, openDrawer: true }]);
    expect(completed.receipt.exchange_of?.payouts).toEqual([
      { method: 'exchange', amount: 55_000 },
      { method: 'cash', amount: 55_000 },
    ]);
  });
});
