import type { HeldDraft } from '#contract/transactions.ts';
import type { CartCustomer, Repriced } from '#domain/cart.ts';
import type { Centavos } from '#domain/money.ts';
import { ServerUnreachable } from '#renderer/lib/api-client.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { useMoneyText } from '#renderer/ui/money-text.tsx';
import { useWorkingSale } from '../sale/till-context.ts';
import { useFindDraft } from '../drafts/use-held-drafts.ts';

/** Returns how much a new customer changes the prices: "2 items, $1,500.00 less". */
function changeText(repriced: readonly Repriced[], asText: (amount: Centavos) => string): string {
  const change = repriced.reduce((sum, line) => sum + line.to - line.from, 0);
  const items = repriced.length === 1 ? '1 item' : `${repriced.length} items`;
  const amount = asText(Math.abs(change));
  return change === 0 ? items : `${items}, ${amount} ${change < 0 ? 'less' : 'more'}`;
}

const nameOf = (customer: CartCustomer | null) =>
  customer ? `${customer.name} (${customer.group?.name ?? 'Regular'})` : 'Walk-in Customer';

/** Changes the customer of the sale, adjusts the prices and says so. */
export function useCartCustomer({ staffId }: { staffId: number }) {
  const sale = useWorkingSale();
  const notify = useNotify();
  const findDraft = useFindDraft();
  const asText = useMoneyText('cart');

  /** Tells new prices after the save, which refuses a customer with another draft; without the server they stand. */
  const tellOnceSaved = async (customer: CartCustomer | null, repriced: readonly Repriced[]) => {
    await sale.settled();
    if (sale.read().cart.customer?.id !== customer?.id) return;
    notify.info(`Prices changed for ${nameOf(customer)}`, changeText(repriced, asText));
  };
  const give = (customer: CartCustomer | null): void => {
    const repriced = sale.giveTo(customer);
    if (repriced.length > 0) void tellOnceSaved(customer, repriced);
  };
  return {
    give,
    /** Finds the cart that waits for a customer, while this till's is empty: who chooses them is asked to open it. */
    findHeld: async (customer: CartCustomer): Promise<HeldDraft | undefined> => {
      const { lines, draft } = sale.read().cart;
      if (lines.length > 0) return undefined;
      try {
        return await findDraft({ staffId, customerId: customer.id, except: draft?.id ?? null });
      } catch (error) {
        // Without the server the customer is set anyway; the next save finds the draft.
        if (error instanceof ServerUnreachable) return undefined;
        throw error;
      }
    },
  };
}
