import { join } from 'node:path';
import { completionTopic, sentOf } from '#bridge/completion-queue.ts';
import type { OfflineCompleted, OfflineCompletion, OfflineState } from '#bridge/offline-sales.ts';
import { openDraftCache } from '#main/drafts/draft-cache.ts';
import { openStoreCopies } from '#main/drafts/store-copies.ts';
import { completeSale } from '#main/offline/complete.ts';
import { openSalesFile, type KeptRow } from '#main/offline/sales-file.ts';
import { saleThatHas, standsSinceIn } from '#main/offline/sold.ts';
import { startTillClock } from '#main/offline/till-clock.ts';
import type { Services } from '#renderer/lib/services.ts';
import { enrolment } from '../offline-sales.ts';

export type TillDisk = Services['till'] & {
  complete: (completion: OfflineCompletion) => OfflineCompleted;
  /** Takes the server's answer to a sale that was sent: it recorded that one. */
  confirm: (key: string, transactionId: number) => void;
  /** The sale that waits and is sent next; null without one. */
  toSend: () => KeptRow | null;
  pullPlug: () => void;
};

/** Opens a till's data in the files of its main process; a folder outlives the till that wrote it. */
export function openTillDisk(folder: string, now: () => number): TillDisk {
  const cache = openDraftCache(join(folder, 'drafts.db'), now);
  const units = openStoreCopies(join(folder, 'units.db'), { now });
  const sales = openSalesFile(join(folder, 'offline.db'));
  const standsSince = standsSinceIn(units);
  let isOn = true;
  /** A till without power neither writes nor receives anything. */
  const powered =
    <Given, Result>(work: (given: Given) => Result) =>
    (given: Given): Promise<Result> =>
      isOn ? Promise.resolve().then(() => work(given)) : new Promise(() => undefined);
  return {
    drafts: {
      save: powered(cache.save),
      list: powered(cache.list),
      remove: powered(cache.remove),
      sentCartWith: powered(cache.sentCartWith),
    },
    journal: {
      write: powered(cache.journal.write),
      list: powered(cache.journal.list),
      forget: powered(cache.journal.forget),
    },
    notes: {
      write: powered(cache.notes.write),
      read: powered(cache.notes.read),
      remove: powered(cache.notes.remove),
    },
    units: {
      copied: powered(units.copied),
      version: powered(units.version),
      find: powered(units.find),
      ofProduct: powered(units.ofProduct),
      products: powered(units.products),
      forget: powered(units.forget),
    },
    offline: {
      state: () => powered(() => ({ now: now() }) as OfflineState)(undefined),
      sale: powered(sales.sale),
      sold: powered(({ store_id, names }) =>
        names.flatMap((name) => {
          const sale = saleThatHas(name, { file: sales, standsSince, store_id });
          return sale ? [{ name, sale }] : [];
        }),
      ),
    },
    /** The answer of the main process, of a till that has its credential and heard the server just now. */
    complete: (completion) => {
      const clock = startTillClock(null, { wall: now, uptime: now });
      clock.hear(now());
      const own = { ...enrolment, store_id: completion.cart.store_id };
      const credential = { secret: 's', till: own, till_key: own.till_key, letter: 'A', is_ended: false };
      sales.startSeries({ ...own, letter: 'A' });
      return completeSale(
        {
          ...{ file: sales, clock, credential, standsSince, sentCartWith: cache.sentCartWith },
          sentOfDraft: (draftId) => sentOf(cache.journal.list(completionTopic(draftId))),
        },
        completion,
      );
    },
    confirm: (key, transaction_id) =>
      sales.confirm(key, {
        state: 'recorded',
        ...{ transaction_id, problem: null, invoice_number: null, invoice_proof: null },
        ...{ shift_id: null, till_id: null, receipt: null, confirmed_at: now(), epoch: 1 },
      }),
    toSend: sales.nextToSend,
    // It has a printer, which knows of no paper.
    printer: { find: () => Promise.resolve(null) },
    settings: { read: () => Promise.resolve({ printer: {} } as never) },
    pullPlug: () => {
      isOn = false;
      cache.close();
      units.close();
      sales.close();
    },
  };
}
