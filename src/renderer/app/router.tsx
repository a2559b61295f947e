import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, type RouteObject } from 'react-router-dom';
import { LoginPage } from '#renderer/routes/login.tsx';
import { RouteError } from './route-error.tsx';
import { mayOpen, screens, selling, type Screen } from './screens.tsx';
import { useSession } from './session.tsx';

/** A screen's page for those who may open it; everybody else is led to the dashboard, which nobody is refused. */
function guarded(screen: Pick<Screen, 'permission' | 'also'>, Page: ComponentType): ComponentType {
  return function Guarded() {
    const session = useSession();
    const isRefused = session.state === 'signed-in' && !mayOpen(session.staff, screen);
    return isRefused ? <Navigate to="/dashboard" replace /> : <Page />;
  };
}

const routeOf = (screen: Screen): RouteObject => ({
  path: screen.path,
  lazy: async () => ({ Component: guarded(screen, await screen.load()) }),
});

const router = createBrowserRouter([
  { path: '/login', element: <LoginPage />, errorElement: <RouteError /> },
  {
    lazy: async () => ({ Component: (await import('#renderer/routes/signed-in.tsx')).SignedIn }),
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      {
        lazy: async () => ({
          Component: guarded(selling, (await import('#renderer/routes/till.tsx')).TillArea),
        }),
        children: screens.filter((screen) => screen.till).map(routeOf),
      },
      ...screens.filter((screen) => !screen.till).map(routeOf),
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
]);

export function AppRouter() {
  return <RouterProvider router={router} />;
}
