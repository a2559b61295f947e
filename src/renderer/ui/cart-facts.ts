import { formatMoney, type Centavos } from '#domain/money.ts';
import type { Fact } from './facts.tsx';

/** Describes a colleague's cart to the manager who approves. */
export const cartFacts = (draft: {
  transaction_number: string;
  staff: { name: string };
  total_amount: Centavos;
}): Fact[] => [
  { label: 'Draft', value: draft.transaction_number },
  { label: 'Cashier', value: draft.staff.name },
  { label: 'Total', value: formatMoney(draft.total_amount, 'transaction') },
];
