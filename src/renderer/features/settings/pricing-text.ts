import { customerGroups, type CustomerGroupSlug } from '#domain/pricing.ts';

const text: Record<CustomerGroupSlug, string> = {
  regular: 'Retail price',
  member: 'Member price, else retail',
  vip: '10% off the member price, never below the minimum',
  wholesale: 'Wholesale price, else retail',
};

/** A slug that has prices of its own: its group stays. */
export const isPriced = (slug: string): slug is CustomerGroupSlug =>
  (customerGroups as readonly string[]).includes(slug);

/** What the customers of a group pay: its slug decides, its percentage does not. */
export function pricingText(slug: string): string {
  return isPriced(slug) ? text[slug] : text.regular;
}
