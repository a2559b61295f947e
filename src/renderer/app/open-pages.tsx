import type { RouteObject } from 'react-router';

/** The pages besides the sign-in that are open without signing in, each a chunk of its own. */
export const openPages: RouteObject[] = [
  {
    path: '/forgot-password',
    lazy: async () => ({
      Component: (await import('#renderer/routes/forgot-password.tsx')).ForgotPasswordPage,
    }),
  },
  {
    path: '/reset-password',
    lazy: async () => ({
      Component: (await import('#renderer/routes/new-password.tsx')).NewPasswordPage,
    }),
  },
  {
    path: '/support',
    lazy: async () => ({ Component: (await import('#renderer/routes/support.tsx')).SupportPage }),
  },
];
