import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { answerInPlace, OTHER_SHOP, SERVER_UNREACHABLE, sourceOf } from '#bridge/shop-mark.ts';

/** Sends a request to a path of the server. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** The first answer of a page came from its shop. */
const otherShop = {
  code: OTHER_SHOP,
  message:
    'Another shop’s server answers here now. Do not sign in. Tell the person who looks after your server.',
};

/**
 * Returns a fetch that takes only answers with the mark of one shop, that of the first marked one. Any other answer becomes the
 * refusal that the till's main process gives in its place.
 */
export function takeMarked(fetch: Fetch): Fetch {
  let shop: string | null = null;
  return async (path, init) => {
    // A followed redirect could lead a change to another path of the shop, whose answer has the mark.
    const answer = await fetch(path, { ...init, redirect: 'manual' });
    const source = await sourceOf(answer, { shop });
    if (source === 'other-shop') return answerInPlace(otherShop);
    if (source === 'unknown') return answerInPlace(SERVER_UNREACHABLE);
    shop ??= answer.headers.get(SHOP_ID_HEADER);
    return answer;
  };
}

const fetchHere: Fetch = (path, init) => fetch(path, init);

const takeHere = takeMarked(fetchHere);

/** Fetches from the shop's server. In the till the main process checks whose answer it is. */
export const fetchFromShop: Fetch = (path, init) => (window.till ? fetchHere : takeHere)(path, init);
