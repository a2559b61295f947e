import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { BrowserCommand } from 'vitest/node';
import type * as shopModule from './shop.ts';

const SHOP = pathToFileURL(path.join(import.meta.dirname, 'shop.ts')).href;

let opened: Promise<shopModule.OpenedShop> | null = null;

/** Returns the run's one shop, opened on first use. */
function shop(): Promise<shopModule.OpenedShop> {
  // Not bundled with the configuration that holds this: Node runs the server as it is.
  return (opened ??= (import(SHOP) as Promise<typeof shopModule>).then(({ openShop }) => openShop()));
}

/** Answers the screens' calls by the real backend over a demo shop of its own, on the screens' own origin. */
export const realServer: Plugin = {
  name: 'real-server',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (!request.url?.startsWith('/api/v1/')) return next();
      shop().then(({ app }) => app.routing(request, response), next);
    });
  },
  closeBundle: async () => {
    await (await opened)?.close();
    opened = null;
  },
};

/** Signs a person in beside the page, whose own cookie stays as it is; returns the token. */
export const tokenOf: BrowserCommand<[email: string, password: string]> = async (
  _context,
  email,
  password,
) => {
  const { app } = await shop();
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/staff/login',
    payload: { email, password },
  });
  return answer.json<{ token: string }>().token;
};
