import type { HttpTables } from '../http/http.tables.ts';
import type { AccountTables } from '../modules/account/account.tables.ts';
import type { ApprovalsTables } from '../modules/approvals/approvals.tables.ts';
import type { AuditTables } from '../modules/audit/audit.tables.ts';
import type { CountsTables } from '../modules/counts/counts.tables.ts';
import type { CustomersTables } from '../modules/customers/customers.tables.ts';
import type { ImportsTables } from '../modules/imports/imports.tables.ts';
import type { UnitsTables } from '../modules/units/units.tables.ts';
import type { LowStockTables } from '../modules/low-stock/low-stock.tables.ts';
import type { MailTables } from '../modules/mail/mail.tables.ts';
import type { ManufacturersTables } from '../modules/manufacturers/manufacturers.tables.ts';
import type { MediaTables } from '../modules/media/media.tables.ts';
import type { PaymentsTables } from '../modules/payments/payments.tables.ts';
import type { ProductTypesTables } from '../modules/product-types/product-types.tables.ts';
import type { ProductsTables } from '../modules/products/products.tables.ts';
import type { PurchaseOrdersTables } from '../modules/purchase-orders/purchase-orders.tables.ts';
import type { QrCodesTables } from '../modules/qr-codes/qr-codes.tables.ts';
import type { ReceivingTables } from '../modules/receiving/receiving.tables.ts';
import type { SettingsTables } from '../modules/settings/settings.tables.ts';
import type { ShiftsTables } from '../modules/shifts/shifts.tables.ts';
import type { StaffTables } from '../modules/staff/staff.tables.ts';
import type { StoresTables } from '../modules/stores/stores.tables.ts';
import type { SupplierReturnsTables } from '../modules/supplier-returns/supplier-returns.tables.ts';
import type { SuppliersTables } from '../modules/suppliers/suppliers.tables.ts';
import type { TillEntriesTables } from '../modules/till-entries/till-entries.tables.ts';
import type { TillsTables } from '../modules/tills/tills.tables.ts';
import type { TransactionsTables } from '../modules/transactions/transactions.tables.ts';
import type { TransfersTables } from '../modules/transfers/transfers.tables.ts';
import type { InventoryTables } from '../modules/inventory/inventory.tables.ts';
import type { ZReadingsTables } from '../modules/z-readings/z-readings.tables.ts';
import type { DbTables } from './db.tables.ts';

/** Every table of the database with its columns; each is defined in the module that writes it. */
export type Tables = DbTables &
  HttpTables &
  AccountTables &
  ApprovalsTables &
  AuditTables &
  CountsTables &
  CustomersTables &
  ImportsTables &
  UnitsTables &
  LowStockTables &
  MailTables &
  ManufacturersTables &
  MediaTables &
  PaymentsTables &
  ProductTypesTables &
  ProductsTables &
  PurchaseOrdersTables &
  QrCodesTables &
  ReceivingTables &
  SettingsTables &
  ShiftsTables &
  StaffTables &
  StoresTables &
  SupplierReturnsTables &
  SuppliersTables &
  TillEntriesTables &
  TillsTables &
  TransactionsTables &
  TransfersTables &
  InventoryTables &
  ZReadingsTables;
