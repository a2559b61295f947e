import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { pos, type CatalogueProduct, type CatalogueVariation } from '#contract/pos.ts';
import { keyOf } from '#renderer/lib/api-client.ts';

/** A list of cards from the server, and the units that this till has since marked as held in it. */
type Cards = { data: CatalogueProduct[]; marked?: readonly number[] };

export type Held = { unitId: number; variationId: number | null };

function heldIn(variation: CatalogueVariation, { unitId, variationId }: Held): CatalogueVariation {
  const unit = variation.availableItems.find(({ id }) => id === unitId);
  const isIn = variation.id === variationId || unit !== undefined;
  if (!isIn || (unit && unit.status !== 'available')) return variation;
  const availableQuantity = Math.max(0, variation.availableQuantity - 1);
  const own = availableQuantity === 0 ? { locked_by: 'this sale', locked_until: null } : null;
  return {
    ...variation,
    availableQuantity,
    held: variation.held ?? own,
    availableItems: variation.availableItems.map((other) =>
      other === unit ? { ...other, status: 'locked', locked_by: 'this sale' } : other,
    ),
  };
}

/** Marks a unit as taken on the cards; marking it again changes nothing. */
export function markHeld(cards: Cards, held: Held): Cards {
  if (cards.marked?.includes(held.unitId)) return cards;
  const data = cards.data.map((product) => {
    const variations = product.variations.map((variation) => heldIn(variation, held));
    const isSame = variations.every((variation, index) => variation === product.variations[index]);
    return isSame ? product : { ...product, variations };
  });
  const isSame = data.every((product, index) => product === cards.data[index]);
  return isSame ? cards : { ...cards, data, marked: [...(cards.marked ?? []), held.unitId] };
}

/** Marks a unit as taken on all cards at once, without asking the server for the whole list. */
export function useMarkHeld(): (held: Held) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (held) => {
      const lists = queryClient.getQueryCache().findAll({ queryKey: keyOf(pos.products) });
      for (const { queryKey, state } of lists) {
        // The change does not make the list newer.
        const updatedAt = state.dataUpdatedAt;
        queryClient.setQueryData<Cards>(queryKey, (cards) => cards && markHeld(cards, held), { updatedAt });
      }
    },
    [queryClient],
  );
}
