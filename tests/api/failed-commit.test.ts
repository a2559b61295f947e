import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '#contract/errors.ts';
import type { Writer } from '#server/db/access.ts';
import { compiledRow, compiledWrite } from '#server/db/compiled-query.ts';
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

  describe('a statement that nobody waits for', () => {
    const add = compiledWrite((writer: Writer, id: number, name: string) =>
      writer.insertInto('manufacturers').values({ id, name, unique_name: name }),
    );
    const find = compiledRow((writer: Writer, name: string) =>
      writer.selectFrom('manufacturers').select('name').where('unique_name', '=', name),
    );
    const kept = async () => {
      const rows = await server.database.reader.selectFrom('manufacturers').select('name').execute();
      return rows.map(({ name }) => name).filter((name) => name.startsWith('sent'));
    };

    it('is seen by those after it, and done once its write is', async () => {
      const found = await server.database.write(async (writer) => {
        add(writer, writer.nextId(), 'sent');
        return find(writer, 'sent');
      });
      expect(found).toEqual({ name: 'sent' });
      expect(await kept()).toEqual(['sent']);
    });

    it('fails its write in its own words, whatever comes after it, and leaves nothing of it', async () => {
      const afterwards: ((writer: Writer) => Promise<unknown>)[] = [
        async () => undefined,
        (writer) => find(writer, 'sent'),
        (writer) => writer.selectFrom('manufacturers').select('id').execute(),
        async () => {
          throw new ApiError('illegal_state');
        },
        async (writer) => {
          await find(writer, 'sent').catch(() => undefined);
          throw new ApiError('illegal_state');
        },
      ];
      for (const goOn of afterwards) {
        const writing = server.database.write(async (writer) => {
          add(writer, writer.nextId(), 'sent first');
          add(writer, writer.nextId(), 'sent');
          add(writer, writer.nextId(), 'sent last');
          await goOn(writer);
        });
        await expect(writing).rejects.toMatchObject({ fields: { name: ['This name is taken'] } });
      }
      expect(await kept()).toEqual(['sent']);
    });

    it('does not fail others that share its commit', async () => {
      const settled = await Promise.allSettled(
        ['sent 1', 'sent', 'sent 2'].map((name) =>
          server.database.write(async (writer) => add(writer, writer.nextId(), name)),
        ),
      );
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await kept()).toSorted()).toEqual(['sent', 'sent 1', 'sent 2']);
    });

    it('is refused once its write has ended', async () => {
      let late: Writer | undefined;
      await server.database.write(async (writer) => {
        late = writer;
      });
      expect(() => late && add(late, 1, 'sent late')).toThrow('goes on after it has ended');
    });
  });
});
