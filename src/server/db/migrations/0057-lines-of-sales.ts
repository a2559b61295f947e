import { sql, type Kysely } from 'kysely';
import { isPostgres, runSql } from './sql.ts';
import { split } from './split.ts';

/** The largest sale, in centavos, whose shares both engines calculate within 64 bits. */
const LARGEST = 3_000_000_000;

/**
 * The lines with their new columns. Net amount and tax of a line are its shares of those of its sale by final price, with the
 * largest remainder, and of equal ones the earlier line. Those of larger sales are 0 here.
 */
const REBUILD = `
  create table new_lines (
    id integer primary key, transaction_id integer not null, position integer not null,
    line_key text not null, kind text not null default 'unit',
    inventory_item_id integer, product_variation_id integer, note text,
    price bigint not null, discount_amount bigint not null, discount_reason text, discounts_json text,
    final_price bigint not null, tax_kind text not null default 'vatable',
    net_amount bigint not null, tax_amount bigint not null, unit_cost bigint,
    floor_agreed integer, live integer not null, disputed integer not null default 0, sold_by_id integer,
    category text, condition_rating integer, warranty_months integer, warranty_from bigint,
    refunded_at bigint, refund_id integer, traded_in_at bigint,
    constraint line_transaction foreign key (transaction_id) references transactions (id),
    constraint line_item foreign key (inventory_item_id) references inventory_items (id),
    constraint line_seller foreign key (sold_by_id) references staff (id),
    constraint line_kind check (kind in ('unit', 'service', 'gift_check', 'fee')),
    constraint line_tax_kind check (tax_kind in ('vatable', 'exempt', 'zero_rated', 'collected', 'none')),
    constraint line_without_tax check (tax_kind = 'vatable' or tax_amount = 0),
    constraint unit_of_line check (kind = 'unit' or inventory_item_id is null),
    constraint goods_of_line check (kind in ('gift_check', 'fee') or product_variation_id is not null),
    constraint unit_of_live_line
      check (kind <> 'unit' or live = 0 or disputed > 0 or inventory_item_id is not null)
  );
  insert into new_lines (
    id, transaction_id, position, line_key, inventory_item_id, product_variation_id, price, discount_amount,
    discount_reason, discounts_json, final_price, net_amount, tax_amount, unit_cost, floor_agreed, live, disputed,
    category, condition_rating, warranty_months, warranty_from, refunded_at, refund_id, traded_in_at
  )
  with figures as (
    select line.id, line.transaction_id, line.position, line.final_price, sale.taxable_amount as net, sale.tax_amount as tax,
      cast(sum(line.final_price) over (partition by line.transaction_id) as bigint) as whole,
      row_number() over (partition by line.transaction_id, line.inventory_item_id order by line.id) as occurrence
    from transaction_items as line inner join transactions as sale on sale.id = line.transaction_id
  ), fitting as (
    select figures.*, case when whole between 1 and ${LARGEST} and net <= ${LARGEST} and tax <= ${LARGEST} then 1 else 0 end as fits
    from figures
  ), weighed as (
    select id, transaction_id, position, occurrence, fits * net as net, fits * tax as tax,
      fits * final_price as weight, case when fits = 1 then whole else 1 end as divisor
    from fitting
  ), shares as (
    select id, transaction_id, position, occurrence, net, tax,
      net * weight / divisor as net_share, net * weight % divisor as net_rest,
      tax * weight / divisor as tax_share, tax * weight % divisor as tax_rest
    from weighed
  ), ranked as (
    select id, occurrence, net_share, tax_share,
      net - sum(net_share) over (partition by transaction_id) as net_left,
      tax - sum(tax_share) over (partition by transaction_id) as tax_left,
      row_number() over (partition by transaction_id order by net_rest desc, position) as net_rank,
      row_number() over (partition by transaction_id order by tax_rest desc, position) as tax_rank
    from shares
  )
  select line.id, line.transaction_id, line.position,
    case when occurrence = 1 then 'u' || line.inventory_item_id else 'l' || line.id end, line.inventory_item_id,
    unit.product_variation_id, line.price, line.discount_amount, line.discount_reason, line.discounts_json,
    line.final_price,
    ranked.net_share + case when net_rank <= net_left then 1 else 0 end,
    ranked.tax_share + case when tax_rank <= tax_left then 1 else 0 end,
    case when sale.completed_at is null then null when line.traded_in_at is null
      then coalesce(line.cost, unit.purchase_cost) else line.cost end,
    line.floor_agreed, line.live, line.disputed, line.category, line.condition_rating, line.warranty_months,
    line.warranty_from, line.refunded_at, line.refund_id, line.traded_in_at
  from transaction_items as line
  inner join ranked on ranked.id = line.id
  inner join transactions as sale on sale.id = line.transaction_id
  inner join inventory_items as unit on unit.id = line.inventory_item_id;
  drop table transaction_items;
  alter table new_lines rename to transaction_items;
  create unique index one_line_key on transaction_items(transaction_id, line_key);
  create unique index one_live_line on transaction_items(inventory_item_id) where live = 1;
  create index sold_lines_of_unit on transaction_items(inventory_item_id, id) where warranty_months is not null;
  create index draft_lines_of_unit on transaction_items(inventory_item_id) where warranty_months is null;
  create index disputed_lines on transaction_items(transaction_id) where disputed = 1`;

/**
 * While two servers are upgraded in turn, the older one goes on selling and knows none of the columns: PostgreSQL adds what its
 * lines lack. Shares are of the sale as it is committed.
 */
const FOR_AN_OLDER_SERVER = [
  `create function name_line() returns trigger language plpgsql as $body$ begin
    new.line_key := 'u' || new.inventory_item_id;
    new.product_variation_id := (select product_variation_id from inventory_items where id = new.inventory_item_id);
    new.net_amount := 0;
    new.tax_amount := 0;
    return new;
  end $body$`,
  `create trigger name_line before insert on transaction_items
    for each row when (new.line_key is null) execute function name_line()`,
  `create function share_line() returns trigger language plpgsql as $body$ begin
    with figures as (
      select line.id, line.position, cast(line.final_price as numeric) as weight, sale.taxable_amount as net, sale.tax_amount as tax,
        sum(line.final_price) over () as whole
      from transaction_items as line inner join transactions as sale on sale.id = line.transaction_id
      where line.transaction_id = new.transaction_id
    ), shares as (
      select id, position, net, tax, div(net * weight, whole) as net_share, mod(net * weight, whole) as net_rest,
        div(tax * weight, whole) as tax_share, mod(tax * weight, whole) as tax_rest
      from figures where whole > 0
    ), ranked as (
      select id, net_share, tax_share, net - sum(net_share) over () as net_left, tax - sum(tax_share) over () as tax_left,
        row_number() over (order by net_rest desc, position) as net_rank,
        row_number() over (order by tax_rest desc, position) as tax_rank
      from shares
    )
    update transaction_items as line set
      net_amount = net_share + case when net_rank <= net_left then 1 else 0 end,
      tax_amount = tax_share + case when tax_rank <= tax_left then 1 else 0 end
    from ranked where ranked.id = line.id;
    return null;
  end $body$`,
  `create constraint trigger share_line after insert on transaction_items deferrable initially deferred
    for each row when (new.net_amount = 0 and new.tax_amount = 0 and new.final_price > 0) execute function share_line()`,
  `create function note_cost() returns trigger language plpgsql as $body$ begin
    new.unit_cost := (select purchase_cost from inventory_items where id = new.inventory_item_id);
    return new;
  end $body$`,
  `create trigger note_cost before update on transaction_items
    for each row when (new.live = 1 and old.live = 0 and new.unit_cost is null) execute function note_cost()`,
];

type TablesThen = {
  transactions: { id: number; taxable_amount: number; tax_amount: number };
  transaction_items: {
    id: number;
    transaction_id: number;
    position: number;
    final_price: number;
    net_amount: number;
    tax_amount: number;
  };
};

/** Sets net amount and tax of the lines of sales that are too large for the engines, and of those without any price. */
async function fillLargest(database: Kysely<TablesThen>): Promise<void> {
  const { rows: sales } = await sql<TablesThen['transactions']>`
    select sale.id, sale.taxable_amount, sale.tax_amount from transactions as sale
    inner join transaction_items as line on line.transaction_id = sale.id
    where sale.taxable_amount + sale.tax_amount > 0 group by sale.id, sale.taxable_amount, sale.tax_amount
    having sum(line.net_amount + line.tax_amount) = 0`.execute(database);
  for (const { id, taxable_amount, tax_amount } of sales) {
    const lines = await database
      .selectFrom('transaction_items')
      .select(['id', 'final_price'])
      .where('transaction_id', '=', id)
      .orderBy('position')
      .execute();
    const weights = lines.map(({ final_price }) => final_price);
    const [nets, taxes] = [split(taxable_amount, weights), split(tax_amount, weights)];
    for (const [index, line] of lines.entries())
      await database
        .updateTable('transaction_items')
        .set({ net_amount: nets[index] ?? 0, tax_amount: taxes[index] ?? 0 })
        .where('id', '=', line.id)
        .execute();
  }
}

/**
 * Adds columns to the lines of sales: key, kind, product, note, kind of tax, net amount, tax, the unit's cost and the seller. A
 * line may have no unit from now on.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const onPostgres = isPostgres(database);
  // What the older server writes meanwhile waits, and is not lost with the former table.
  if (onPostgres) await runSql(database, 'lock table transaction_items in access exclusive mode');
  await runSql(database, REBUILD);
  await fillLargest(database as Kysely<TablesThen>);
  if (!onPostgres) return;
  for (const statement of FOR_AN_OLDER_SERVER) await sql.raw(statement).execute(database);
  await runSql(database, 'analyze transaction_items');
}
