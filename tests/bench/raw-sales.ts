import { rmSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';

// The frozen baseline of earlier figures: better-sqlite3 alone, with prepared statements, writing 28 rows a sale into
// tables with few indexes, in as many commits as the server does. Nothing is looked up, checked, encoded or sent.

export function openRaw(folder: string) {
  const file = path.join(folder, 'raw.db');
  const database = new BetterSqlite(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`
    create table units (id integer primary key, status text, by_id integer, token text, until integer);
    create table sales (id integer primary key, status text, total integer, claim integer, invoice text);
    create table lines (id integer primary key, sale integer, unit integer, price integer, live integer);
    create index lines_of on lines(sale);
    create table pays (id integer primary key, sale integer, method text, amount integer, status text);
    create index pays_of on pays(sale);
    create table series (kind text primary key, last integer);
    create table answers (k text primary key, body text);
    create table audit (id integer primary key, action text, subject integer);
    insert into series values ('draft', 0), ('invoice', 0);
  `);
  const lock = database.prepare(
    "update units set status = 'locked', by_id = 1, token = ?, until = ? where id = ?",
  );
  const addUnit = database.prepare("insert into units (status) values ('available')");
  const addSale = database.prepare("insert into sales (status, total, claim) values ('draft', ?, 0)");
  const addLine = database.prepare('insert into lines (sale, unit, price, live) values (?, ?, ?, 0)');
  const count = database.prepare('update series set last = last + 1 where kind = ?');
  const addPay = database.prepare(
    "insert into pays (sale, method, amount, status) values (?, ?, ?, 'completed')",
  );
  const claim = database.prepare('update sales set claim = claim + 1 where id = ?');
  const answer = database.prepare('insert into answers values (?, ?)');
  const audit = database.prepare('insert into audit (action, subject) values (?, ?)');
  const sellUnit = database.prepare("update units set status = 'sold', token = null where id = ?");
  const live = database.prepare('update lines set live = 1 where sale = ?');
  const complete = database.prepare("update sales set status = 'completed', invoice = ? where id = ?");
  const body = 'x'.repeat(2000);
  let asked = 0;

  const hold = database.transaction((unit: number) => lock.run('token', 1, unit));
  const draft = database.transaction((units: number[]) => {
    for (const unit of units) lock.run('token', 1, unit);
    const sale = Number(addSale.run(1).lastInsertRowid);
    for (const unit of units) addLine.run(sale, unit, 1);
    count.run('draft');
    return sale;
  });
  const pay = database.transaction((sale: number) => {
    claim.run(sale);
    addPay.run(sale, 'cash', 1);
    audit.run('pay', sale);
  });
  const finish = database.transaction((sale: number, units: number[]) => {
    claim.run(sale);
    for (const unit of units) sellUnit.run(unit);
    live.run(sale);
    count.run('invoice');
    complete.run('no', sale);
    answer.run(String((asked += 1)), body);
    audit.run('complete', sale);
  });
  const sellOne = () => {
    const units = [1, 2, 3].map(() => Number(addUnit.run().lastInsertRowid));
    for (const unit of units) hold(unit);
    const sale = draft(units);
    pay(sale);
    pay(sale);
    finish(sale, units);
  };
  return {
    /** Sells this many, one after another. */
    sell(sales: number): void {
      for (let sale = 0; sale < sales; sale += 1) sellOne();
    },
    close: () => {
      database.close();
      rmSync(file);
    },
  };
}
