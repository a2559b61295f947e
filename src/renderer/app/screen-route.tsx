import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { usePageTitle } from '#renderer/lib/page-title.ts';
import { mayOpen, titleOf, type Screen } from './screens.tsx';
import { useSession } from './session.tsx';

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

export const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  lazy: async () => ({ Component: guarded(screen, titled(screen, await screen.load())) }),
});
