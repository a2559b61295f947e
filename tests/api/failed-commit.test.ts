import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn } from '#tests/support/http.ts';
import { onEveryEngine, type TestServer } from '#tests/support/server.ts';
import { runSql } from '#tests/support/run-sql.ts';
import { makeShop } from '#tests/support/shop.ts';

/** A constraint that is checked at commit only, and that creating a draft violates. */
const faults = {
  sqlite: {
    on: `create table fault (id integer references stores(id) deferrable initially deferred);
      create trigger fault_at_commit after insert on audit_log when new.action = 'transactions.create'
      begin insert into fault values (-1); end;`,
    off: 'drop trigger fault_at_commit; drop table fault;',
  },
  postgresql: {
    on: `create function fail_at_commit() returns trigger language plpgsql as
      $$ begin if new.action = 'transactions.create' then raise exception 'disk full'; end if; return null; end $$;
      create constraint trigger fault_at_commit after insert on audit_log
      deferrable initially deferred for each row execute function fail_at_commit();`,
    off: 'drop trigger fault_at_commit on audit_log; drop function fail_at_commit;',
  },
};

const change = ({ database, location }: TestServer, fault: 'on' | 'off') =>
  runSql(location, faults[database.engine === 'postgresql' ? 'postgresql' : 'sqlite'][fault]);

onEveryEngine('a COMMIT that fails', (start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.close());

  it('refuses the request, leaves nothing behind, and lets the same request be tried again', async () => {
    const shop = await makeShop(server.database);
    const till = await signIn(server.url, shop.seller.email);
    const cart = { items: [{ inventory_item_id: shop.units[0]?.id }] };
    await change(server, 'on');
    expect((await till.post('/transactions', cart, { key: 'once' })).status).toBe(500);
    const drafts = () => server.database.reader.selectFrom('transactions').select('id').execute();
    expect(await drafts()).toEqual([]);
    const unit = await server.database.reader
      .selectFrom('inventory_items')
      .select('status')
      .where('id', '=', shop.units[0]?.id ?? 0)
      .executeTakeFirst();
    expect(unit?.status).toBe('available');

    await change(server, 'off');
    expect((await till.post('/transactions', cart, { key: 'once' })).status).toBe(201);
    expect(await drafts()).toHaveLength(1);
  });
});
