import { useParams } from 'react-router-dom';
import { idText } from '#contract/codecs.ts';

/** An id in the page's address; null for what cannot be one. */
export function useIdParam(name: string): number | null {
  const { data } = idText.safeParse(useParams()[name]);
  return data || null;
}
