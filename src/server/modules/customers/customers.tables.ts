import type { Generated } from 'kysely';

declare module '../../db/tables.ts' {
  interface Tables {
    customer_groups: {
      id: number;
      name: string;
      slug: string;
      discount_percentage: number;
      unique_name: string;
    };
    customers: {
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
      /** Centavos that the chain sold to them: sales that were not voided, less refunds. */
      total_spent: Generated<number>;
      total_transactions: Generated<number>;
      last_transaction_at: number | null;
      /** The customer's words in `search_words`, each after a space. */
      search_text: string;
    };
    signup_channels: { id: number; name: string; unique_name: string };
    /** Every change of a customer's points, with the balance after it. */
    loyalty_entries: {
      id: number;
      customer_id: number;
      points: number;
      balance: number;
      reason: string;
      transaction_id: number | null;
      staff_id: number;
      created_at: number;
    };
    /** Kept by triggers: how many customers there are. */
    chain_counts: { name: 'customers'; count: number };
  }
}
