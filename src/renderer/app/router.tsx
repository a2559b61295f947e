import { createBrowserRouter, Navigate, RouterProvider } from 'react-router-dom';
import { LoginPage } from '#renderer/routes/login.tsx';
import { openPages } from './open-pages.tsx';
import { RouteError } from './route-error.tsx';
import { guarded, routeOf } from './screen-route.tsx';
import { screens, selling } from './screens.tsx';

const router = createBrowserRouter([
  { path: '/login', element: <LoginPage />, errorElement: <RouteError /> },
  ...openPages.map((page) => ({ ...page, HydrateFallback: () => null, errorElement: <RouteError /> })),
  {
    lazy: async () => ({ Component: (await import('#renderer/routes/signed-in.tsx')).SignedIn }),
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      {
        lazy: async () => ({
          Component: guarded(selling, (await import('#renderer/routes/till.tsx')).TillLayout),
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
