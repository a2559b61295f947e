import { useParams } from 'react-router';
import { idText } from '#contract/codecs.ts';

/** Returns an id of the page's address; null if it is invalid. */
export function useIdParam(name: string): number | null {
  const { data } = idText.safeParse(useParams()[name]);
  return data || null;
}
