import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router';
import { readFirst } from './read-first.ts';
import type { Screen } from './screens.tsx';

/** Returns the route of a screen; what it reads first is asked for together with its script. */
export const routeOf = (screen: Screen, queryClient: QueryClient): RouteObject => ({
  path: screen.path,
  ...(screen.till ? {} : readingFirst(screen, queryClient)),
  lazy: async () => {
    // Loaded together: what surrounds a page is not needed for the sign-in.
    const [{ pageOf }, Page] = await Promise.all([import('./guarded.tsx'), screen.load()]);
    return { Component: pageOf(screen, Page) };
  },
});

const readingFirst = (screen: Screen, queryClient: QueryClient) =>
  ({
    loader: ({ params, request }) => {
      const { searchParams } = new URL(request.url);
      // Nothing waits for it: the page draws its skeleton, and tells what failed.
      void readFirst(queryClient, screen, params, searchParams).catch(() => undefined);
      return null;
    },
    // The open page itself asks for another page of its list.
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
  }) satisfies RouteObject;
