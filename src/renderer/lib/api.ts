import type { Route } from '#contract/define-route.ts';
import { contract, type Contract } from '#contract/index.ts';
import { callRoute, type Answer, type CallInput, type CallOptions, type CallRoute } from './api-client.ts';

type Callable<R extends Route> = keyof CallInput<R> extends never
  ? (input?: Record<string, never>, options?: CallOptions) => Promise<Answer<R>>
  : (input: CallInput<R>, options?: CallOptions) => Promise<Answer<R>>;

/** The typed client: `api.pos.scan({ body: { code } })`; input and output use centavos and epoch milliseconds. */
export type Api = {
  [A in keyof Contract]: {
    [N in keyof Contract[A] & string]: Contract[A][N] extends Route ? Callable<Contract[A][N]> : never;
  };
};

/** Returns the client of the whole contract over one that takes routes. */
export const apiOver = (callRoute: CallRoute): Api =>
  Object.fromEntries(
    Object.entries<Record<string, Route>>(contract).map(([module, routes]) => [
      module,
      Object.fromEntries(
        Object.entries(routes).map(([name, route]) => [
          name,
          (input = {} as CallInput<Route>, options?: CallOptions) => callRoute(route, input, options),
        ]),
      ),
    ]),
  ) as unknown as Api;

/**
 * The client of this page. It loads the whole contract: what is drawn before the sign-in calls by `callRoute`, with the
 * routes that it imports.
 */
export const api = apiOver(callRoute);
