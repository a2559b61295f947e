import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { backUp, databaseFile } from '#server/db/sqlite-copy.ts';
import { setNextInvoice } from '#server/modules/stores/stores.public.ts';
import type { Ground } from '#tests/support/proving.ts';
import { cut } from './acts.ts';
import { letSend, sellOffline } from './selling.ts';
import type { Shop } from './shop.ts';

// The server loses its disk: an older copy of the data is put in place, as the guide says. Between the copy and the loss tills
// sell and send alone.

/** Returns what makes the books on paper those of this moment again; sales without the server wait again, with the numbers they had. */
function remember(shop: Shop): () => void {
  const units = shop.units.map((unit) => ({ unit, kept: { ...unit, handled: [...unit.handled] } }));
  const stores = shop.stores.map((store) => {
    const { books } = store;
    return {
      store,
      invoices: store.invoices,
      sales: [...store.sales],
      days: structuredClone([...books.days]),
      corrections: [...books.corrections],
      shifts: [...books.shifts.values()].map((shift) => ({ shift, kept: structuredClone(shift) })),
    };
  });
  const told = shop.tills.map(({ lined }) => ({ lined, waiting: lined.told }));
  const sales = [...shop.sales];
  const references = [...shop.references];
  const outcomes = [...shop.filed.values()].map((filed) => ({ filed, outcome: filed.outcome }));
  const openings = [...shop.openings.values()].map((opened) => ({ opened, outcome: opened.outcome }));
  const drafts = [...shop.drafts.values()].map((draft) => ({ draft, sale: draft.sale }));
  const refill = <K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]) => {
    map.clear();
    for (const [key, value] of entries) map.set(key, value);
  };
  return () => {
    for (const { unit, kept } of units) Object.assign(unit, kept);
    for (const { store, invoices, sales: sold, days, corrections, shifts } of stores) {
      store.invoices = invoices;
      store.sales.splice(0, Infinity, ...sold);
      refill(store.books.days, days);
      refill(store.books.corrections, corrections);
      store.books.shifts.clear();
      for (const { shift, kept } of shifts) store.books.shifts.set(shift.till, Object.assign(shift, kept));
    }
    for (const { lined, waiting } of told) lined.told = waiting;
    refill(shop.sales, sales);
    shop.references.clear();
    for (const reference of references) shop.references.add(reference);
    const openedBefore = new Map(openings.map(({ opened, outcome }) => [opened, outcome]));
    for (const opened of shop.openings.values()) {
      const before = openedBefore.get(opened) ?? null;
      if (opened.outcome && !before) opened.given = opened.outcome.number;
      opened.outcome = before;
    }
    for (const { draft, sale } of drafts) draft.sale = sale;
    const before = new Map(outcomes.map(({ filed, outcome }) => [filed, outcome]));
    for (const filed of shop.filed.values()) {
      if (filed.outcome && !before.get(filed)) filed.given = filed.outcome.told.invoice_number;
      filed.outcome = before.get(filed) ?? null;
    }
  };
}

/** The data are lost and an older copy is put in place, while tills have sales since. */
export async function restoreOlder(shop: Shop, ground: Ground): Promise<void> {
  const { random, world } = shop;
  if (ground.engine !== 'sqlite') return;
  const { dataDir } = ground;
  const copy = path.join(dataDir, 'copy.db');
  await rm(copy, { force: true });
  backUp(dataDir, copy);
  const undo = remember(shop);
  for (const till of shop.tills) {
    if (till.isEnded) continue;
    for (let left = random.whole(0, 3); left > 0; left -= 1) {
      await cut(shop, till);
      await shop.goOn(random.whole(1, 300));
      await sellOffline(shop, till);
    }
    if (random.chance(0.7)) await letSend(shop, till, random.chance(0.3) ? 1 : Infinity);
  }
  const isSet = random.chance(0.5);
  if (!isSet) shop.forgettings += 1;
  const last = shop.stores.map((store) => ({ store, invoices: store.invoices }));
  await world.database.close();
  await world.servers.whileDown(0, async () => {
    for (const end of ['-wal', '-shm']) await rm(databaseFile(dataDir) + end, { force: true });
    await copyFile(copy, databaseFile(dataDir));
    world.database = await ground.open();
    undo();
    for (const { store, invoices } of last) {
      if (!isSet || invoices <= store.invoices) continue;
      await setNextInvoice(
        world.database,
        `${store.code}=${String(invoices + 1).padStart(6, '0')}`,
        shop.now,
      );
      store.invoices = invoices;
    }
  });
  shop.note(`the data are restored from a copy${isSet ? ', and the next numbers set' : ''}`);
  shop.ledger.saw(isSet ? 'restores' : 'restores, numbers forgotten');
  for (const till of shop.tills) {
    // A till that runs hears of it with its next report.
    await till.lined.restart(0);
    shop.isRestarted.add(till.index);
    if (!till.lined.line.isCut) await letSend(shop, till);
  }
}
