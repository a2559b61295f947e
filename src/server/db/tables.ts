import type { Generated } from 'kysely';
import type { ApprovalAct } from '#domain/approvals.ts';
import type { CountedKind, CountStatus, Settlement, UnexpectedPlace } from '#domain/counts.ts';
import type { Role } from '#domain/roles.ts';
import type { PaymentMethod, PaymentStatus } from '#domain/payments.ts';
import type { QrCodeStatus } from '#domain/qr-codes.ts';
import type { Disposition } from '#domain/refunds.ts';
import type { ImportKind, ImportRowState, ImportState } from '#domain/imports.ts';
import type { MediaKind, ThumbnailSize } from '#domain/media.ts';
import type { EntryKind, ShiftStatus } from '#domain/shifts.ts';
import type { ComeBackStatus } from '#domain/supplier-returns.ts';
import type { ItemCategory, ItemStatus, TransactionStatus } from '#domain/transactions.ts';
import type { OrderEventKind, OrderStatus } from '#domain/purchase-orders.ts';
import type { UnitEventKind } from '#domain/units.ts';
import type { TransferItemState, TransferStatus } from '#domain/transfers.ts';

// One type a table, with the wire's names. Amounts are centavos, rates basis points, instants epoch milliseconds,
// booleans 0 or 1, and columns ending in `_json` hold JSON text; the same on every engine.

export type Flag = 0 | 1;

export type StoresTable = {
  id: number;
  code: string;
  name: string;
  name_key: string;
  address: string | null;
  phone: string | null;
  email: string | null;
  timezone: string;
  is_active: Flag;
  is_warehouse: Flag;
  settings_json: string | null;
  created_at: number;
  /** Whether it keeps shifts while its settings say nothing of it: stores of before there were shifts do not. */
  keeps_shifts: Flag | null;
};

export type StaffTable = {
  id: number;
  name: string;
  name_key: string;
  email: string;
  password_hash: string;
  role: Role;
  primary_store_id: number | null;
  is_active: Flag;
  must_change_password: Flag;
  /** Until when a temporary password lets them in. */
  password_until: number | null;
  created_at: number;
  last_login_at: number | null;
};

export type StaffStoresTable = { staff_id: number; store_id: number };

export type SessionsTable = {
  id: number;
  token_hash: string;
  staff_id: number;
  device_name: string | null;
  created_at: number;
  expires_at: number;
  /** To within minutes; null for a sign-in of before it was kept. */
  last_used_at: number | null;
  /** From where it was last used. */
  address: string | null;
  /** In which store it last worked. */
  store_id: number | null;
};

/** Where a role's permissions differ from the default. */
export type RoleGrantsTable = { role: Role; permission: string; is_granted: Flag };

/** One row: how often stores, staff, roles and settings have been changed. */
export type ShopVersionTable = { id: number; version: number };

/** Asked for by mail: whoever has the token may set a new password, once. */
export type PasswordResetsTable = {
  token_hash: string;
  staff_id: number;
  created_at: number;
  expires_at: number;
};

/** Failed sign-ins within a window, by account or by address. */
export type StaffPinsTable = {
  staff_id: number;
  pin_hash: string | null;
  /** The part of a badge's code by which it is found. */
  badge_id: string | null;
  badge_hash: string | null;
  changed_at: number;
};

/** One act that a manager let somebody do. */
export type ApprovalsTable = {
  id: number;
  token_hash: string;
  store_id: number;
  act: ApprovalAct;
  /** Of what it is done to: the id in the call's path. */
  subject_id: number | null;
  session_id: number;
  approver_id: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
};

export type LoginFailuresTable = { subject: string; window_started_at: number; failures: number };

export type CustomerGroupsTable = {
  id: number;
  name: string;
  slug: string;
  discount_percentage: number;
  /** No other group has it. */
  unique_name: string;
};

export type CustomersTable = {
  id: number;
  name: string;
  name_key: string;
  phone: string;
  phone_key: string;
  email: string | null;
  address: string | null;
  birthday: string | null;
  notes: string | null;
  customer_group_id: number | null;
  signup_channel_id: number | null;
  loyalty_points: number;
  created_at: number;
  deleted_at: number | null;
  /** What the chain sold to them: sales that were not voided, less what was refunded. */
  total_spent: Generated<number>;
  total_transactions: Generated<number>;
  last_transaction_at: number | null;
  /** Every word of theirs in `search_words`, each after a space. */
  search_text: string;
};

/** Who is found by which word, in whole or by its beginning. */
export type SearchWordsTable = { kind: 'customer' | 'supplier'; word: string; subject_id: number };

/** The codes that a subject is found by any part of; `rowid` is its id. */
export type CodesTable = { rowid: number; code_text: string };

export type SignupChannelsTable = { id: number; name: string; unique_name: string };

/** Every change of a customer's points, with the balance after it. */
export type LoyaltyEntriesTable = {
  id: number;
  customer_id: number;
  points: number;
  balance: number;
  reason: string;
  transaction_id: number | null;
  staff_id: number;
  created_at: number;
};

export type ManufacturersTable = { id: number; name: string; unique_name: string };
export type ProductTypesTable = {
  id: number;
  name: string;
  /** Which drawing stands for its products. */
  slug: string;
  requires_serial: Flag;
  /** Months for new units, and for used and refurbished ones; null and 0 are none. */
  warranty_months: number | null;
  warranty_months_used: number | null;
  /** A variation is low in a store that has fewer, unless that says otherwise; null for what everybody starts with. */
  reorder_point: number | null;
  /** No other type has it. */
  unique_name: string;
};

export type ProductsTable = {
  id: number;
  name: string;
  name_key: string;
  sku: string;
  manufacturer_id: number;
  product_type_id: number;
  status: 'active' | 'inactive';
  requires_serial: Flag;
  description: string | null;
  /** As its type's, which hold where these are null. */
  warranty_months: number | null;
  warranty_months_used: number | null;
  created_at: number;
  updated_at: number | null;
  /** The address of its first photo, kept here so that the till reads no other table for it. */
  image_url: string | null;
};

export type ProductVariationsTable = {
  id: number;
  product_id: number;
  name: string;
  barcode: string | null;
  cost: number;
  retail_price: number;
  wholesale_price: number | null;
  member_price: number | null;
  minimum_price: number | null;
  is_active: Flag;
  created_at: number;
  updated_at: number | null;
  /** The address of its own photo, kept here so that the till reads no other table for it. */
  image_url: string | null;
};

/** What tells a variation from others, `Color` is `Black`; the keys are what is searched. */
export type VariationAttributesTable = {
  product_variation_id: number;
  /** The variation's, which never changes: products are found by their attributes without it. */
  product_id: number;
  name_key: string;
  value_key: string;
  name: string;
  value: string;
  position: number;
};

/** What of a product, or of one of its variations, became different, and by whom; `…_json` as on the wire. */
export type ProductHistoryTable = {
  id: number;
  product_id: number;
  product_variation_id: number | null;
  at: number;
  staff_id: number | null;
  field: string;
  before_json: string | null;
  after_json: string | null;
};

export type SuppliersTable = {
  id: number;
  name: string;
  name_key: string;
  /** The words that they are found by. */
  search_text: string;
  code: string;
  contact_person: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  payment_terms: string | null;
  notes: string | null;
  is_active: Flag;
  created_at: number;
  deleted_at: number | null;
};

/** Kept by triggers: the units that came from a supplier, and what these cost together. */
export type SupplierTotalsTable = { supplier_id: number; units: number; value: number };

export type InventoryItemsTable = {
  id: number;
  product_variation_id: number;
  store_id: number;
  status: ItemStatus;
  category: ItemCategory;
  condition_rating: number | null;
  serial_number: string | null;
  imei: string | null;
  /** Most phones have two; both stand in `unit_imeis`. */
  imei2: string | null;
  qr_code: string | null;
  purchase_cost: number | null;
  supplier_id: number | null;
  notes: string | null;
  locked_at: number | null;
  locked_by_id: number | null;
  locked_by_session: number | null;
  locked_for_draft: number | null;
  lock_token: string | null;
  lock_expires_at: number | null;
  created_at: number;
  created_by_id: number | null;
  updated_at: number | null;
  /** When it was sold, for as long as it is; kept with `status`. 0 of one that an import has written and not shown yet. */
  sold_at: number | null;
  /** Kept by triggers: how many counts of its store had begun when it came to stand there; null for none. */
  counts_begun: number | null;
};

/** Which unit has an IMEI, as its first or its second one. */
export type UnitImeisTable = { imei: string; inventory_item_id: number };

/** What happened to a unit, but for what its sales, transfers and counts tell themselves. */
export type UnitEventsTable = {
  id: number;
  inventory_item_id: number;
  at: number;
  kind: UnitEventKind;
  staff_id: number | null;
  store_id: number | null;
  details_json: string | null;
};

/** Kept by triggers: the units that stand in a store, how many variations are low there, and how many of these are out. */
export type StockOfStoresTable = { store_id: number; units: number; low: number; out: number };
/** Kept by triggers: the units of a variation that stand in a store, and those it keeps records of. */
export type StockOfVariationsTable = {
  store_id: number;
  product_variation_id: number;
  units: number;
  known: number;
  /** What holds there: of its own, its type's or what everybody starts with; 0 for what is sold no more. */
  reorder_point: Generated<number>;
};
/** Kept by triggers: the variations of which fewer units stand in a store than their reorder point there says. */
export type LowStockTable = {
  product_variation_id: number;
  store_id: number;
  /** Units above the point: below 0, so that what lacks most comes first, and names of equals in their order. */
  spare: number;
  is_out: Flag;
  name_key: string;
  product_type_id: number;
  manufacturer_id: number;
};
/** Reorder points that somebody set for a variation in a store. */
export type ReorderPointsTable = { product_variation_id: number; store_id: number; reorder_point: number };
/** Kept by triggers: the units of a product that stand in a store. */
export type StockOfProductsTable = { store_id: number; product_id: number; name_key: string; units: number };
/** Kept by triggers: how many customers there are. */
export type ChainCountsTable = { name: 'customers'; count: number };

export type StockCountsTable = {
  id: number;
  store_id: number;
  /** Its place among the store's counts; see `counts_begun` of the units. */
  no: number;
  number: string;
  status: CountStatus;
  product_type_id: number | null;
  product_id: number | null;
  category: ItemCategory | null;
  /** One count of a part of a store is open at a time. */
  scope_key: string;
  claim_no: number;
  /** Units that stood there when it began. */
  expected: number;
  started_at: number;
  started_by_id: number;
  ended_at: number | null;
  ended_by_id: number | null;
  reason: string | null;
  lost: number;
  surplus: number;
  moved: number;
  brought_back: number;
  sold_meanwhile: number;
  held: number;
};

/** What a count knows of a unit: each once. */
export type CountUnitsTable = {
  count_id: number;
  inventory_item_id: number;
  kind: CountedKind;
  /** Where it should have been. */
  place: UnexpectedPlace | null;
  place_store_id: number | null;
  code: string | null;
  staff_id: number | null;
  /** Null for what nobody scanned. */
  scanned_at: number | null;
  settled: Settlement | null;
};

/** Codes that were scanned and that no unit has. */
export type CountCodesTable = { count_id: number; code: string; staff_id: number; scanned_at: number };

/** How many units without numbers there are of a variation, and how many stood there when that was entered. */
export type CountQuantitiesTable = {
  count_id: number;
  product_variation_id: number;
  quantity: number;
  expected: number;
  staff_id: number;
  counted_at: number;
  settled: Flag;
};

/** How many units somebody scanned in a count; a row each, so that they do not wait for each other. */
export type CountTalliesTable = {
  count_id: number;
  staff_id: number;
  found: number;
  unexpected: number;
  sold: number;
  unknown: number;
};

export type TransactionsTable = {
  id: number;
  store_id: number;
  staff_id: number;
  customer_id: number | null;
  status: TransactionStatus;
  /** Grows with the draft's content; a stale one answers 409 draft_changed. */
  version: number;
  /** Counts the claims on this row, which is the lock over everything beneath it. */
  claim_no: number;
  draft_number: string;
  invoice_no: number | null;
  invoice_number: string | null;
  subtotal: number;
  discount_amount: number;
  taxable_amount: number;
  tax_rate: number;
  prices_include_tax: Flag;
  tax_amount: number;
  total_amount: number;
  change_due: number;
  /** What the customer has of it now: less after a refund, none after a void. */
  points_earned: number;
  /** What a completed sale still lacks, once a payment failed or was deleted. */
  balance_due: number;
  refunded_amount: number;
  /** The cart's discounts. */
  discounts_json: string | null;
  notes: string | null;
  receipt_email: string | null;
  copies_printed: number;
  created_at: number;
  created_by_id: number;
  updated_at: number;
  /** The one date by which it is shown, sorted and filtered: a draft's last change, a sale's completion. */
  dated_at: number;
  completed_at: number | null;
  completed_by_id: number | null;
  voided_at: number | null;
  voided_by_id: number | null;
  void_reason: string | null;
  deleted_at: number | null;
  deleted_by_id: number | null;
  deletion_reason: string | null;
};

/** A unit that somebody brought; its id is that of its event. What was paid is centavos. */
export type TradeInsTable = {
  id: number;
  inventory_item_id: number;
  store_id: number;
  staff_id: number;
  traded_in_at: number;
  /** The line of the sale that it had gone out with; null for one that was never ours. */
  transaction_item_id: number | null;
  customer_id: number | null;
  brought_by: string | null;
  paid: number | null;
  /** Who had supplied it before. */
  supplier_id: number | null;
};

export type TransactionItemsTable = {
  id: number;
  transaction_id: number;
  position: number;
  inventory_item_id: number;
  price: number;
  discount_amount: number;
  discount_reason: string | null;
  discounts_json: string | null;
  final_price: number;
  /** 1 where somebody with `pricing.override` let it below its lowest price. */
  floor_agreed: Flag | null;
  /** 1 from completion until refund or void; a draft's lines are 0. */
  live: Flag;
  refunded_at: number | null;
  refund_id: number | null;
  /** When its unit was traded in: it is the sale's no more, and the sale stands as it was. */
  traded_in_at: number | null;
  /** What was promised when it was sold; null for sales of before it was kept. */
  warranty_months: number | null;
};

export type PaymentsTable = {
  id: number;
  transaction_id: number;
  method: PaymentMethod;
  amount: number;
  status: PaymentStatus;
  reference_number: string | null;
  /** The reference as it is compared with others. */
  reference_key: string | null;
  expected_date: string | null;
  screenshot_url: string | null;
  notes: string | null;
  created_at: number;
  created_by_id: number;
  paid_at: number | null;
  verified_by_id: number | null;
  verified_at: number | null;
  verification_notes: string | null;
  failed_at: number | null;
  failed_by_id: number | null;
  failure_reason: string | null;
  deleted_at: number | null;
  deleted_by_id: number | null;
  deletion_reason: string | null;
};

export type RefundsTable = {
  id: number;
  transaction_id: number;
  store_id: number;
  amount: number;
  /** What the customer need not pay any more, since it was never received: with `amount` what sales are less. */
  written_off: number;
  /** What somebody decided to keep of the units' shares. */
  withheld: number;
  /** The tax in what the sales are less by. */
  tax: number;
  reason: string;
  refunded_by_id: number;
  created_at: number;
};

export type RefundItemsTable = {
  refund_id: number;
  transaction_item_id: number;
  disposition: Disposition;
  amount: number;
};

export type RefundPayoutsTable = {
  id: number;
  refund_id: number;
  method: PaymentMethod;
  amount: number;
  reference_number: string | null;
};

export type NumberSeriesTable = {
  store_id: number;
  kind:
    | 'draft'
    | 'invoice'
    | 'transfer'
    | 'count'
    | 'order'
    | 'supplier_return'
    | 'batch'
    | 'goods_receipt'
    | 'shift';
  last_no: number;
};

export type TillsTable = {
  id: number;
  store_id: number;
  name: string;
  /** No other till of its store has it. */
  unique_name: string;
  /** What it ever sold, before voids and refunds: never reset. */
  grand_total: number;
  last_z_no: number;
  claim_no: number;
  created_at: number;
  created_by_id: number;
  /** The device that is this till now; null once it is retired. */
  device_key: string | null;
  retired_at: number | null;
};

export type ShiftsTable = {
  id: number;
  number: string;
  store_id: number;
  till_id: number;
  status: ShiftStatus;
  claim_no: number;
  opened_at: number;
  opened_by_id: number;
  float_amount: number;
  /** The denominations of the float; null where it was entered as a sum. */
  float_json: string | null;
  counted_at: number | null;
  counted_by_id: number | null;
  /** The denominations of the count, and what was counted by other methods. */
  count_json: string | null;
  counted_amount: number | null;
  /** What there should have been by each method when it was counted. */
  expected_json: string | null;
  /** Of the cash: counted less expected. */
  difference: number | null;
  /** Whether it is off by any method; null until it is counted. */
  differs: Flag | null;
  /** How often it was counted. */
  counts_made: number | null;
  closed_at: number | null;
  closed_by_id: number | null;
  reason: string | null;
};

/** Each count that was made of a shift's drawer, also one that another took the place of: rows are only ever added. */
export type ShiftCountsTable = Pick<ShiftsTable, 'id'> & {
  shift_id: number;
  at: number;
  staff_id: number;
  count_json: string;
  expected_json: string;
};

/** What was sold and taken back, and all money that came and went: rows are only ever added. */
export type TillEntriesTable = {
  id: number;
  store_id: number;
  at: number;
  kind: EntryKind;
  amount: number;
  /** Below zero where something is undone. */
  quantity: number;
  discount: number;
  tax: number;
  written_off: number;
  staff_id: number;
  method: PaymentMethod | null;
  till_id: number | null;
  shift_id: number | null;
  approved_by_id: number | null;
  transaction_id: number | null;
  /** Of a correction, the closed shift that it is about. */
  corrects_shift_id: number | null;
  invoice_no: number | null;
  reason: string | null;
};

/** A till's day, as it was printed. */
export type ZReadingsTable = {
  id: number;
  store_id: number;
  till_id: number;
  /** Counts the readings of the till, without gaps. */
  no: number;
  business_date: string;
  taken_at: number;
  taken_by_id: number;
  reading_json: string;
};

/** Which reading has what of a shift happened on a day. */
export type ZReadingShiftsTable = {
  shift_id: number;
  business_date: string;
  z_reading_id: number;
  /** Nothing of the shift is left for another reading. */
  is_last: Flag;
};

export type PurchaseOrdersTable = {
  id: number;
  transaction_number: string;
  store_id: number;
  supplier_id: number;
  status: OrderStatus;
  /** Counts the claims on this row, which is the lock over everything beneath it. */
  claim_no: number;
  notes: string | null;
  /** Kept with its items. */
  total_amount: number;
  total_quantity_ordered: number;
  total_quantity_received: number;
  /** Kept with its QR codes. */
  qr_codes_count: number;
  created_at: number;
  created_by_id: number;
  /** When somebody cancelled it, or closed what was left of it. */
  closed_at: number | null;
  closed_by_id: number | null;
  close_reason: string | null;
};

export type PurchaseOrderItemsTable = {
  id: number;
  supplier_transaction_id: number;
  position: number;
  product_variation_id: number;
  quantity_ordered: number;
  quantity_received: number;
  /** What is to come: nothing any more of an order that was closed. */
  remaining_quantity: number;
  unit_cost: number;
};

export type PurchaseOrderEventsTable = {
  id: number;
  supplier_transaction_id: number;
  at: number;
  kind: OrderEventKind;
  by_id: number;
  product_variation_id: number | null;
  quantity: number | null;
  quantity_before: number | null;
  unit_cost: number | null;
  unit_cost_before: number | null;
  reason: string | null;
  goods_receipt_id: number | null;
};

export type GoodsReceiptsTable = {
  id: number;
  number: string;
  supplier_transaction_id: number;
  store_id: number;
  received_at: number;
  received_by_id: number;
  units_count: number;
  notes: string | null;
};

export type GoodsReceiptItemsTable = {
  /** That of its event in the unit's life. */
  id: number;
  goods_receipt_id: number;
  supplier_transaction_item_id: number;
  position: number;
  unit_cost: number;
  /** Null once the unit was deleted. */
  inventory_item_id: number | null;
};

export type ExpectedSerialsTable = {
  id: number;
  supplier_transaction_id: number;
  position: number;
  /** Null where the supplier's list did not say what it is. */
  product_variation_id: number | null;
  serial_number: string | null;
  imei: string | null;
  imei2: string | null;
};

export type SupplierReturnsTable = {
  id: number;
  number: string;
  supplier_id: number;
  store_id: number;
  /** Counts the claims on this row, which is the lock over everything beneath it. */
  claim_no: number;
  reference: string | null;
  reason: string;
  notes: string | null;
  created_at: number;
  created_by_id: number;
  units_count: number;
  /** Kept with its units: how many of them came in again. */
  back_count: number;
};

export type SupplierReturnItemsTable = {
  supplier_return_id: number;
  inventory_item_id: number;
  position: number;
  was: ComeBackStatus;
  purchase_cost: number | null;
  /** When it came in again; null while the supplier has it. */
  came_back_at: number | null;
  came_back_by_id: number | null;
  came_back_as: ComeBackStatus | null;
};

/** Codes that were made at once for an order: one sheet of labels. */
export type QrBatchesTable = {
  id: number;
  batch_code: string;
  /** That the order is for. */
  store_id: number;
  supplier_transaction_id: number;
  notes: string | null;
  created_at: number;
  created_by_id: number;
  /** How many of its codes are in each state; kept by triggers. */
  unused: number;
  linked: number;
  voided: number;
};

export type QrCodesTable = {
  id: number;
  qr_code: string;
  batch_id: number;
  store_id: number;
  supplier_transaction_id: number;
  status: QrCodeStatus;
  created_at: number;
  /** The unit that it is linked to. */
  inventory_item_id: number | null;
  linked_at: number | null;
  linked_by_id: number | null;
  voided_at: number | null;
  voided_by_id: number | null;
  void_reason: string | null;
};

/** How many codes of a store are in each state; kept by triggers. */
export type QrTotalsTable = { store_id: number } & Record<QrCodeStatus, number>;

export type TransfersTable = {
  id: number;
  number: string;
  from_store_id: number;
  to_store_id: number;
  status: TransferStatus;
  /** Counts the claims on this row, which is the lock over everything beneath it. */
  claim_no: number;
  reason: string | null;
  sent_at: number;
  sent_by_id: number;
  /** Its units by what became of them; those that are left are in transit. */
  units_count: number;
  received_count: number;
  defective_count: number;
  lost_count: number;
  returned_count: number;
  extra_count: number;
  /** Something arrived damaged, did not arrive, or came without being in it. */
  has_differences: Flag;
  ended_at: number | null;
  ended_by_id: number | null;
  cancel_reason: string | null;
};

export type TransferItemsTable = {
  transfer_id: number;
  inventory_item_id: number;
  position: number;
  state: TransferItemState;
  /** When and by whom it was seen where it goes to; it is in transit until it is received. */
  scanned_at: number | null;
  scanned_by_id: number | null;
  is_damaged: Flag;
  settled_at: number | null;
  settled_by_id: number | null;
  /** What is damaged, why it was settled so, or what was done with one that came without being in it. */
  reason: string | null;
};

export type IdempotencyKeysTable = {
  staff_id: number;
  method: string;
  path: string;
  key: string;
  body_hash: string;
  status: number;
  answer_json: string;
  created_at: number;
};

export type AuditLogTable = {
  id: number;
  at: number;
  staff_id: number | null;
  session_id: number | null;
  store_id: number | null;
  action: string;
  subject_id: number | null;
  details_json: string | null;
};

/** One row: what is from before may be deleted from the log. */
export type AuditPruningTable = { id: number; before: number };

export type MediaTable = {
  id: number;
  kind: MediaKind;
  content_type: string;
  /** What its bytes hash to, shortened; null for those of before there were hashes. */
  content_key: string | null;
  /** The store it was uploaded at; null for what is the chain's. */
  store_id: number | null;
  created_at: number;
  created_by_id: number;
};

/** A picture's bytes, apart from what is asked of it far more often. */
export type MediaFilesTable = { media_id: number; size: 'full' | ThumbnailSize; bytes: Buffer };

export type ProductPhotosTable = {
  /** Its picture's. */
  id: number;
  product_id: number;
  /** Null for one of the product itself. */
  product_variation_id: number | null;
  /** Its place among those of the product. */
  position: number;
};

export type ImportsTable = {
  id: number;
  kind: ImportKind;
  state: ImportState;
  file_name: string;
  /** Of the file's bytes; of units, once it is checked, of what its rows say. */
  content_hash: string;
  headings_json: string;
  /** The first row's cells. */
  sample_json: string;
  /** By field, the place of its column. */
  columns_json: string;
  /** Whether whoever brought it may bring costs. */
  has_costs: Flag;
  /** The ids of the stores that they may bring units to. */
  stores_json: string;
  total_rows: number;
  /** Rows that were looked at by what the server is doing now. */
  seen_rows: number;
  good_rows: number;
  bad_rows: number;
  same_rows: number;
  /** Good rows of which something is odd; null before this was counted. */
  warned_rows: number | null;
  made_rows: number;
  not_taken_rows: number;
  /** Rows whose units are shown. */
  shown_rows: number;
  /** Groups up to this one are written, or shown. */
  last_group: number;
  created_at: number;
  created_by_id: number;
  /** Where its units come to stand; null for what belongs to the chain. */
  store_id: number | null;
  applied_at: number | null;
  applied_by_id: number | null;
  ended_at: number | null;
  /** The server process that is at it, until when nobody else takes it over. */
  worker: string | null;
  worker_until: number | null;
};

/** The file itself, compressed; for as long as it may be read again. */
export type ImportFilesTable = { import_id: number; content: Buffer };

export type ImportRowsTable = {
  import_id: number;
  /** As spreadsheets count. */
  row_no: number;
  /** The first row of what is written together, such as a product with its variations. */
  group_no: number;
  state: ImportRowState;
  /** By field, its cell as it stands in the file. */
  cells_json: string;
  /** What it comes to; null for a bad one. */
  data_json: string | null;
  problems_json: string | null;
  /** What is odd, and may be so. */
  warnings_json: string | null;
  /** Of a unit without any number, what tells it from the file's other rows; null for all others. */
  row_key: string | null;
  made_id: number | null;
};

/** E-mails that wait to be sent, or were. */
export type OutboxTable = {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** The sale that it is of, and who asked for it; null for other mails and for those of before it was kept. */
  transaction_id: number | null;
  staff_id: number | null;
  created_at: number;
  next_attempt_at: number;
  attempts: number;
  sent_at: number | null;
  last_error: string | null;
};

/** One row, once the settings were saved. */
export type ChainSettingsTable = { id: number; settings_json: string };

export type IdBlocksTable = { name: string; next_id: number };

export type Tables = {
  stores: StoresTable;
  staff: StaffTable;
  staff_stores: StaffStoresTable;
  sessions: SessionsTable;
  role_grants: RoleGrantsTable;
  shop_version: ShopVersionTable;
  password_resets: PasswordResetsTable;
  audit_pruning: AuditPruningTable;
  login_failures: LoginFailuresTable;
  staff_pins: StaffPinsTable;
  approvals: ApprovalsTable;
  customer_groups: CustomerGroupsTable;
  customers: CustomersTable;
  search_words: SearchWordsTable;
  transaction_codes: CodesTable;
  unit_codes: CodesTable;
  product_codes: CodesTable;
  variation_codes: CodesTable;
  signup_channels: SignupChannelsTable;
  loyalty_entries: LoyaltyEntriesTable;
  manufacturers: ManufacturersTable;
  product_types: ProductTypesTable;
  products: ProductsTable;
  product_variations: ProductVariationsTable;
  variation_attributes: VariationAttributesTable;
  product_history: ProductHistoryTable;
  suppliers: SuppliersTable;
  supplier_totals: SupplierTotalsTable;
  inventory_items: InventoryItemsTable;
  unit_imeis: UnitImeisTable;
  unit_events: UnitEventsTable;
  trade_ins: TradeInsTable;
  stock_of_stores: StockOfStoresTable;
  stock_of_variations: StockOfVariationsTable;
  low_stock: LowStockTable;
  reorder_points: ReorderPointsTable;
  stock_of_products: StockOfProductsTable;
  chain_counts: ChainCountsTable;
  stock_counts: StockCountsTable;
  count_units: CountUnitsTable;
  count_codes: CountCodesTable;
  count_quantities: CountQuantitiesTable;
  count_tallies: CountTalliesTable;
  transactions: TransactionsTable;
  transaction_items: TransactionItemsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  refund_items: RefundItemsTable;
  refund_payouts: RefundPayoutsTable;
  purchase_orders: PurchaseOrdersTable;
  purchase_order_items: PurchaseOrderItemsTable;
  purchase_order_events: PurchaseOrderEventsTable;
  order_codes: CodesTable;
  supplier_returns: SupplierReturnsTable;
  supplier_return_items: SupplierReturnItemsTable;
  return_codes: CodesTable;
  qr_batches: QrBatchesTable;
  qr_codes: QrCodesTable;
  qr_totals: QrTotalsTable;
  goods_receipts: GoodsReceiptsTable;
  goods_receipt_items: GoodsReceiptItemsTable;
  expected_serials: ExpectedSerialsTable;
  transfers: TransfersTable;
  transfer_items: TransferItemsTable;
  transfer_codes: CodesTable;
  number_series: NumberSeriesTable;
  tills: TillsTable;
  shifts: ShiftsTable;
  shift_counts: ShiftCountsTable;
  till_entries: TillEntriesTable;
  z_readings: ZReadingsTable;
  z_reading_shifts: ZReadingShiftsTable;
  idempotency_keys: IdempotencyKeysTable;
  audit_log: AuditLogTable;
  imports: ImportsTable;
  import_files: ImportFilesTable;
  import_rows: ImportRowsTable;
  media: MediaTable;
  media_files: MediaFilesTable;
  product_photos: ProductPhotosTable;
  outbox: OutboxTable;
  chain_settings: ChainSettingsTable;
  id_blocks: IdBlocksTable;
};
