import { countStatusLabels, type CountStatus } from '#domain/counts.ts';
import { importStateLabels, type ImportState } from '#domain/imports.ts';
import { paymentStatusLabels, type Due, type PaymentStatus } from '#domain/payments.ts';
import type { QrCodeStatus } from '#domain/qr-codes.ts';
import { transactionStatusLabels, type UnitStatus, type TransactionStatus } from '#domain/transactions.ts';
import { shiftStatusLabels, type ShiftStatus } from '#domain/shifts.ts';
import { orderStatusLabels, type OrderStatus } from '#domain/purchase-orders.ts';
import type { TransferItemState, TransferStatus } from '#domain/transfers.ts';
import { unitStatusLabels } from '#domain/units.ts';
import type { WarrantyState } from '#domain/warranty.ts';
import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './theme.ts';

type StateText = { label: string; tone: Tone };

/** Every state shown on screens, with its label and tone: the only place that defines them. */
export const states = {
  transaction: {
    draft: { label: transactionStatusLabels.draft, tone: 'grey' },
    completed: { label: transactionStatusLabels.completed, tone: 'green' },
    void: { label: transactionStatusLabels.void, tone: 'red' },
    refunded: { label: transactionStatusLabels.refunded, tone: 'orange' },
  } satisfies Record<TransactionStatus, StateText>,
  payment: {
    completed: { label: paymentStatusLabels.completed, tone: 'green' },
    pending: { label: paymentStatusLabels.pending, tone: 'orange' },
    failed: { label: paymentStatusLabels.failed, tone: 'red' },
  } satisfies Record<PaymentStatus, StateText>,
  product: {
    active: { label: 'Active', tone: 'green' },
    inactive: { label: 'Inactive', tone: 'grey' },
  },
  qrCode: {
    unused: { label: 'Unused', tone: 'green' },
    linked: { label: 'Linked', tone: 'blue' },
    voided: { label: 'Voided', tone: 'red' },
  } satisfies Record<QrCodeStatus, StateText>,
  transfer: {
    in_transit: { label: 'In transit', tone: 'blue' },
    receiving: { label: 'Receiving', tone: 'yellow' },
    received: { label: 'Received', tone: 'green' },
    cancelled: { label: 'Cancelled', tone: 'grey' },
  } satisfies Record<TransferStatus | 'receiving', StateText>,
  /** A unit of a transfer, as shown while packing or unpacking. */
  transferred: {
    in_transit: { label: 'In transit', tone: 'blue' },
    expected: { label: 'Still expected', tone: 'blue' },
    scanned: { label: 'Scanned', tone: 'green' },
    damaged: { label: 'Damaged', tone: 'red' },
    received: { label: 'Received', tone: 'green' },
    defective: { label: 'Damaged', tone: 'red' },
    lost: { label: 'Lost', tone: 'orange' },
    returned: { label: 'Never left', tone: 'brown' },
    cancelled: { label: 'Cancelled', tone: 'grey' },
    extra: { label: 'Not announced', tone: 'purple' },
  } satisfies Record<TransferItemState | 'expected' | 'scanned' | 'damaged', StateText>,
  shift: {
    open: { label: shiftStatusLabels.open, tone: 'green' },
    counted: { label: shiftStatusLabels.counted, tone: 'orange' },
    closed: { label: shiftStatusLabels.closed, tone: 'grey' },
  } satisfies Record<ShiftStatus, StateText>,
  count: {
    open: { label: countStatusLabels.open, tone: 'blue' },
    closing: { label: countStatusLabels.closing, tone: 'orange' },
    closed: { label: countStatusLabels.closed, tone: 'green' },
    cancelled: { label: countStatusLabels.cancelled, tone: 'grey' },
  } satisfies Record<CountStatus, StateText>,
  import: {
    matching: { label: importStateLabels.matching, tone: 'orange' },
    checking: { label: importStateLabels.checking, tone: 'blue' },
    ready: { label: importStateLabels.ready, tone: 'blue' },
    writing: { label: importStateLabels.writing, tone: 'orange' },
    appearing: { label: importStateLabels.appearing, tone: 'orange' },
    done: { label: importStateLabels.done, tone: 'green' },
    undoing: { label: importStateLabels.undoing, tone: 'orange' },
    undone: { label: importStateLabels.undone, tone: 'grey' },
    cancelled: { label: importStateLabels.cancelled, tone: 'grey' },
  } satisfies Record<ImportState, StateText>,
  order: {
    pending: { label: orderStatusLabels.pending, tone: 'blue' },
    partial: { label: orderStatusLabels.partial, tone: 'yellow' },
    complete: { label: orderStatusLabels.complete, tone: 'green' },
    cancelled: { label: 'Cancelled', tone: 'grey' },
  } satisfies Record<OrderStatus | 'cancelled', StateText>,
  store: {
    active: { label: 'Active', tone: 'green' },
    inactive: { label: 'Inactive', tone: 'grey' },
  },
  supplier: {
    active: { label: 'Active', tone: 'green' },
    inactive: { label: 'Inactive', tone: 'grey' },
  },
  person: {
    active: { label: 'Active', tone: 'green' },
    inactive: { label: 'Inactive', tone: 'grey' },
  },
  unit: {
    available: { label: unitStatusLabels.available, tone: 'green' },
    locked: { label: unitStatusLabels.locked, tone: 'purple' },
    reserved: { label: unitStatusLabels.reserved, tone: 'purple' },
    sold: { label: unitStatusLabels.sold, tone: 'grey' },
    in_transit: { label: unitStatusLabels.in_transit, tone: 'blue' },
    defective: { label: unitStatusLabels.defective, tone: 'red' },
    on_hold: { label: unitStatusLabels.on_hold, tone: 'yellow' },
    lost: { label: unitStatusLabels.lost, tone: 'orange' },
    returned: { label: unitStatusLabels.returned, tone: 'brown' },
  } satisfies Record<UnitStatus, StateText>,
  warranty: {
    valid: { label: 'In warranty', tone: 'green' },
    expired: { label: 'Out of warranty', tone: 'red' },
    ended: { label: 'Warranty ended', tone: 'grey' },
    none: { label: 'No warranty', tone: 'grey' },
  } satisfies Record<WarrantyState, StateText>,
  supplierReturn: {
    away: { label: 'With the supplier', tone: 'blue' },
    partial: { label: 'Partly back', tone: 'yellow' },
    back: { label: 'All back', tone: 'green' },
  },
  /** When a pending payment is expected. */
  due: {
    overdue: { label: 'Overdue', tone: 'red' },
    today: { label: 'Today', tone: 'blue' },
    later: { label: 'Later', tone: 'grey' },
    undated: { label: 'No expected date', tone: 'grey' },
  } satisfies Record<Due, StateText>,
} as const;

type Kind = keyof typeof states;

export type StateBadgeProps<K extends Kind> = { of: K; state: keyof (typeof states)[K] };

export function StateBadge<K extends Kind>({ of, state }: StateBadgeProps<K>) {
  const { label, tone } = states[of][state] as StateText;
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
