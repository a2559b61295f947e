import { useRef, useState } from 'react';
import { products, type Photo } from '#contract/products.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';

/** A list with one of its members moved to a place, counted from 0. */
function moved(ids: readonly number[], id: number, place: number): number[] {
  const others = ids.filter((other) => other !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
}

/**
 * The photos of a product in their order. A move shows at once and is sent after those before it; what cannot be done, or
 * what others did meanwhile, shows when the last one was answered.
 */
export function usePhotoOrder(productId: number, photos: readonly Photo[]) {
  const [wanted, setWanted] = useState<readonly number[] | null>(null);
  const waiting = useRef<{ photoId: number; position: number }[]>([]);
  const isSending = useRef(false);
  const { run } = useRouteMutation(products.movePhoto, { failed: 'Failed to move photo', isFixed: true });

  const known = new Map(photos.map((photo) => [photo.id, photo]));
  const order = wanted ?? [];
  const shown = wanted
    ? [
        ...order.flatMap((id) => known.get(id) ?? []),
        // What came meanwhile stands behind.
        ...photos.filter(({ id }) => !order.includes(id)),
      ]
    : photos;
  const ids = shown.map(({ id }) => id);

  const send = async () => {
    if (isSending.current) return;
    isSending.current = true;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { photoId, position } = next;
      const done = await run({ params: { productId, photoId }, body: { position } });
      if (!done) waiting.current = [];
    }
    isSending.current = false;
    setWanted(null);
  };

  return {
    photos: shown,
    /** Moves a photo to a place, counted from 0; false where it stands there, or there is no such place. */
    move: (photoId: number, place: number): boolean => {
      if (place < 0 || place >= ids.length || ids[place] === photoId) return false;
      setWanted(moved(ids, photoId, place));
      // Of several steps of one photo the last one counts.
      waiting.current = waiting.current.filter((other) => other.photoId !== photoId);
      waiting.current.push({ photoId, position: place + 1 });
      void send();
      return true;
    },
  };
}
