import {
  ArrowSwap20Regular,
  BuildingBank20Regular,
  Money20Regular,
  Payment20Regular,
  Phone20Regular,
  PhoneArrowRight20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { Payment } from '#contract/payments.ts';
import { DEFAULT_FAILURE_REASON, paymentName, tenderedText, type PaymentMethod } from '#domain/payments.ts';
import type { Centavos } from '#domain/money.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import type { UnsavedPayment } from './use-payment-entry.ts';

export const methodIcons: Record<PaymentMethod, ReactElement> = {
  cash: <Money20Regular />,
  card: <Payment20Regular />,
  gcash: <Phone20Regular />,
  maya: <Phone20Regular />,
  bank_transfer: <BuildingBank20Regular />,
  trade_in: <PhoneArrowRight20Regular />,
  exchange: <ArrowSwap20Regular />,
};

const joined = (parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(' · ');

/** Returns the line below a payment's method; cash that gave change is named as it was tendered. */
export function paymentLine(payment: Payment, change: Centavos): string {
  if (payment.deleted_at !== null) {
    return joined([`Deleted by ${payment.deleted_by?.name ?? 'somebody'}`, payment.deletion_reason]);
  }
  return joined([
    change > 0 && tenderedText(payment.amount, change),
    payment.trade_in && payment.trade_in.unit.name,
    payment.reference_number && `Ref. ${payment.reference_number}`,
    payment.status === 'pending' && payment.expected_date && `Expected ${formatDate(payment.expected_date)}`,
    payment.verified_by && `Verified by ${payment.verified_by.name}`,
    payment.verification_notes,
    payment.notes,
  ]);
}

/** Returns what was typed of a payment that was not saved: `GCash payment of ₱250.00 · Ref. GC-1`. */
export function unsavedText(typed: UnsavedPayment): string {
  return joined([
    paymentName(typed),
    typed.reference_number && `Ref. ${typed.reference_number}`,
    typed.expected_date && `Expected ${formatDate(typed.expected_date)}`,
    typed.notes,
  ]);
}

/** Returns why a payment failed and who marked it; null if it did not fail. */
export function failureLine(payment: Payment): string | null {
  if (payment.deleted_at !== null || payment.status !== 'failed') return null;
  return joined([
    `Failed: ${payment.failure_reason ?? DEFAULT_FAILURE_REASON}`,
    payment.failed_by && `by ${payment.failed_by.name}`,
  ]);
}
