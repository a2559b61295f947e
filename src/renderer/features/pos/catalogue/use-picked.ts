import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pos, type CatalogueProduct } from '#contract/pos.ts';
import { api } from '#renderer/lib/api.ts';
import { keyOf, ServerUnreachable } from '#renderer/lib/api-client.ts';
import { services } from '#renderer/lib/services.ts';
import { read } from '#renderer/lib/read.ts';
import { soon } from '../cart/cart-changes.ts';
import { useWorkingSale } from '../sale/till-context.ts';

export type Picked = {
  /** The product as it is now; as its card shows it until that is loaded. */
  product: CatalogueProduct;
  units: 'loading' | 'failed' | 'known';
  error: unknown;
  retry: () => void;
};

/** Reads the product to pick from, with its units; without the server, from this till's copy. */
export function usePicked(card: CatalogueProduct): Picked {
  const sale = useWorkingSale();
  const hasUnits = card.variations.some(({ availableItems }) => availableItems.length > 0);
  const input = { params: { productId: card.id } };
  const asked = useQuery({
    ...read(pos.product, input),
    queryFn: async ({ signal }) => {
      const { connection } = services;
      const known = connection.read().isReachable ? null : await sale.units.ofProduct(card);
      if (known) return known;
      try {
        return await api.pos.product(input, { signal: AbortSignal.any([signal, soon(services).signal]) });
      } catch (error) {
        const copied = error instanceof ServerUnreachable ? await sale.units.ofProduct(card) : null;
        if (copied) return copied;
        throw error;
      }
    },
    placeholderData: hasUnits ? card : undefined,
    // The customer is waiting: the units of the copy, or Retry, appear at once.
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const without = asked.isError ? 'failed' : 'loading';
  return {
    product: asked.data ?? card,
    units: asked.data ? 'known' : without,
    error: asked.error,
    retry: () => void asked.refetch(),
  };
}

/** Reads the cards and the picked product again, after a unit shown there could not be locked. */
export function useRefreshStock(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    void queryClient.invalidateQueries({ queryKey: keyOf(pos.products) });
    await queryClient.invalidateQueries({ queryKey: keyOf(pos.product) });
  };
}
