import { FluentProvider } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, lazy, type ReactNode, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Navigate, useRouteError } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { keepFocus } from '#renderer/lib/keep-focus.ts';
import { keepLastCalls } from '#renderer/lib/last-calls.ts';
import { createQueryClient } from '#renderer/lib/queries.ts';
import { followWrites } from '#renderer/lib/read.ts';
import { till } from '#renderer/lib/till.ts';
import { LoginPage } from '#renderer/routes/login.tsx';
import '#renderer/ui/fonts.ts';
import { FullPageMessage } from '#renderer/ui/full-page-message.tsx';
import { theme } from '#renderer/ui/theme.ts';
import { ToastHost, useNotify } from '#renderer/ui/toasts.tsx';
import { openPages } from './open-pages.tsx';
import { routeOf } from './screen-route.tsx';
import { screens, selling, type Screen } from './screens.tsx';
import { SessionProvider } from './session.tsx';
import './start.css';

/** Milliseconds: long enough to be read between two customers. Troubles that persist are reported again. */
const LIFETIME = 20_000;

/** Reports trouble with the till's own disk on any page: background writes have no caller waiting for them. */
function TillTroubles() {
  const notify = useNotify();
  useEffect(() => {
    const tell = () => {
      till.troubles
        .take()
        .then((troubles) => {
          for (const { title, detail } of troubles) notify.error(title, detail, { lifetime: LIFETIME });
        })
        // The main process has logged it, and there is nobody else to ask.
        .catch(() => undefined);
    };
    tell();
    return till.troubles.onNew(tell);
  }, [notify]);
  return null;
}

/** Passes errors of a route on to the crash boundary. */
function RouteError(): never {
  const error = useRouteError();
  throw error instanceof Error ? error : new Error(String(error));
}

keepLastCalls();
keepFocus();
const queryClient = createQueryClient();
followWrites(queryClient);

const routeHere = (screen: Screen) => routeOf(screen, queryClient);

const router = createBrowserRouter([
  { path: '/login', element: <LoginPage />, errorElement: <RouteError /> },
  ...openPages.map((page) => ({ ...page, HydrateFallback: () => null, errorElement: <RouteError /> })),
  {
    lazy: async () => ({ Component: (await import('#renderer/routes/signed-in.tsx')).SignedIn }),
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      {
        lazy: async () => {
          const [{ guarded }, { TillLayout }] = await Promise.all([
            import('./guarded.tsx'),
            import('#renderer/routes/till.tsx'),
          ]);
          return { Component: guarded(selling, TillLayout) };
        },
        children: screens.filter((screen) => screen.till).map(routeHere),
      },
      ...screens.filter((screen) => !screen.till).map(routeHere),
      { path: '/', element: <Navigate to="/dashboard" replace /> },
      { path: '*', lazy: async () => ({ Component: (await import('#renderer/routes/no-page.tsx')).NoPage }) },
    ],
  },
]);

function AppRouter() {
  return <RouterProvider router={router} />;
}

/** The errors of browsers for a page's script that an update removed, or that cannot be fetched. */
const MISSING_SCRIPT = /dynamically imported module|module script failed/i;

/** Says in plain words what happened, before the error's own text. */
const crashText = ({ message }: Error): string =>
  MISSING_SCRIPT.test(message)
    ? `This page could not be loaded: Tindahan was updated meanwhile, or the server is away. Reload to go on. (${message})`
    : message;

type Props = { children: ReactNode; reload?: () => void };
type State = { error: Error | null };

const reloadAtRoot = () => window.location.assign('/');

/** The outermost error boundary: shows the error's message and a reload button. */
class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(cause: unknown): State {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <FullPageMessage
        title="Something went wrong"
        actionLabel="Reload Application"
        onAction={this.props.reload ?? reloadAtRoot}
      >
        {crashText(this.state.error)}
      </FullPageMessage>
    );
  }
}

/** A chunk of its own, so that the sign-in page does not wait for it. */
const ScanListener = lazy(async () => ({ default: (await import('./scan-listener.tsx')).ScanListener }));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <FluentProvider theme={theme}>
      <CrashBoundary>
        <QueryClientProvider client={queryClient}>
          <ToastHost>
            <TillTroubles />
            <Suspense fallback={null}>
              <ScanListener />
            </Suspense>
            <SessionProvider>
              <AppRouter />
            </SessionProvider>
          </ToastHost>
        </QueryClientProvider>
      </CrashBoundary>
    </FluentProvider>
  </StrictMode>,
);
