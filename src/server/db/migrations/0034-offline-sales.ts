import type { Kysely } from 'kysely';
import { addColumns, runSql } from './sql.ts';

/** Sales that tills made without the server: each text for ever, with what came of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addColumns(database, 'transactions', ['offline_number text']);
  await addColumns(database, 'transaction_items', ['disputed integer not null default 0']);
  await runSql(
    database,
    `create table offline_sales (
       id integer primary key, sale_key text not null, number text not null, hash text not null,
       till_id integer not null, credential_id integer, store_id integer not null, body_json text not null,
       state text not null, transaction_id integer, staff_id integer, total_amount bigint,
       made_at bigint not null, recorded_at bigint not null, sent_by_id integer,
       reasons_json text not null, disputed_json text not null, is_open integer not null,
       settled_at bigint, settled_by_id integer, note text,
       constraint one_offline_body unique (sale_key, hash),
       constraint offline_sale_till foreign key (till_id) references tills (id),
       constraint offline_sale_credential foreign key (credential_id) references till_credentials (id),
       constraint offline_sale_store foreign key (store_id) references stores (id),
       constraint offline_sale_transaction foreign key (transaction_id) references transactions (id),
       constraint offline_sale_staff foreign key (staff_id) references staff (id),
       constraint offline_sale_sender foreign key (sent_by_id) references staff (id),
       constraint offline_sale_settler foreign key (settled_by_id) references staff (id)
     );
     create index offline_sales_by_number on offline_sales(number);
     create index offline_sales_of_transaction on offline_sales(transaction_id) where transaction_id is not null;
     create index offline_sales_to_settle on offline_sales(store_id, made_at, id) where is_open = 1;
     create index offline_sales_settled on offline_sales(store_id, settled_at, id) where settled_at is not null;
     create index transactions_by_offline_number on transactions(offline_number) where offline_number is not null;
     create index disputed_lines on transaction_items(transaction_id) where disputed = 1`,
  );
}
