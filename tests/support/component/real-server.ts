import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { BrowserCommand } from 'vitest/node';
import { SHOP_ID_HEADER } from '../../../src/contract/headers.ts';
import type * as shopModule from './shop.ts';

const SHOP = pathToFileURL(path.join(import.meta.dirname, 'shop.ts')).href;

/**
 * Answers the screens' calls by the real backend over a demo shop of its own, on the screens' own origin; `now` is the
 * instant at which the shop's clock stands, if it does.
 */
export function realServer(now: number | null = null) {
  // Not bundled with the configuration that holds this: Node runs the server as it is.
  const load = () => import(SHOP) as Promise<typeof shopModule>;
  let opened: Promise<shopModule.OpenedShop> | null = null;

  /** Returns the one shop, opened on first use. */
  const shop = () => (opened ??= load().then(({ openShop }) => openShop(now)));
  const close = async () => {
    const last = opened;
    opened = null;
    await (await last)?.close();
  };

  const plugin: Plugin = {
    name: 'real-server',
    configureServer: ({ middlewares }) => {
      middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/api/v1/')) return next();
        // The answer is Vite's own, not the server's, which marks its own; one page meets new shops one after the other.
        response.setHeader(SHOP_ID_HEADER, 'the-shop');
        shop().then(({ app }) => app.routing(request, response), next);
      });
    },
    closeBundle: async () => {
      if (opened === null) return;
      await close();
      await (await load()).forgetFilledShops();
    },
  };

  /** Signs a person in beside the page, whose own cookie stays as it is; returns the token. */
  const tokenOf: BrowserCommand<[email: string, password: string]> = async (_context, email, password) => {
    const { app } = await shop();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/staff/login',
      payload: { email, password },
    });
    return answer.json<{ token: string }>().token;
  };

  /** Goes on with a new shop, so that nothing is left of what was done in the last one. */
  const newShop: BrowserCommand<[]> = async () => {
    await close();
    await shop();
  };

  return { plugin, tokenOf, newShop };
}
