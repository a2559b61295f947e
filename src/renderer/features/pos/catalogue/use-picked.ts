import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pos, type CatalogueProduct } from '#contract/pos.ts';
import { api, keyOf, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { services } from '#renderer/lib/services.ts';
import { read } from '#renderer/lib/read.ts';
import { soon } from '../cart/cart-changes.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { seenWithUnits } from './seen-products.ts';

export type Picked = {
  /** As it stands now; as its card has it until that is known. */
  product: CatalogueProduct;
  units: 'loading' | 'failed' | 'known';
  error: unknown;
  retry: () => void;
};

/** The product that is picked from, with its units; without the server, with those that were seen last. */
export function usePicked(card: CatalogueProduct): Picked {
  const sale = useWorkingSale();
  const queryClient = useQueryClient();
  const { isReachable } = useConnection();
  const hasUnits = card.variations.some(({ availableItems }) => availableItems.length > 0);
  const input = { params: { productId: card.id } };
  const asked = useQuery({
    ...read(pos.product, input),
    queryFn: async ({ signal }) => {
      const patience = soon(services);
      const product = await api.pos.product(input, { signal: AbortSignal.any([signal, patience.signal]) });
      sale.units.rememberProducts([product]);
      return product;
    },
    placeholderData: hasUnits ? card : undefined,
    // Somebody waits for it with the customer: what was seen, or Retry, comes at once.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const isGone = !isReachable || asked.error instanceof ServerUnreachable;
  const product = asked.data ?? (isGone ? seenWithUnits(queryClient, sale.storeId, card.id) : null);
  const without = asked.isError ? 'failed' : 'loading';
  return {
    product: product ?? card,
    units: product ? 'known' : without,
    error: asked.error,
    retry: () => void asked.refetch(),
  };
}

/** Asks for the cards again, and for the product that is picked from: a unit that was shown there could not be had. */
export function useRefreshStock(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(pos.products) });
    await queryClient.refetchQueries({ queryKey: keyOf(pos.product) });
  };
}
