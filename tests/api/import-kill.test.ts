import { describe, expect, it } from 'vitest';
import type { Database } from '#server/db/access.ts';
import { callerWith } from '#tests/support/http.ts';
import { apply, checked, csvOf, lookAt, problemsIn, until } from '#tests/support/imports.ts';
import { unlessBusy } from '#tests/support/patient-calls.ts';
import { layGround, signInDirectly } from '#tests/support/proving.ts';
import { expectDone } from '#tests/support/selling.ts';
import { makeImei, makeStaff, makeStore, makeVariation } from '#tests/support/shop.ts';
import { engines } from '#tests/support/test-databases.ts';

const ROWS = 600;
const BAD = 5;

const unitsOf = ({ reader }: Database, variationId: number) =>
  reader
    .selectFrom('inventory_items')
    .select(['id', 'imei', 'status', 'sold_at'])
    .where('product_variation_id', '=', variationId)
    .execute();

describe.each(engines)('an import whose server is killed (%s)', (engine) => {
  it('is gone on with by the next server, doubles nothing, loses nothing, shows all of it at the end, and is taken back whole', async () => {
    const ground = await layGround(engine);
    const database = await ground.open();
    try {
      const store = await makeStore(database);
      const manager = await makeStaff(database, { store_id: store.id, role: 'store_manager' });
      const phone = await makeVariation(database);
      const { token } = await signInDirectly(database, manager.id);
      const first = await ground.startServer();
      // On PostgreSQL another process is running already, and takes over automatically.
      const second = engine === 'postgresql' ? await ground.startServer() : null;
      const by = callerWith(first.url, token, unlessBusy);
      const rows = Array.from({ length: ROWS }, (_, place) => [
        phone.product.sku,
        place % 100 === 7 && place < BAD * 100 ? '' : makeImei(900_000 + place),
        'new',
      ]);
      const found = await checked(by, 'inventory', csvOf([['SKU', 'IMEI', 'Category'], ...rows]));
      expect(found).toMatchObject({ good_rows: ROWS - BAD, bad_rows: BAD });
      expect((await problemsIn(by, found.id))[0]).toEqual([
        9,
        'serial_number: This product needs a serial number or an IMEI',
      ]);

      expectDone(await apply(by, found.id, { good_only: true }));
      await until(by, found.id, ({ made_rows }) => made_rows >= 100);
      await first.end('SIGKILL');
      const half = await unitsOf(database, phone.id);
      expect(half.length).toBeGreaterThanOrEqual(100);
      expect(half.length).toBeLessThan(ROWS - BAD);

      const next = second ?? (await ground.startServer());
      const after = callerWith(next.url, token, unlessBusy);
      await until(after, found.id, ({ state }) => state === 'done');
      const units = await unitsOf(database, phone.id);
      expect(units).toHaveLength(ROWS - BAD);
      expect(new Set(units.map(({ imei }) => imei)).size).toBe(ROWS - BAD);
      expect(units.every(({ status, sold_at }) => status === 'available' && sold_at === null)).toBe(true);
      expect(await lookAt(after, found.id)).toMatchObject({ made_rows: ROWS - BAD, not_taken_rows: 0 });
      const events = await database.reader.selectFrom('unit_events').select('inventory_item_id').execute();
      expect(events.map((event) => event.inventory_item_id).sort()).toEqual(units.map(({ id }) => id).sort());
      const stockOf = async (storeId: number) =>
        (
          await database.reader
            .selectFrom('stock_of_stores')
            .select('units')
            .where('store_id', '=', storeId)
            .executeTakeFirst()
        )?.units;
      expect(await stockOf(store.id)).toBe(ROWS - BAD);

      // Taking it back survives a kill as well.
      const used = units[ROWS - BAD - 1]?.id ?? 0;
      expectDone(await after.put(`/inventory/${used}`, { notes: 'Scratch' }));
      expectDone(await after.delete(`/imports/${found.id}`));
      await until(after, found.id, ({ undone_count }) => undone_count >= 100);
      await next.end('SIGKILL');
      const left = await unitsOf(database, phone.id);
      expect(left.length).toBeLessThanOrEqual(ROWS - BAD - 100);
      expect(left.length).toBeGreaterThan(1);
      const last = callerWith((await ground.startServer()).url, token, unlessBusy);
      await until(last, found.id, ({ state }) => state === 'undone');
      expect((await unitsOf(database, phone.id)).map(({ id }) => id)).toEqual([used]);
      expect(await lookAt(last, found.id)).toMatchObject({ undone_count: ROWS - BAD - 1, kept_count: 1 });
      expect(await stockOf(store.id)).toBe(1);
    } finally {
      await database.close();
      await ground.close();
    }
    // Three servers start beside other tests' ones.
  }, 360_000);
});
