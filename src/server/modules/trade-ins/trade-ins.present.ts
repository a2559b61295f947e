import { tradeIn, type TradeIn } from '#contract/trade-ins.ts';
import { namedOrNull } from '#domain/named.ts';
import { toShape } from '../../http/to-shape.ts';
import { roundingOf } from '../transactions/transactions.public.ts';
import type { SlipBusiness } from '../stores/stores.public.ts';
import type { NamedTradeIn } from './trade-ins.repository.ts';

const paymentOf = (row: NamedTradeIn): TradeIn['payment'] =>
  row.sale_id === null || row.payment_amount === null
    ? null
    : {
        transaction_id: row.sale_id,
        number: row.invoice_number ?? row.draft_number ?? '',
        amount: row.payment_amount,
      };

const payoutOf = (row: NamedTradeIn): TradeIn['payout'] =>
  row.payout_method && {
    method: row.payout_method,
    amount: row.payout_amount,
    cash_rounding: roundingOf(row),
    reference_number: row.payout_reference,
  };

/** Happened to a trade-in, by somebody; null if it did not. */
const doneBy = (at: number | null, id: number | null, name: string | null) => {
  const by = namedOrNull(id, name);
  return at === null || by === null ? null : { at, by };
};

/** Presents a trade-in with whom its slip names at its head, where that is asked for. */
export function presentTradeIn(row: NamedTradeIn, business: SlipBusiness | null = null): TradeIn {
  const cleared = doneBy(row.cleared_at, row.cleared_by_id, row.clearer_name);
  return toShape(tradeIn, row, {
    at: row.traded_in_at,
    store: { id: row.store_id, name: row.store_name },
    staff: { id: row.staff_id, name: row.staff_name },
    unit: {
      id: row.inventory_item_id,
      product_name: row.bought_product_name ?? '',
      variation_name: row.bought_variation_name ?? '',
      serial_number: row.bought_serial_number,
      imei: row.bought_imei,
      imei2: row.bought_imei2,
      category: 'used',
      condition_rating: row.bought_condition_rating,
      status: row.unit_status,
    },
    amount: row.paid,
    payment: paymentOf(row),
    payout: payoutOf(row),
    customer: namedOrNull(row.customer_id, row.customer_name),
    seller: {
      name: row.seller_name ?? row.customer_name ?? row.brought_by ?? '',
      address: row.seller_address,
      id_type: row.seller_id_type,
      id_number: row.seller_id_number,
    },
    business,
    is_on_hold: row.unit_status === 'on_hold' && row.unit_came_at === row.traded_in_at,
    cleared: cleared && { ...cleared, reference: row.clearance ?? '' },
    given_back: doneBy(row.given_back_at, row.given_back_by_id, row.giver_name),
  });
}
