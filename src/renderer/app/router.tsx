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
      {
        path: '/transactions',
        lazy: async () => ({
          Component: (await import('#renderer/routes/transactions.tsx')).TransactionsPage,
        }),
      },
      {
        path: '/transactions/:transactionId',
        lazy: async () => ({
          Component: (await import('#renderer/routes/transaction.tsx')).TransactionPage,
        }),
      },
      {
        path: '/customers',
        lazy: async () => ({ Component: (await import('#renderer/routes/customers.tsx')).CustomersPage }),
      },
      {
        path: '/customers/new',
        lazy: async () => ({
          Component: (await import('#renderer/routes/customer-form.tsx')).NewCustomerPage,
        }),
      },
      {
        path: '/customers/:customerId',
        lazy: async () => ({ Component: (await import('#renderer/routes/customer.tsx')).CustomerPage }),
      },
      {
        path: '/customers/:customerId/edit',
        lazy: async () => ({
          Component: (await import('#renderer/routes/customer-form.tsx')).EditCustomerPage,
        }),
      },
      {
        path: '/payments/pending',
        lazy: async () => ({
          Component: (await import('#renderer/routes/pending-payments.tsx')).PendingPaymentsPage,
        }),
      },
      {
        path: '/reports',
        lazy: async () => ({ Component: (await import('#renderer/routes/reports.tsx')).ReportsPage }),
      },
      {
        path: '/settings',
        lazy: async () => ({ Component: (await import('#renderer/routes/settings.tsx')).SettingsPage }),
      },
      {
        path: '/device',
        lazy: async () => ({ Component: (await import('#renderer/routes/device.tsx')).DevicePage }),
      },
      { path: '*', element: <Navigate to="/dashboard" replace /> },
    ],
  },
]);

export function AppRouter() {
  return <RouterProvider router={router} />;
}
