import type { Generated } from 'kysely';
import type { PaymentMethod, Tender } from '#domain/payments.ts';
import type { Disposition } from '#domain/refunds.ts';
import type { LineKind, TaxKind } from '#domain/sale-line.ts';
import type { SellerId } from '#domain/trade-ins.ts';
import type { TransactionStatus, UnitCategory } from '#domain/transactions.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
    transactions: {
      id: number;
      store_id: number;
      staff_id: number;
      customer_id: number | null;
      status: TransactionStatus;
      /** Grows with each change of the draft; an outdated one is refused with 409 `draft_changed`. */
      version: number;
      /** Not counted any more: a claim on this row, which is the lock over everything beneath it, changes nothing. */
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
      /** The part of the total that was not paid, because cash is rounded down: total = payments - change + this. */
      cash_rounding: number;
      /** What a void handed back beyond the payments, for want of smaller coins. */
      void_rounding: number;
      /** The points that the customer still has from it: fewer after a refund, none after a void. */
      points_earned: number;
      /** The amount that a completed sale lacks after a payment failed or was deleted. */
      balance_due: number;
      refunded_amount: number;
      /** What is still to be given back for units that came back before a payment was verified. */
      owed_back: number;
      /** The cart's discounts. */
      discounts_json: string | null;
      /** The customer group whose prices a person with `pricing.override` allowed, though they are below the lowest ones. */
      floor_agreed_group: string | null;
      notes: string | null;
      receipt_email: string | null;
      /** Whom its receipt names as the buyer, from completion. */
      buyer_name: string | null;
      buyer_tin: string | null;
      buyer_address: string | null;
      /** Papers printed after the original; `NO_PAPER` until that is printed. */
      copies_printed: number;
      created_at: number;
      created_by_id: number;
      updated_at: number;
      /** The date by which it is shown, sorted and filtered: a draft's last change, a sale's completion. */
      dated_at: number;
      completed_at: number | null;
      completed_by_id: number | null;
      voided_at: number | null;
      voided_by_id: number | null;
      void_reason: string | null;
      deleted_at: number | null;
      deleted_by_id: number | null;
      deletion_reason: string | null;
      /** The refund whose value paid for it in an exchange. */
      exchange_refund_id: number | null;
      /** The number of the till's own series, where it was sold without the server. */
      offline_number: string | null;
    };
    transaction_items: {
      id: number;
      transaction_id: number;
      position: number;
      /** Tells it from the others of its sale, at every till. */
      line_key: string;
      kind: LineKind;
      inventory_item_id: number;
      /** The product that is sold. */
      product_variation_id: number;
      note: string | null;
      price: number;
      discount_amount: number;
      discount_reason: string | null;
      discounts_json: string | null;
      final_price: number;
      tax_kind: TaxKind;
      /** Its share of the sale's net amount, and of its tax. */
      net_amount: number;
      tax_amount: number;
      /** What its unit had cost when it was sold; null for drafts, and where it is not known. */
      unit_cost: number | null;
      /** 1 if a person with `pricing.override` allowed it below its lowest price. */
      floor_agreed: Flag | null;
      /** 1 from completion until refund or void; a draft's lines are 0. */
      live: Flag;
      refunded_at: number | null;
      refund_id: number | null;
      /** When its unit was traded in: the unit leaves the sale, which stands as it was. */
      traded_in_at: number | null;
      /** The warranty at the time of sale; null for sales older than this column. */
      warranty_months: number | null;
      /** When its warranty began, where it runs on from the unit that it replaced; null: with its sale. */
      warranty_from: number | null;
      /** The unit's category and rating as sold; null for drafts, and for sales older than these columns. */
      category: UnitCategory | null;
      condition_rating: number | null;
      /** 1 while a manager has to name its unit, which a hidden one stands in for; 2 if they let it stand without. */
      disputed: Flag | 2;
      /** Who sold it, where that is not the sale's own person. */
      sold_by_id: number | null;
    };
    /** The register of trade-ins: a row's id is that of its unit's event. Amounts are centavos. */
    trade_ins: {
      id: number;
      /** Null for those of before the till took trade-ins. */
      number: string | null;
      inventory_item_id: number;
      store_id: number;
      staff_id: number;
      traded_in_at: number;
      /** The line of the sale that the unit had gone out with; null if the chain never had it. */
      transaction_item_id: number | null;
      customer_id: number | null;
      /** The seller's name where they are no customer, from before sellers were named. */
      brought_by: string | null;
      seller_name: string | null;
      seller_address: string | null;
      seller_id_type: SellerId | null;
      seller_id_number: string | null;
      /** The agreed amount; what is paid out in cash may exceed it by less than the smallest coin. */
      paid: number | null;
      /** The payment of a sale that it made. */
      payment_id: number | null;
      payout_method: Tender | null;
      payout_amount: Generated<number>;
      payout_reference: string | null;
      /** The unit as it was bought, whatever is changed of it later. */
      bought_product_name: string | null;
      bought_variation_name: string | null;
      bought_serial_number: string | null;
      bought_imei: string | null;
      bought_imei2: string | null;
      bought_condition_rating: number | null;
      /** The unit's supplier before the trade-in. */
      supplier_id: number | null;
      cleared_at: number | null;
      cleared_by_id: number | null;
      clearance: string | null;
      /** When the unit went back to its seller. */
      given_back_at: number | null;
      given_back_by_id: number | null;
    };
    refunds: {
      id: number;
      transaction_id: number;
      store_id: number;
      amount: number;
      /** The amount never received that the customer no longer owes: with `amount`, the reduction of sales. */
      written_off: number;
      /** The part of the units' shares that the shop decided to keep. */
      withheld: number;
      /** The tax in the reduction of sales. */
      tax: number;
      /** What its payouts exceed `amount` by, for want of smaller coins. */
      cash_rounding: number;
      /** The sale's own cash rounding that went with its lines: written off, though nobody owed it. */
      rounding_back: number;
      reason: string;
      /** The sale that its units were exchanged for. */
      exchange_transaction_id: number | null;
      refunded_by_id: number;
      created_at: number;
    };
    refund_items: {
      refund_id: number;
      transaction_item_id: number;
      disposition: Disposition;
      amount: number;
    };
    refund_payouts: {
      id: number;
      refund_id: number;
      method: PaymentMethod;
      amount: number;
      reference_number: string | null;
    };
  }
}
