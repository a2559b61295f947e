const ids: Record<string, string> = {
  store: 'of this store',
  customer: 'of this customer',
  customer_group: 'of this customer group',
  signup_channel: 'who came by this signup channel',
  staff: 'of this person',
  supplier: 'of this supplier',
  product: 'of this product',
  product_variation: 'of this variation',
  product_type: 'of this product type',
  manufacturer: 'of this manufacturer',
  till: 'of this till',
  transaction: 'of this transaction',
};

/** What the parameters of a query mean, where their route says nothing of its own. */
const QUERY: Record<string, string> = {
  ...Object.fromEntries(Object.entries(ids).map(([name, words]) => [`${name}_id`, `Only ${words}`])),
  search: 'Words or parts of numbers to look for',
  sort: 'The order; with a hyphen before it, the other way round',
  page: 'The page, from 1',
  per_page: 'Rows a page',
  limit: 'At most so many',
  from: 'The first day',
  to: 'The last day, included',
  start_date: 'The first day',
  end_date: 'The last day, included',
  from_date: 'The first day',
  to_date: 'The last day, included',
  customer: 'Part of the customer’s name or phone number',
  staff: 'Part of the name of who sold',
  status: 'Only in this state',
  state: 'Only in this state',
  category: 'Only of this category',
  kind: 'Only of this kind',
  direction: 'Only what leaves the store, or what comes to it',
  role: 'Only with this role',
  is_active: 'Only active ones, or only inactive ones',
  active: 'Only active ones, or only inactive ones',
  is_warehouse: 'Only warehouses, or only shops',
  min_points: 'With at least so many points',
  max_points: 'With at most so many points',
  code: 'The scanned or typed code',
  batch_code: 'The code of a batch of labels',
  include: 'What to add to each row',
  mode: 'Which products: all, those sold most often, or those sold last',
  items: '`none` leaves the units out',
  method: 'The payment method',
  reference_number: 'The reference number as it was entered',
  act: 'What is to be approved',
};

export const queryWords = (name: string): string | undefined => QUERY[name];

/** Describes `transactionId` in a path: "Id of the transaction". */
export const pathWords = (name: string) =>
  name.endsWith('Id') ? `Id of the ${name.slice(0, -2)}` : `The ${name}`;
