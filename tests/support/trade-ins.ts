/** A seller as the register of trade-ins has them. */
export const SELLER = {
  name: 'Ana Reyes',
  address: '12 Mabini St, Makati',
  id_type: 'drivers_license',
  id_number: 'N01-23-456789',
};

/** A trade-in for which nothing is paid. */
export const BROUGHT = { condition_rating: 4, amount: 0, seller: SELLER };

/** The fields of a trade-in that is paid out in cash. */
export const paidInCash = (amount: number) => ({ amount, payout: { method: 'cash' } });
