import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pos, type CatalogueProduct } from '#contract/pos.ts';
import { api } from '#renderer/lib/api.ts';
import { keyOf, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { useConnection } from '#renderer/lib/connection.ts';
import { services } from '#renderer/lib/services.ts';
import { read } from '#renderer/lib/read.ts';
import { soon } from '../cart/cart-changes.ts';
import { useWorkingSale } from '../sale/till-context.ts';
import { seenWithUnits } from './seen-products.ts';

export type Picked = {
  /** The product as it is now; as its card shows it until that is loaded. */
  product: CatalogueProduct;
  units: 'loading' | 'failed' | 'known';
  error: unknown;
  retry: () => void;
};

/** Reads the product to pick from, with its units; without the server, as last seen. */
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
    // The customer is waiting: the units seen last, or Retry, appear at once.
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

/** Reads the cards and the picked product again, after a unit shown there could not be locked. */
export function useRefreshStock(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(pos.products) });
    await queryClient.refetchQueries({ queryKey: keyOf(pos.product) });
  };
}
