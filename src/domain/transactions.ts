export const transactionStatuses = ['draft', 'completed', 'void', 'refunded'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

export const transactionStatusLabels: Record<TransactionStatus, string> = {
  draft: 'Draft',
  completed: 'Completed',
  void: 'Cancelled',
  refunded: 'Refunded',
};

export const unitStatuses = [
  'available',
  'locked',
  'reserved',
  'sold',
  'in_transit',
  'defective',
  'on_hold',
  'lost',
  'returned',
] as const;
export type UnitStatus = (typeof unitStatuses)[number];

export const unitCategories = ['new', 'used', 'refurbished'] as const;
export type UnitCategory = (typeof unitCategories)[number];

/** Returns `MNL-01-D000123`, the number that a draft gets and keeps. */
export function draftNumber(storeCode: string, no: number): string {
  return `${storeCode}-D${String(no).padStart(6, '0')}`;
}

/** Returns `MNL-01-000123`, assigned at completion without gaps. */
export function invoiceNumber(storeCode: string, no: number): string {
  return `${storeCode}-${String(no).padStart(6, '0')}`;
}

/** Returns the number in a store's invoice number: 123 of `MNL-01-000123`; null for any other text. */
export function invoiceNoIn(storeCode: string, text: string): number | null {
  const digits = /-(\d{6,9})$/.exec(text)?.[1];
  return digits !== undefined && invoiceNumber(storeCode, Number(digits)) === text ? Number(digits) : null;
}

/** Returns the displayed number of a transaction: its invoice's if it has one, else its draft's. */
export function numberOf(transaction: { invoice_number: string | null; transaction_number: string }): string {
  return transaction.invoice_number ?? transaction.transaction_number;
}

export type StockLevel = 'plenty' | 'few' | 'none';
const PLENTY_ABOVE = 5;

/** Returns the level of the stock badge: green above 5, orange 1 to 5, red 0. */
export function stockLevel(available: number): StockLevel {
  if (available > PLENTY_ABOVE) return 'plenty';
  return available > 0 ? 'few' : 'none';
}
