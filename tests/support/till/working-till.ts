import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { keepCompletions } from '#bridge/completion-queue.ts';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { offlineCart } from '#contract/offline-sales.ts';
import type { ChainSettings } from '#contract/settings.ts';
import { z } from '#contract/zod.ts';
import type { PrintOptions } from '#renderer/lib/print-document.ts';
import type { ErrorDetails } from '#contract/errors.ts';
import type { Transaction } from '#contract/transactions.ts';
import { returnOf } from '#domain/refunds.ts';
import { saleOfCart } from '#domain/sale.ts';
import { soundLines } from '#domain/cart.ts';
import { depositText, remainingAmount } from '#domain/payments.ts';
import { formatMoney } from '#domain/money.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { zonesOf } from '#domain/store-time.ts';
import { loadJournaledPayment } from '#renderer/features/payments/journaled-payment.ts';
import { createPaying, type Completed } from '#renderer/features/payments/paying.ts';
import { createAdding } from '#renderer/features/pos/cart/adding.ts';
import type { Held } from '#renderer/features/pos/catalogue/seen-products.ts';
import { offlineCartOf, offlinePaperOf } from '#renderer/features/pos/offline/offline-body.ts';
import { createTillSale } from '#renderer/features/pos/sale/till-sale.ts';
import { createScanQueue } from '#renderer/lib/scan-queue.ts';
import { apiOver } from '#renderer/lib/api.ts';
import { createApi } from '#renderer/lib/api-client.ts';
import { createLastInvoices } from '#renderer/lib/last-invoices.ts';
import { createConnection } from '#renderer/lib/connection.ts';
import type { Services } from '#renderer/lib/services.ts';
import type { signIn } from '../http.ts';
import type { TestServer } from '../server.ts';
import { makeTillClock } from './clock.ts';
import { openTillDisk } from './disk.ts';
import { connectTill, type Reach } from './network.ts';

/** A message to the cashier. */
export type Told = { intent: string; title: string; body: string | null };

export const makeTillFolder = () => mkdtempSync(path.join(os.tmpdir(), 'tindahan-till-'));
export const removeTillFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

function hearWords() {
  const told: Told[] = [];
  const hear =
    (intent: string) =>
    (title: string, body: unknown = null) =>
      void told.push({ intent, title, body: typeof body === 'string' ? body : null });
  return {
    told,
    notify: { success: hear('success'), info: hear('info'), warning: hear('warning'), error: hear('error') },
  };
}

/**
 * Opens everything of a till but its screen and its devices, as the page assembles it: the working sale, scanning and
 * paying, over the real client, a network that fails on demand, and the files of the till's disk in `folder`.
 */
export async function openWorkingTill(
  server: TestServer,
  signedIn: Pick<Awaited<ReturnType<typeof signIn>>, 'token' | 'staff'>,
  folder: string,
  reach?: Reach,
) {
  const { token, staff } = signedIn;
  const network = await connectTill(server.url, token, reach);
  const clock = makeTillClock(server.clock);
  const disk = openTillDisk(folder, clock.now);
  const connection = createConnection({ fetch: network.fetch, clock });
  const { callRoute, workInStore, tellLastInvoices, whenUnauthorized } = createApi({
    fetch: keepCompletions(network.fetch, { journal: disk.journal, now: clock.now }),
    connection,
    clock,
  });
  let isSignedOut = false;
  whenUnauthorized(() => {
    isSignedOut = true;
    return false;
  });
  const api = apiOver(callRoute);
  tellLastInvoices(createLastInvoices(disk.notes));
  const services: Services = { api, connection, till: disk, clock };
  const { told, notify } = hearWords();
  const [store] = await api.stores.list();
  if (!store) throw new Error(`${staff.email} works at no store`);
  workInStore(store.id);

  const withWay = (text: string, draft: ErrorDetails['draft']) =>
    draft ? `${text} [Open ${draft.transaction_number}]` : text;
  /** Messages that stand until they are taken back. */
  const stands = { overpaid: null as string | null };
  const printed: PrintOptions[] = [];
  const visited: string[] = [];
  const sale = createTillSale({
    services,
    staffId: staff.id,
    storeId: store.id,
    tax: taxRuleOf(store.settings),
    zones: () => zonesOf(store),
    notify,
    withWay,
    tellExisting: (draft) => notify.warning('Draft already exists', draft?.transaction_number),
    tellOverpaid: (overpaid) => {
      if (overpaid) notify.warning(overpaid.title, overpaid.text);
      stands.overpaid = overpaid?.title ?? null;
    },
    print: (_, options) => {
      printed.push(options);
      return Promise.resolve(null);
    },
    inCart: (amount) => formatMoney(amount, 'cart'),
    goTo: (path) => visited.push(path),
  });
  const marked: Held[] = [];
  let isSelling = false;
  const { scan, addItem, choose } = createAdding({
    services,
    sale,
    notify,
    zones: () => zonesOf(store),
    sellsOffline: () => !connection.read().isReachable && isSelling,
    withWay,
    markHeld: (held) => marked.push(held),
    pick: () => undefined,
    askPrice: ({ message }) => notify.warning('No price', message),
    askPaid: ({ deposit }) => notify.warning('Paid for', depositText(deposit)),
    openSale: (transactionId) => visited.push(`/transactions/${transactionId}`),
  });
  /** Returns what comes back for the cart, as the screen sends it; null without an exchange. */
  const exchanged = () => {
    const { exchange } = sale.read().cart;
    if (!exchange) return null;
    const { transaction_id, items, reason, is_warranty } = exchange;
    const coming = items.map(returnOf);
    return { exchanging: { transaction_id, items: coming, reason, is_warranty } };
  };
  let stopSale = sale.start();
  const lines = () => sale.read().cart.lines;

  return {
    signedIn,
    sale,
    api,
    services,
    network,
    told,
    stands,
    printed,
    visited,
    /** Units that were counted off their cards, in order. */
    marked,
    clock,
    connection,
    scan,
    addItem,
    choose,
    /** True while the page and the program have the sign-in. */
    isSignedIn: () => !isSignedOut && network.isSignedIn(),
    /** Queues scans that come faster than they can be processed. */
    scanQueue: createScanQueue(scan, () => told.push({ intent: 'sound', title: 'Scan refused', body: null })),
    lines,
    codes: () => lines().map((line) => line.imei),
    lineOf: (unitId: number) => lines().find((line) => line.inventory_item_id === unitId) ?? null,
    titles: () => told.map(({ title }) => title),
    /** True if the cart shows 'Held for this sale'. */
    isHeld: () =>
      lines().length > 0 &&
      soundLines(sale.read().cart).every((line) => line.lock_expires_at !== null) &&
      connection.read().isReachable,
    /** Copies the store, so that the till knows its units. */
    copyStore: async (): Promise<void> => {
      const stop = sale.feed.start();
      while (sale.feed.read().asOf === null) await setTimeout(5);
      stop();
    },
    /** Opens the payment screen of the present draft, and returns what an earlier run kept of it. */
    goToPayment: async () => {
      const draftId = await sale.readyToPay();
      if (draftId === null) throw new Error('Something stands in the way of the payment');
      const transaction = await api.transactions.get({ params: { transactionId: draftId } });
      const journaled = await loadJournaledPayment(services, transaction);
      const paying = createPaying(services, draftId, journaled);
      const remaining = remainingAmount(transaction.total_amount, transaction.payments);
      return {
        draftId,
        transaction,
        kept: journaled,
        pay: (method: 'cash' | 'gcash' = 'cash', reference_number: string | null = null) =>
          paying.pay({ method, amount: remaining, reference_number }, transaction),
        /** Completes the sale as the screen shows it: as it is now, unless told otherwise. */
        complete: async (seen?: Transaction): Promise<Completed> => {
          const shown = seen ?? (await api.transactions.get({ params: { transactionId: draftId } }));
          const completed = await paying.complete({ email: null, buyer: null }, [], shown, exchanged());
          sale.finish(completed.transaction, completed.receipt);
          paying.forgetCompletion();
          return completed;
        },
      };
    },
    /** Pays a draft in cash and completes it, as on a newly opened payment screen. */
    payWhole: async (draftId: number): Promise<Completed> => {
      const transaction = await api.transactions.get({ params: { transactionId: draftId } });
      const paying = createPaying(services, draftId, await loadJournaledPayment(services, transaction));
      return paying.complete(
        { email: null, buyer: null },
        [{ method: 'cash', amount: transaction.total_amount, reference_number: null }],
        { ...transaction, payments: [] },
      );
    },
    /** Lets the till sell without the server. */
    sellsOffline: (): void => {
      isSelling = true;
    },
    /** Sells the cart without the server, for cash; returns the sale, or the sentence of a refusal. `isLost`: the page gets no answer. */
    sellOffline: async ({ isLost = false } = {}): Promise<KeptSale | string> => {
      const { cart } = sale.read();
      const sold = saleOfCart(cart, taxRuleOf(store.settings));
      const closed = offlineCartOf(sold, {
        ...{ store, staff, shiftId: null, completionKey: null, email: null, buyer: null, coin: 1 },
        saveKey: await sale.unansweredSaveKey(),
        payments: [{ method: 'cash', amount: sold.total_amount, status: 'completed' }],
      });
      const chain = { shop_name: 'Gadgets' } as ChainSettings;
      const warranties = await sale.units.warranties(sold.lines);
      const now = clock.now();
      const made = disk.complete({
        cart_key: sale.cartKey(),
        cart: z.encode(offlineCart, closed),
        receipt: JSON.stringify(offlinePaperOf(sold, closed, { store, staff, chain, now, warranties })),
        rules: { enabled: true, hours: 24, max_total: null, methods: ['cash'] },
      });
      if ('sale' in made) {
        if (!isLost) sale.finishOffline(made.sale);
        return made.sale;
      }
      await sale.refusedOffline(made.sold);
      return made.refused;
    },
    /** Takes the server's answer to a sale that was sent. */
    confirm: disk.confirm,
    /** The sale without the server that is sent next; null without one. */
    toSend: disk.toSend,
    /** Makes the server unreachable, and waits until the till has noticed. */
    loseServer: async (): Promise<void> => {
      network.proxy.refuse();
      await api.stores.list().catch(() => undefined);
    },
    /** Lets time pass until the next look for the server. */
    lookAgain: () => clock.advance(2000),
    /** Cuts its power: nothing of it goes on, and its folder stays as it is. */
    close: async () => {
      stopSale();
      stopSale = () => undefined;
      clock.stop();
      network.pullPlug();
      disk.pullPlug();
      await network.close();
    },
  };
}
export type WorkingTill = Awaited<ReturnType<typeof openWorkingTill>>;
