import { customerGroups, type CustomerGroupSlug } from '#domain/pricing.ts';

const text: Record<CustomerGroupSlug, string> = {
  regular: 'Retail price',
  member: 'Member price, else retail',
  vip: '10% off the member price, else off retail; never below the minimum',
  wholesale: 'Wholesale price, else retail',
};

/** True for a slug with prices of its own: its group cannot be deleted. */
export const isPriced = (slug: string): slug is CustomerGroupSlug =>
  (customerGroups as readonly string[]).includes(slug);

/** Returns which prices a group's customers pay: the slug decides, not the percentage. */
export function pricingText(slug: string): string {
  return isPriced(slug) ? text[slug] : text.regular;
}
