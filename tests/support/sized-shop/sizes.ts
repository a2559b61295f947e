/** The row counts of a chain of some size. */
export type Counts = {
  /** Units that were sold; some of them came back since. */
  sold: number;
  sales: number;
  variations: number;
  customers: number;
  /** Units in stock, besides those that came back. */
  stock: number;
  /** Units in stock of one variation in one store. */
  alike: number;
  /** Purchase orders, of which one in fifty is still open. */
  orders: number;
};

/** The smallest size: every size includes the demo shop's goods and people. */
export const LEAST_SIZE = 10_000;

/**
 * Returns the counts of a chain that sold this many units: for 1,000,000 there are 600,000 sales, 300,000 units in stock,
 * 200,000 customers and 40,000 purchase orders.
 */
export function countsOf(size: number): Counts {
  if (!Number.isInteger(size) || size < LEAST_SIZE) throw new Error(`A size is ${LEAST_SIZE} or more`);
  return {
    sold: size,
    sales: size * 0.6,
    variations: size / 10,
    customers: size / 5,
    stock: size * 0.3,
    alike: size / 50,
    orders: size / 25,
  };
}
