-- Every table and index of version 1.0.0, for both engines. A table comes after those that it refers to.

-- People: stores, staff with sign-ins, PINs and badges, and approvals

create table stores (
  id integer primary key, code text not null, name text not null, name_key text not null,
  timezone text not null, is_active integer not null, is_warehouse integer not null,
  created_at bigint not null, address text, phone text, email text, settings_json text,
  keeps_shifts integer,
  constraint one_store_code unique (code)
);

create table staff (
  id integer primary key, name text not null, name_key text not null, email text not null,
  password_hash text not null, role text not null, is_active integer not null,
  must_change_password integer not null, created_at bigint not null, primary_store_id integer,
  last_login_at bigint, password_until bigint,
  constraint one_staff_email unique (email),
  constraint staff_primary_store foreign key (primary_store_id) references stores (id)
);

create table staff_stores (
  staff_id integer not null, store_id integer not null,
  constraint staff_stores_key primary key (staff_id, store_id)
);

-- Only differences from the defaults: a permission of a later version comes with its default roles.
create table role_grants (
  role text not null, permission text not null, is_granted integer not null,
  constraint role_grants_key primary key (role, permission)
);

create index staff_in_store on staff_stores(store_id, staff_id);
create index staff_by_name on staff(name_key, id);

create table sessions (
  id integer primary key, token_hash text not null, staff_id integer not null,
  created_at bigint not null, expires_at bigint not null, device_name text, last_used_at bigint,
  address text, store_id integer,
  constraint one_session_token unique (token_hash),
  constraint session_staff foreign key (staff_id) references staff (id)
);

create index sessions_of_staff on sessions(staff_id);

create table login_failures (
  subject text not null, window_started_at bigint not null, failures integer not null,
  constraint login_failures_key primary key (subject)
);

create table password_resets (
  token_hash text not null, staff_id integer not null, created_at bigint not null,
  expires_at bigint not null,
  constraint password_resets_key primary key (token_hash),
  constraint password_reset_staff foreign key (staff_id) references staff (id)
);

create table staff_pins (
  staff_id integer not null, changed_at bigint not null, pin_hash text, badge_id text, badge_hash text,
  constraint staff_pins_key primary key (staff_id),
  constraint pin_staff foreign key (staff_id) references staff (id),
  constraint one_badge unique (badge_id)
);

create table approvals (
  id integer primary key, token_hash text not null, store_id integer not null, act text not null,
  session_id integer not null, approver_id integer not null, created_at bigint not null,
  expires_at bigint not null, subject_id integer, used_at bigint,
  constraint approval_store foreign key (store_id) references stores (id),
  constraint approval_approver foreign key (approver_id) references staff (id),
  constraint one_approval_token unique (token_hash)
);

-- The server's own: answers by key, ids and numbers, settings, the audit log, pictures, mails

create table idempotency_keys (
  staff_id integer not null, method text not null, path text not null, key text not null,
  body_hash text not null, status integer not null, answer_json text not null,
  created_at bigint not null,
  constraint one_answer_a_key primary key (staff_id, method, path, key)
);

create table id_blocks (
  name text not null, next_id integer not null,
  constraint id_blocks_key primary key (name)
);

insert into id_blocks (name, next_id) values ('all', 1);

create table number_series (
  store_id integer not null, kind text not null, last_no integer not null,
  constraint number_series_key primary key (store_id, kind)
);

-- One row: grows with every change to stores, staff, roles and settings, so that open screens notice it.
create table shop_version (
  id integer primary key, version integer not null
);

insert into shop_version (id, version) values (1, 1);

create table chain_settings (
  id integer primary key, settings_json text not null
);

create table audit_log (
  id integer primary key, at bigint not null, action text not null, staff_id integer,
  session_id integer, store_id integer, subject_id integer, details_json text
);

create table audit_pruning (
  id integer primary key, before bigint not null
);

-- The newest audit events: of all people, of one person.
create index audit_by_time on audit_log(at, id);
create index audit_of_staff on audit_log(staff_id, at, id);
-- Events other than sales: sales are so many that their own events are found by time.
create index audit_beside_sales on audit_log(action, at, id)
  where action not like 'transactions.%' and action not like 'payments.%';
-- Only receipts that were sent again are looked up by their target: a sale needs no entry there.
create index audit_of_receipts on audit_log(subject_id, at, id)
  where action in ('transactions.printReceipt', 'transactions.emailReceipt');

create table media (
  id integer primary key, kind text not null, content_type text not null, created_at bigint not null,
  created_by_id integer not null, store_id integer, content_key text
);

create table media_files (
  media_id integer not null, size text not null, bytes bytes not null,
  constraint media_files_key primary key (media_id, size),
  constraint file_media foreign key (media_id) references media (id)
);

create index media_by_age on media(kind, created_at);

create table outbox (
  id integer primary key, recipient text not null, subject text not null, text text not null,
  html text not null, created_at bigint not null, next_attempt_at bigint not null,
  attempts integer not null, sent_at bigint, last_error text, transaction_id integer, staff_id integer
);

create index outbox_waiting on outbox(next_attempt_at) where sent_at is null;
-- The number of mails that a person asked for recently.
create index outbox_asked on outbox(staff_id, created_at);

-- Customers

create table customer_groups (
  id integer primary key, name text not null, slug text not null, discount_percentage integer not null,
  unique_name text,
  constraint one_group_slug unique (slug)
);

create table signup_channels (
  id integer primary key, name text not null, unique_name text
);

create table customers (
  id integer primary key, name text not null, name_key text not null, phone text not null,
  phone_key text not null, loyalty_points bigint not null, created_at bigint not null, email text,
  address text, birthday text, notes text, customer_group_id integer, signup_channel_id integer,
  deleted_at bigint, last_transaction_at bigint, search_text text,
  total_spent bigint default 0 not null, total_transactions integer default 0 not null,
  constraint customer_group foreign key (customer_group_id) references customer_groups (id)
);

create table loyalty_entries (
  id integer primary key, customer_id integer not null, points bigint not null,
  balance bigint not null, reason text not null, created_at bigint not null, staff_id integer not null,
  transaction_id integer,
  constraint entry_customer foreign key (customer_id) references customers (id)
);

create table chain_counts (
  name text not null, count integer not null,
  constraint chain_counts_key primary key (name)
);

insert into chain_counts (name, count) values ('customers', 0);

-- Indexes that hold every column of the list's filters; deleted customers are in none. The condition on deletion
-- stands in the columns, too: without it, SQLite reads every row to check it.
create index customers_in_group on customers(customer_group_id, loyalty_points, signup_channel_id, name_key, deleted_at)
where deleted_at is null;
create index customers_in_group_by_name on customers(customer_group_id, name_key, id) where deleted_at is null;
create index customers_of_channel on customers(signup_channel_id, loyalty_points, name_key, deleted_at)
where deleted_at is null;
create index customers_by_points on customers(loyalty_points, name_key, deleted_at) where deleted_at is null;
create index customers_there on customers(name_key, id, deleted_at) where deleted_at is null;
-- New customers of a day.
create index customers_by_age on customers(created_at) where deleted_at is null;
-- Deleted customers have no search words, but their sales are found by their names.
create index customers_gone on customers(id) where deleted_at is not null;
create index customers_by_phone on customers(phone_key);
create index loyalty_by_date on loyalty_entries(customer_id, created_at, id);
create unique index one_group_name on customer_groups(unique_name);
create unique index one_channel_name on signup_channels(unique_name);

-- Catalogue

create table manufacturers (
  id integer primary key, name text not null, unique_name text
);

create table product_types (
  id integer primary key, name text not null, slug text not null, requires_serial integer not null,
  warranty_months integer, warranty_months_used integer, reorder_point integer, unique_name text
);

create unique index one_manufacturer_name on manufacturers(unique_name);
create unique index one_product_type_name on product_types(unique_name);

create table products (
  id integer primary key, name text not null, name_key text not null, sku text not null,
  manufacturer_id integer not null, product_type_id integer not null, status text not null,
  requires_serial integer not null, created_at bigint not null, warranty_months integer,
  warranty_months_used integer, description text, updated_at bigint, image_url text,
  constraint one_sku unique (sku),
  constraint product_manufacturer foreign key (manufacturer_id) references manufacturers (id),
  constraint product_type foreign key (product_type_id) references product_types (id)
);

create index products_by_name on products(name_key, id);
-- The newest products.
create index products_by_age on products(created_at, id);
-- Products of a type, of a manufacturer, and discontinued ones.
create index products_of_type on products(product_type_id, name_key, id, status, manufacturer_id);
create index products_of_maker on products(manufacturer_id, name_key, id, status, product_type_id);
create index products_inactive on products(name_key, id) where status = 'inactive';

create table product_variations (
  id integer primary key, product_id integer not null, name text not null, cost bigint not null,
  retail_price bigint not null, is_active integer not null, created_at bigint not null, barcode text,
  wholesale_price bigint, member_price bigint, minimum_price bigint, updated_at bigint, image_url text,
  constraint one_barcode unique (barcode),
  constraint variation_product foreign key (product_id) references products (id)
);

create table variation_attributes (
  product_variation_id integer not null, product_id integer not null, name_key text not null,
  value_key text not null, name text not null, value text not null, position integer not null,
  constraint variation_attributes_key primary key (product_variation_id, name_key),
  constraint attribute_variation foreign key (product_variation_id) references product_variations (id)
);

create index variations_by_product on product_variations(product_id);
create index attributes_by_value on variation_attributes(name_key, value_key, product_id, product_variation_id);

-- One row for each changed field: `before` and `after` as on the wire.
create table product_history (
  id integer primary key, product_id integer not null, at bigint not null, field text not null,
  product_variation_id integer, staff_id integer, before_json text, after_json text,
  constraint history_product foreign key (product_id) references products (id)
);

create index history_of_product on product_history(product_id, at, id);

create table product_photos (
  id integer primary key, product_id integer not null, position integer not null,
  product_variation_id integer,
  constraint photo_media foreign key (id) references media (id),
  constraint photo_product foreign key (product_id) references products (id),
  constraint photo_variation foreign key (product_variation_id) references product_variations (id)
);

create index photos_of_product on product_photos(product_id, position);
create unique index one_photo_of_variation on product_photos(product_variation_id) where product_variation_id is not null;

-- Units

create table inventory_items (
  id integer primary key, product_variation_id integer not null, store_id integer not null,
  status text not null, category text not null, created_at bigint not null, condition_rating integer,
  serial_number text, imei text, imei2 text, qr_code text, purchase_cost bigint, supplier_id integer,
  notes text, locked_at bigint, locked_by_id integer, locked_by_session integer,
  locked_for_draft integer, lock_token text, lock_expires_at bigint, created_by_id integer,
  updated_at bigint, sold_at bigint, counts_begun integer,
  constraint item_variation foreign key (product_variation_id) references product_variations (id),
  constraint item_store foreign key (store_id) references stores (id)
);

-- A phone's two IMEIs are unique across both columns, even with concurrent writers.
create table unit_imeis (
  imei text not null, inventory_item_id integer not null,
  constraint one_imei primary key (imei),
  constraint imei_unit foreign key (inventory_item_id) references inventory_items (id)
);

create unique index one_serial_number on inventory_items(serial_number) where serial_number is not null;
create unique index one_qr_code on inventory_items(qr_code) where qr_code is not null;

-- The events of a unit, except those that its sales, transfers and counts hold themselves.
create table unit_events (
  id integer primary key, inventory_item_id integer not null, at bigint not null, kind text not null,
  staff_id integer, store_id integer, details_json text,
  constraint event_unit foreign key (inventory_item_id) references inventory_items (id)
);

-- Its id is that of its event in the unit's history. Its line is no foreign key: every saved draft would look for it
-- here.
create table trade_ins (
  id integer primary key, inventory_item_id integer not null, store_id integer not null,
  staff_id integer not null, traded_in_at bigint not null, transaction_item_id integer,
  customer_id integer, brought_by text, paid bigint, supplier_id integer,
  constraint trade_in_event foreign key (id) references unit_events (id),
  constraint trade_in_unit foreign key (inventory_item_id) references inventory_items (id),
  constraint trade_in_store foreign key (store_id) references stores (id),
  constraint trade_in_staff foreign key (staff_id) references staff (id),
  constraint trade_in_customer foreign key (customer_id) references customers (id)
);

-- The units of a variation in every state: sold and locked units keep their place.
create index items_by_variation on inventory_items(product_variation_id, store_id, id);
-- The few locked units; free ones stand in `next_free`.
create index held_units on inventory_items(product_variation_id, store_id) where status = 'locked';
create index held_for_draft on inventory_items(locked_for_draft) where locked_for_draft is not null;
-- Finds a variation's next free unit for a till as fast among twenty thousand as among twenty: new ones first, then
-- by id. The expression must match the query's word for word.
create index next_free on inventory_items(product_variation_id, store_id, (case when category = 'new' then 0 else 1 end), id)
where status = 'available';
-- A store's units by age: unsold ones, and sold ones without those of an unfinished import. The variation is a
-- column, so that rare ones are found in the index alone.
create index units_unsold on inventory_items(store_id, created_at, id, product_variation_id) where sold_at is null;
create index units_sold on inventory_items(store_id, created_at, id, product_variation_id) where sold_at > 0;
-- Used and refurbished units, which are few beside the new ones.
create index units_second_hand on inventory_items(store_id, category, created_at, id, sold_at) where category <> 'new';
-- The few unsold units that cannot be sold.
create index units_aside on inventory_items(status, store_id, created_at, id)
where status in ('in_transit', 'defective', 'lost', 'returned');
-- A unit's IMEIs, for their deletion.
create index imeis_of_unit on unit_imeis(inventory_item_id);
create index events_of_unit on unit_events(inventory_item_id, at, id);
create index trade_ins_of_unit on trade_ins(inventory_item_id);

-- Stock, kept by triggers

create table stock_of_stores (
  store_id integer not null, units integer not null, low integer not null, out integer not null,
  constraint stock_of_stores_key primary key (store_id)
);

create table stock_of_variations (
  store_id integer not null, product_variation_id integer not null, units integer not null,
  known integer not null, reorder_point integer default 0 not null,
  constraint stock_of_variations_key primary key (product_variation_id, store_id)
);

create table stock_of_products (
  store_id integer not null, product_id integer not null, name_key text not null,
  units integer not null,
  constraint stock_of_products_key primary key (product_id, store_id)
);

-- The products in stock in a store, by name, for the first of the till's cards, with their quantities, which a sale
-- writes anyway.
create index products_standing on stock_of_products(store_id, name_key, product_id, units) where units > 0;

-- Low stock, kept by triggers

create table reorder_points (
  product_variation_id integer not null, store_id integer not null, reorder_point integer not null,
  constraint reorder_points_key primary key (product_variation_id, store_id),
  constraint point_variation foreign key (product_variation_id) references product_variations (id),
  constraint point_store foreign key (store_id) references stores (id)
);

create table low_stock (
  product_variation_id integer not null, store_id integer not null, spare integer not null,
  is_out integer not null, name_key text not null, product_type_id integer not null,
  manufacturer_id integer not null,
  constraint low_stock_key primary key (product_variation_id, store_id)
);

-- Indexes for a store's low stock: all of it, of a type, of a manufacturer, sold out or not.
create index low_by_name on low_stock(store_id, name_key, product_variation_id, product_type_id, manufacturer_id, is_out);
create index low_by_spare on low_stock(store_id, spare, name_key, product_variation_id, product_type_id, manufacturer_id, is_out);
create index low_of_type on low_stock(store_id, product_type_id, name_key, product_variation_id, manufacturer_id, is_out);
create index low_of_maker on low_stock(store_id, manufacturer_id, name_key, product_variation_id, product_type_id, is_out);
create index low_by_level on low_stock(store_id, is_out, name_key, product_variation_id, product_type_id, manufacturer_id);

-- Suppliers

create table suppliers (
  id integer primary key, name text not null, name_key text not null, search_text text not null,
  code text not null, is_active integer not null, created_at bigint not null, contact_person text,
  email text, phone text, address text, payment_terms text, notes text, deleted_at bigint
);

create table supplier_totals (
  supplier_id integer not null, units integer not null, value bigint not null,
  constraint supplier_totals_key primary key (supplier_id)
);

create index suppliers_by_name on suppliers(name_key, id, deleted_at) where deleted_at is null;
create index suppliers_by_status on suppliers(is_active, name_key, id, deleted_at) where deleted_at is null;
-- A supplier's units of a store by age: all of them, and the unsold ones. Unsold units less the few set aside are
-- those in the stores: counted in the index alone, which SQLite does only if it also holds the column of its
-- condition. Placed before the order's columns, that column also makes SQLite prefer this index.
create index units_of_supplier on inventory_items(supplier_id, store_id, created_at, id) where supplier_id is not null;
create index unsold_of_supplier on inventory_items(supplier_id, store_id, sold_at, created_at, id)
where supplier_id is not null and sold_at is null;
-- The few unsold units that cannot be sold: a lock or a sale writes nothing here.
create index aside_of_supplier on inventory_items(supplier_id, status)
where supplier_id is not null and status in ('in_transit', 'defective', 'lost', 'returned');
create unique index one_supplier_code on suppliers(code) where deleted_at is null;

-- Sales

create table transactions (
  id integer primary key, store_id integer not null, staff_id integer not null, status text not null,
  version integer not null, claim_no integer not null, draft_number text not null,
  subtotal bigint not null, discount_amount bigint not null, taxable_amount bigint not null,
  tax_rate integer not null, prices_include_tax integer not null, tax_amount bigint not null,
  total_amount bigint not null, change_due bigint not null, points_earned bigint not null,
  copies_printed integer not null, created_at bigint not null, updated_at bigint not null,
  customer_id integer, invoice_no integer, invoice_number text, discounts_json text, notes text,
  receipt_email text, created_by_id integer, dated_at bigint, completed_at bigint,
  completed_by_id integer, voided_at bigint, voided_by_id integer, void_reason text, deleted_at bigint,
  deleted_by_id integer, deletion_reason text, balance_due bigint default 0 not null,
  refunded_amount bigint default 0 not null,
  constraint transaction_store foreign key (store_id) references stores (id),
  constraint transaction_staff foreign key (staff_id) references staff (id),
  constraint transaction_customer foreign key (customer_id) references customers (id),
  constraint one_draft_number unique (draft_number)
);

create unique index one_draft on transactions(staff_id, customer_id) where status = 'draft' and deleted_at is null;
create unique index one_invoice_no on transactions(store_id, invoice_no) where invoice_no is not null;
-- Drafts have neither a number nor a time of completion.
create index transactions_by_number on transactions(invoice_number) where invoice_number is not null;
create index transactions_completed on transactions(store_id, completed_at) where completed_at is not null;
create index transactions_voided on transactions(store_id, voided_at) where voided_at is not null;
create index transactions_dated on transactions(store_id, dated_at, id);
-- A store's transactions by total; dates are checked in the index alone.
create index transactions_by_total on transactions(store_id, total_amount, id, dated_at, deleted_at);
-- The few transactions of one state, newest first and by total: a search among all of a store's would read nearly
-- all. The status stands in the columns although it is the same in all, or SQLite prefers a longer index.
create index drafts_in_store on transactions(store_id, status, dated_at, id) where status = 'draft' and deleted_at is null;
create index transactions_void on transactions(store_id, status, dated_at, id, staff_id, deleted_at)
  where status = 'void' and deleted_at is null;
create index transactions_refunded on transactions(store_id, status, dated_at, id, staff_id, deleted_at)
  where status = 'refunded' and deleted_at is null;
create index transactions_void_by_total on transactions(store_id, status, total_amount, id)
  where status = 'void' and deleted_at is null;
create index transactions_refunded_by_total on transactions(store_id, status, total_amount, id)
  where status = 'refunded' and deleted_at is null;
-- The sales of a person, newest first.
create index transactions_of_staff on transactions(store_id, staff_id, dated_at, id, deleted_at);
-- A customer's purchases in some stores, newest first, and their number.
create index transactions_of_customer on transactions(customer_id, dated_at, id, store_id, deleted_at);

create table transaction_items (
  id integer primary key, transaction_id integer not null, position integer not null,
  inventory_item_id integer not null, price bigint not null, discount_amount bigint not null,
  final_price bigint not null, live integer not null, discount_reason text, discounts_json text,
  floor_agreed integer, refunded_at bigint, refund_id integer, traded_in_at bigint,
  warranty_months integer,
  constraint line_transaction foreign key (transaction_id) references transactions (id),
  constraint line_item foreign key (inventory_item_id) references inventory_items (id)
);

create unique index one_live_line on transaction_items(inventory_item_id) where live = 1;
create index lines_by_transaction on transaction_items(transaction_id, position);
-- The sales of a unit. Lines of drafts, which come and go, promise no warranty yet.
create index sold_lines_of_unit on transaction_items(inventory_item_id, id) where warranty_months is not null;

create table payments (
  id integer primary key, transaction_id integer not null, method text not null,
  amount bigint not null, status text not null, created_at bigint not null,
  created_by_id integer not null, reference_number text, reference_key text, expected_date text,
  screenshot_url text, notes text, paid_at bigint, verified_by_id integer, verified_at bigint,
  verification_notes text, failed_at bigint, failed_by_id integer, failure_reason text,
  deleted_at bigint, deleted_by_id integer, deletion_reason text,
  constraint payment_transaction foreign key (transaction_id) references transactions (id)
);

create index payments_by_transaction on payments(transaction_id);
-- Cash has no reference.
create index payments_by_reference on payments(reference_key, method) where reference_key is not null;
create index payments_by_day on payments(paid_at);
create index failed_payments on payments(failed_at) where failed_at is not null;
create index payments_by_screenshot on payments(screenshot_url) where screenshot_url is not null;
create index pending_payments on payments(transaction_id) where status = 'pending' and deleted_at is null;

create table refunds (
  id integer primary key, transaction_id integer not null, store_id integer not null,
  amount bigint not null, reason text not null, refunded_by_id integer not null,
  created_at bigint not null, written_off bigint default 0 not null,
  withheld bigint default 0 not null, tax bigint default 0 not null,
  constraint refund_transaction foreign key (transaction_id) references transactions (id)
);

create table refund_items (
  refund_id integer not null, transaction_item_id integer not null, disposition text not null,
  amount bigint not null,
  constraint refund_items_key primary key (refund_id, transaction_item_id)
);

create table refund_payouts (
  id integer primary key, refund_id integer not null, method text not null, amount bigint not null,
  reference_number text,
  constraint payout_refund foreign key (refund_id) references refunds (id)
);

create index refunds_by_transaction on refunds(transaction_id);
create index refunds_in_store on refunds(store_id, created_at);
create index payouts_by_refund on refund_payouts(refund_id);

-- Transfers

create table transfers (
  id integer primary key, number text not null, from_store_id integer not null,
  to_store_id integer not null, status text not null, claim_no integer not null,
  sent_at bigint not null, sent_by_id integer not null, units_count integer not null,
  received_count integer not null, defective_count integer not null, lost_count integer not null,
  returned_count integer not null, extra_count integer not null, has_differences integer not null,
  reason text, ended_at bigint, ended_by_id integer, cancel_reason text,
  constraint transfer_from foreign key (from_store_id) references stores (id),
  constraint transfer_to foreign key (to_store_id) references stores (id),
  constraint transfer_sender foreign key (sent_by_id) references staff (id),
  constraint one_transfer_number unique (number)
);

create table transfer_items (
  transfer_id integer not null, inventory_item_id integer not null, position integer not null,
  state text not null, is_damaged integer not null, scanned_at bigint, scanned_by_id integer,
  settled_at bigint, settled_by_id integer, reason text,
  constraint transfer_items_key primary key (transfer_id, inventory_item_id),
  constraint item_transfer foreign key (transfer_id) references transfers (id),
  constraint item_unit foreign key (inventory_item_id) references inventory_items (id)
);

-- The history of a unit.
create index transfers_of_unit on transfer_items(inventory_item_id, transfer_id);
-- A store's transfers, sent and incoming: all, of a status, and those with discrepancies.
create index transfers_out on transfers(from_store_id, sent_at, id);
create index transfers_in on transfers(to_store_id, sent_at, id);
create index transfers_out_by_status on transfers(from_store_id, status, sent_at, id);
create index transfers_in_by_status on transfers(to_store_id, status, sent_at, id);
create index transfers_out_differing on transfers(from_store_id, has_differences, sent_at, id) where has_differences = 1;
create index transfers_in_differing on transfers(to_store_id, has_differences, sent_at, id) where has_differences = 1;
-- Invariant: a unit is in one open transfer at most.
create unique index one_transit on transfer_items(inventory_item_id) where state = 'in_transit';

-- Stock counts

create table stock_counts (
  id integer primary key, store_id integer not null, no integer not null, number text not null,
  status text not null, scope_key text not null, claim_no integer not null, expected integer not null,
  started_at bigint not null, started_by_id integer not null, lost integer not null,
  surplus integer not null, moved integer not null, brought_back integer not null,
  sold_meanwhile integer not null, held integer not null, product_type_id integer, product_id integer,
  category text, ended_at bigint, ended_by_id integer, reason text,
  constraint count_store foreign key (store_id) references stores (id),
  constraint count_type foreign key (product_type_id) references product_types (id),
  constraint count_product foreign key (product_id) references products (id),
  constraint one_count_number unique (number)
);

create table count_units (
  count_id integer not null, inventory_item_id integer not null, kind text not null, place text,
  place_store_id integer, code text, staff_id integer, scanned_at bigint, settled text,
  constraint count_units_key primary key (count_id, inventory_item_id),
  constraint unit_count foreign key (count_id) references stock_counts (id),
  constraint counted_unit foreign key (inventory_item_id) references inventory_items (id)
);

create table count_codes (
  count_id integer not null, code text not null, staff_id integer not null, scanned_at bigint not null,
  constraint count_codes_key primary key (count_id, code),
  constraint code_count foreign key (count_id) references stock_counts (id)
);

create table count_quantities (
  count_id integer not null, product_variation_id integer not null, quantity integer not null,
  expected integer not null, staff_id integer not null, counted_at bigint not null,
  settled integer not null,
  constraint count_quantities_key primary key (count_id, product_variation_id),
  constraint quantity_count foreign key (count_id) references stock_counts (id),
  constraint quantity_variation foreign key (product_variation_id) references product_variations (id)
);

create table count_tallies (
  count_id integer not null, staff_id integer not null, found integer not null,
  unexpected integer not null, sold integer not null, unknown integer not null,
  constraint count_tallies_key primary key (count_id, staff_id),
  constraint tally_count foreign key (count_id) references stock_counts (id)
);

create unique index one_open_count on stock_counts(store_id, scope_key) where status in ('open', 'closing');
-- A store's counts, all of them or those of a state, the newest first.
create index counts_of_store on stock_counts(store_id, started_at, id);
create index counts_by_status on stock_counts(store_id, status, started_at, id);
-- Counts that are being written to the stock, for the job that resumes them.
create index counts_closing on stock_counts(id) where status = 'closing';
-- The last scans, and the report's lists.
create index counted_last on count_units(count_id, scanned_at, inventory_item_id) where scanned_at is not null;
create index counted_by_kind on count_units(count_id, kind, scanned_at, inventory_item_id);
-- The history of a unit.
create index counts_of_unit on count_units(inventory_item_id, count_id);
-- The counts of a person.
create index tallies_of_staff on count_tallies(staff_id, count_id);

-- Imports

create table imports (
  id integer primary key, kind text not null, state text not null, file_name text not null,
  content_hash text not null, headings_json text not null, sample_json text not null,
  columns_json text not null, has_costs integer not null, stores_json text not null,
  total_rows integer not null, seen_rows integer not null, good_rows integer not null,
  bad_rows integer not null, same_rows integer not null, made_rows integer not null,
  not_taken_rows integer not null, shown_rows integer not null, last_group integer not null,
  created_at bigint not null, created_by_id integer not null, warned_rows integer, store_id integer,
  applied_at bigint, applied_by_id integer, ended_at bigint, worker text, worker_until bigint,
  constraint import_store foreign key (store_id) references stores (id),
  constraint import_staff foreign key (created_by_id) references staff (id)
);

create table import_files (
  import_id integer not null, content bytes not null,
  constraint import_files_key primary key (import_id),
  constraint file_import foreign key (import_id) references imports (id)
);

create table import_rows (
  import_id integer not null, row_no integer not null, group_no integer not null, state text not null,
  cells_json text not null, data_json text, problems_json text, warnings_json text, row_key text,
  made_id integer,
  constraint import_rows_key primary key (import_id, row_no),
  constraint row_import foreign key (import_id) references imports (id)
);

-- The same file again, and the rows made from it.
create index imports_by_content on imports(content_hash, kind, id);
-- Imports being worked on, for the job that resumes them.
create index imports_at_work on imports(id) where state in ('checking', 'writing', 'appearing');
-- The rows of a state: in lists, and in the order of writing.
create index import_rows_by_state on import_rows(import_id, state, group_no, row_no);
-- Rows with the same content that were made before.
create index import_rows_by_key on import_rows(import_id, row_key) where row_key is not null;
-- Rows with warnings, in the order of lists.
create index import_rows_warned on import_rows(import_id, state, group_no, row_no) where warnings_json is not null;
-- One file is written by one import at a time.
create unique index one_import_of_file on imports(content_hash, kind) where state in ('writing', 'appearing');

-- Purchase orders, goods receipts, returns to suppliers

create table purchase_orders (
  id integer primary key, transaction_number text not null, store_id integer not null,
  supplier_id integer not null, status text not null, claim_no integer not null,
  total_amount bigint not null, total_quantity_ordered integer not null,
  total_quantity_received integer not null, qr_codes_count integer not null,
  created_at bigint not null, created_by_id integer not null, notes text, closed_at bigint,
  closed_by_id integer, close_reason text,
  constraint order_store foreign key (store_id) references stores (id),
  constraint order_supplier foreign key (supplier_id) references suppliers (id),
  constraint order_creator foreign key (created_by_id) references staff (id),
  constraint order_closer foreign key (closed_by_id) references staff (id),
  constraint one_order_number unique (transaction_number)
);

create table purchase_order_items (
  id integer primary key, supplier_transaction_id integer not null, position integer not null,
  product_variation_id integer not null, quantity_ordered integer not null,
  quantity_received integer not null, remaining_quantity integer not null, unit_cost bigint not null,
  constraint order_item_order foreign key (supplier_transaction_id) references purchase_orders (id),
  constraint order_item_variation foreign key (product_variation_id) references product_variations (id),
  constraint order_item_within check (quantity_received <= quantity_ordered)
);

create table purchase_order_events (
  id integer primary key, supplier_transaction_id integer not null, at bigint not null,
  kind text not null, by_id integer not null, product_variation_id integer, quantity integer,
  quantity_before integer, unit_cost bigint, unit_cost_before bigint, reason text,
  goods_receipt_id integer,
  constraint order_event_order foreign key (supplier_transaction_id) references purchase_orders (id),
  constraint order_event_by foreign key (by_id) references staff (id),
  constraint order_event_variation foreign key (product_variation_id) references product_variations (id)
);

create table goods_receipts (
  id integer primary key, number text not null, supplier_transaction_id integer not null,
  store_id integer not null, received_at bigint not null, received_by_id integer not null,
  units_count integer not null, notes text,
  constraint receipt_order foreign key (supplier_transaction_id) references purchase_orders (id),
  constraint receipt_store foreign key (store_id) references stores (id),
  constraint receipt_receiver foreign key (received_by_id) references staff (id),
  constraint one_receipt_number unique (number)
);

-- An item's id is that of its event in the unit's history. It stays when its unit is deleted.
create table goods_receipt_items (
  id integer primary key, goods_receipt_id integer not null,
  supplier_transaction_item_id integer not null, position integer not null, unit_cost bigint not null,
  inventory_item_id integer,
  constraint receipt_item_receipt foreign key (goods_receipt_id) references goods_receipts (id),
  constraint receipt_item_ordered foreign key (supplier_transaction_item_id) references purchase_order_items (id),
  constraint receipt_item_unit foreign key (inventory_item_id) references inventory_items (id)
);

create table expected_serials (
  id integer primary key, supplier_transaction_id integer not null, position integer not null,
  product_variation_id integer, serial_number text, imei text, imei2 text,
  constraint expected_order foreign key (supplier_transaction_id) references purchase_orders (id),
  constraint expected_variation foreign key (product_variation_id) references product_variations (id)
);

create table supplier_returns (
  id integer primary key, number text not null, supplier_id integer not null,
  store_id integer not null, claim_no integer not null, reason text not null,
  created_at bigint not null, created_by_id integer not null, units_count integer not null,
  back_count integer not null, reference text, notes text,
  constraint return_supplier foreign key (supplier_id) references suppliers (id),
  constraint return_store foreign key (store_id) references stores (id),
  constraint return_creator foreign key (created_by_id) references staff (id),
  constraint one_return_number unique (number)
);

create table supplier_return_items (
  supplier_return_id integer not null, inventory_item_id integer not null, position integer not null,
  was text not null, purchase_cost bigint, came_back_at bigint, came_back_by_id integer,
  came_back_as text,
  constraint return_items_key primary key (supplier_return_id, inventory_item_id),
  constraint return_item_return foreign key (supplier_return_id) references supplier_returns (id),
  constraint return_item_unit foreign key (inventory_item_id) references inventory_items (id),
  constraint return_item_back_by foreign key (came_back_by_id) references staff (id)
);

-- Invariant: a unit is with a supplier at most once.
create unique index one_return_away on supplier_return_items(inventory_item_id) where came_back_at is null;
-- Lists of a store's orders: all, of a status and of a supplier; and a supplier's orders of all stores.
create index orders_of_store on purchase_orders(store_id, created_at, id);
create index orders_by_status on purchase_orders(store_id, status, created_at, id);
create index orders_of_store_by_supplier on purchase_orders(store_id, supplier_id, created_at, id);
create index orders_of_supplier on purchase_orders(supplier_id, created_at, id);
create index order_items_in_order on purchase_order_items(supplier_transaction_id, position);
-- Units of a variation that are still to come.
create index order_items_of_variation on purchase_order_items(product_variation_id, remaining_quantity);
create index order_events_in_order on purchase_order_events(supplier_transaction_id, id);
create index receipts_of_order on goods_receipts(supplier_transaction_id, id);
create index receipt_items_in_receipt on goods_receipt_items(goods_receipt_id);
-- Finds the rows of a unit that is to be deleted.
create index receipt_items_of_unit on goods_receipt_items(inventory_item_id);
create index expected_serials_of_order on expected_serials(supplier_transaction_id, position);
create index returns_of_store on supplier_returns(store_id, created_at, id);
create index returns_of_supplier on supplier_returns(supplier_id, created_at, id);
-- The history of a unit.
create index returns_of_unit on supplier_return_items(inventory_item_id, supplier_return_id);

-- Labels

create table qr_batches (
  id integer primary key, batch_code text not null, store_id integer not null,
  supplier_transaction_id integer not null, created_at bigint not null, created_by_id integer not null,
  unused integer not null, linked integer not null, voided integer not null, notes text,
  constraint qr_batch_store foreign key (store_id) references stores (id),
  constraint qr_batch_order foreign key (supplier_transaction_id) references purchase_orders (id),
  constraint qr_batch_creator foreign key (created_by_id) references staff (id),
  constraint one_batch_code unique (batch_code)
);

create table qr_codes (
  id integer primary key, qr_code text not null, batch_id integer not null, store_id integer not null,
  supplier_transaction_id integer not null, status text not null, created_at bigint not null,
  inventory_item_id integer, linked_at bigint, linked_by_id integer, voided_at bigint,
  voided_by_id integer, void_reason text,
  constraint qr_code_batch foreign key (batch_id) references qr_batches (id),
  constraint qr_code_store foreign key (store_id) references stores (id),
  constraint qr_code_order foreign key (supplier_transaction_id) references purchase_orders (id),
  constraint qr_code_unit foreign key (inventory_item_id) references inventory_items (id),
  constraint qr_code_linker foreign key (linked_by_id) references staff (id),
  constraint qr_code_voider foreign key (voided_by_id) references staff (id),
  constraint one_label_code unique (qr_code)
);

create table qr_totals (
  store_id integer not null, unused integer not null, linked integer not null, voided integer not null,
  constraint qr_totals_key primary key (store_id)
);

-- A store's codes: all of them and of a state.
create index qr_codes_of_store on qr_codes(store_id, created_at, id);
create index qr_codes_by_status on qr_codes(store_id, status, created_at, id);
-- A batch in the order of its sheet, and its codes of a state.
create index qr_codes_of_batch on qr_codes(batch_id, id);
create index qr_codes_of_batch_by_status on qr_codes(batch_id, status, id);
create index qr_batches_of_store on qr_batches(store_id, created_at, id);
-- A unit has one label; also finds the label of a unit that is to be deleted.
create unique index one_label on qr_codes(inventory_item_id);

-- Tills, shifts, cash and readings

create table tills (
  id integer primary key, store_id integer not null, name text not null, unique_name text not null,
  grand_total bigint not null, last_z_no integer not null, claim_no integer not null,
  created_at bigint not null, created_by_id integer not null, device_key text, retired_at bigint,
  constraint till_store foreign key (store_id) references stores (id),
  constraint till_creator foreign key (created_by_id) references staff (id),
  constraint one_till_name unique (store_id, unique_name),
  constraint one_till_of_device unique (store_id, device_key)
);

create table shifts (
  id integer primary key, number text not null, store_id integer not null, till_id integer not null,
  status text not null, claim_no integer not null, opened_at bigint not null,
  opened_by_id integer not null, float_amount bigint not null, float_json text, counted_at bigint,
  counted_by_id integer, count_json text, counted_amount bigint, expected_json text, difference bigint,
  differs integer, counts_made integer, closed_at bigint, closed_by_id integer, reason text,
  constraint shift_store foreign key (store_id) references stores (id),
  constraint shift_till foreign key (till_id) references tills (id),
  constraint shift_opener foreign key (opened_by_id) references staff (id),
  constraint one_shift_number unique (number)
);

create table till_entries (
  id integer primary key, store_id integer not null, at bigint not null, kind text not null,
  amount bigint not null, quantity integer not null, discount bigint not null, tax bigint not null,
  written_off bigint not null, staff_id integer not null, method text, till_id integer,
  shift_id integer, approved_by_id integer, transaction_id integer, corrects_shift_id integer,
  invoice_no integer, reason text,
  constraint entry_store foreign key (store_id) references stores (id),
  constraint entry_shift foreign key (shift_id) references shifts (id)
);

create table z_readings (
  id integer primary key, store_id integer not null, till_id integer not null, no integer not null,
  business_date text not null, taken_at bigint not null, taken_by_id integer not null,
  reading_json text not null,
  constraint z_store foreign key (store_id) references stores (id),
  constraint z_till foreign key (till_id) references tills (id),
  constraint z_taker foreign key (taken_by_id) references staff (id),
  constraint one_z_number unique (till_id, no)
);

-- The part of a shift that happened on one day is in one reading.
create table z_reading_shifts (
  shift_id integer not null, business_date text not null, z_reading_id integer not null,
  is_last integer not null,
  constraint z_shift_key primary key (shift_id, business_date),
  constraint z_shift foreign key (shift_id) references shifts (id),
  constraint z_shift_reading foreign key (z_reading_id) references z_readings (id)
);

create table shift_counts (
  id integer primary key, shift_id integer not null, at bigint not null, staff_id integer not null,
  count_json text not null, expected_json text not null,
  constraint count_shift foreign key (shift_id) references shifts (id),
  constraint count_counter foreign key (staff_id) references staff (id)
);

create index entries_of_store on till_entries(store_id, at);
create index shifts_of_store on shifts(store_id, opened_at, id);
create index z_readings_of_store on z_readings(store_id, business_date, id);
create index corrections_of_shift on till_entries(corrects_shift_id) where corrects_shift_id is not null;
create index entries_of_shift on till_entries(shift_id) where shift_id is not null;
create index counts_of_shift on shift_counts(shift_id);
-- Invariant: a till has one open shift at a time.
create unique index one_open_shift on shifts(till_id) where closed_at is null;
