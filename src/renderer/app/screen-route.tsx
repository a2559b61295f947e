import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { readFirst } from './read-first.ts';
import type { Screen } from './screens.tsx';

/**
 * Returns the route of a screen; what it reads first is asked for together with its script. A screen of the till has no
 * loader, so that it is drawn in the same turn as its address: it begins its reads when its script is loaded, once.
 */
export const routeOf = (screen: Screen, queryClient: QueryClient): RouteObject => ({
  path: screen.path,
  ...(screen.till ? {} : readingFirst(screen, queryClient)),
  lazy: async () => {
    if (screen.till) begin(readFirst(queryClient, screen, {}, new URLSearchParams()));
    // Loaded together: what surrounds a page is not needed for the sign-in.
    const [{ pageOf }, Page] = await Promise.all([import('./guarded.tsx'), screen.load()]);
    return { Component: pageOf(screen, Page) };
  },
});

/** Nothing waits for reads: the page draws its skeleton, and tells what failed. */
const begin = (reading: Promise<void>): void => void reading.catch(() => undefined);

const readingFirst = (screen: Screen, queryClient: QueryClient) =>
  ({
    loader: ({ params, request }) => {
      const { searchParams } = new URL(request.url);
      begin(readFirst(queryClient, screen, params, searchParams));
      return null;
    },
    // The open page itself asks for another page of its list.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }) satisfies RouteObject;
