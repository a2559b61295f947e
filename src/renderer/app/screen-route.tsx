import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { usePageTitle } from '#renderer/lib/page-title.ts';
import { ActiveStoreOnly } from './active-store-only.tsx';
import { readFirst } from './read-first.ts';
import { listOf, mayOpen, titleOf, type Screen } from './screens.tsx';
import { useSession, useSignedIn } from './session.tsx';

/** Wraps a page so that people without its permission are redirected to the dashboard, which is open to everybody. */
export function guarded(screen: Pick<Screen, 'permission' | 'also'>, Page: ComponentType): ComponentType {
  return function Guarded() {
    const session = useSession();
    const isRefused = session.state === 'signed-in' && !mayOpen(session.staff, screen);
    return isRefused ? <Navigate to="/dashboard" replace /> : <Page />;
  };
}

/** Wraps a screen's page so that it names the window. */
function titled(screen: Screen, Page: ComponentType): ComponentType {
  return function TitledPage() {
    usePageTitle(titleOf(screen));
    return <Page />;
  };
}

/** Wraps a form of something new so that an inactive store's says why there is none. */
function atActiveStore(screen: Screen, Page: ComponentType): ComponentType {
  if (!screen.begins) return Page;
  return function AtActiveStore() {
    const { store } = useSignedIn();
    return (
      <ActiveStoreOnly store={store} title={titleOf(screen)} back={listOf(screen)}>
        <Page />
      </ActiveStoreOnly>
    );
  };
}

/** Returns the route of a screen; what it reads first is asked for together with its script. */
export const routeOf = (screen: Screen, queryClient: QueryClient): RouteObject => ({
  path: screen.path,
  ...(screen.till ? {} : readingFirst(screen, queryClient)),
  lazy: async () => {
    const Page = atActiveStore(screen, await screen.load());
    return { Component: guarded(screen, titled(screen, Page)) };
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
