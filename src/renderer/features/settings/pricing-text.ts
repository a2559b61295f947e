import { basisPointsToPercent, type BasisPoints } from '#domain/money.ts';
import { customerGroups, type CustomerGroupSlug } from '#domain/pricing.ts';

const text: Record<CustomerGroupSlug, string> = {
  regular: 'Pays the retail price.',
  member: 'Pays the member price, else retail.',
  vip: 'Pays 10% less than the member price (or retail), never below the minimum.',
  wholesale: 'Pays the wholesale price, else retail.',
};

/** True for a slug with prices of its own: its group cannot be deleted. */
export const isPriced = (slug: string): slug is CustomerGroupSlug =>
  (customerGroups as readonly string[]).includes(slug);

/** Returns which prices a group's customers pay: the slug decides, not the percentage. */
export function pricingText(slug: string): string {
  return isPriced(slug) ? text[slug] : text.regular;
}

/** The same, and that the percentage is only a label on the till's customer card, so that nobody takes it as charged. */
export function chargedText({
  slug,
  discount_percentage,
}: {
  slug: string;
  discount_percentage: BasisPoints;
}) {
  if (discount_percentage === 0) return pricingText(slug);
  return `${pricingText(slug)} “${basisPointsToPercent(discount_percentage)}% off” is only the label on the till.`;
}
