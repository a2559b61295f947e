import { createBrowserRouter, Navigate, RouterProvider } from 'react-router-dom';
import { LoginPage } from '#renderer/routes/login.tsx';
import { RouteError } from './route-error.tsx';

/** Each page is a chunk of its own, loaded when it is first opened. */
const router = createBrowserRouter([
  { path: '/login', element: <LoginPage />, errorElement: <RouteError /> },
  {
    lazy: async () => ({ Component: (await import('#renderer/routes/signed-in.tsx')).SignedIn }),
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      {
        path: '/dashboard',
        lazy: async () => ({ Component: (await import('#renderer/routes/dashboard.tsx')).DashboardPage }),
      },
      {
        lazy: async () => ({ Component: (await import('#renderer/routes/till.tsx')).TillArea }),
        children: [
          {
            path: '/pos',
            lazy: async () => ({ Component: (await import('#renderer/routes/pos.tsx')).PosPage }),
          },
          {
            path: '/pos/payment',
            lazy: async () => ({ Component: (await import('#renderer/routes/payment.tsx')).PaymentPage }),
          },
          {
            path: '/pos/:transactionId',
            lazy: async () => ({ Component: (await import('#renderer/routes/pos.tsx')).PosPage }),
          },
          {
            path: '/pos/:transactionId/payment',
            lazy: async () => ({ Component: (await import('#renderer/routes/payment.tsx')).PaymentPage }),
          },
        ],
      },
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
]);

export function AppRouter() {
  return <RouterProvider router={router} />;
}
