import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { mayOpen, type Screen } from './screens.tsx';
import { useSession } from './session.tsx';

/** A screen's page for those who may open it; everybody else is led to the dashboard, which nobody is refused. */
export function guarded(screen: Pick<Screen, 'permission' | 'also'>, Page: ComponentType): ComponentType {
  return function Guarded() {
    const session = useSession();
    const isRefused = session.state === 'signed-in' && !mayOpen(session.staff, screen);
    return isRefused ? <Navigate to="/dashboard" replace /> : <Page />;
  };
}

/** The route of a screen. */
export const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  lazy: async () => ({ Component: guarded(screen, await screen.load()) }),
});
