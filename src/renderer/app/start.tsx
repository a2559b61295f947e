import '#renderer/ui/fonts.ts';
import './start.css';
import { FluentProvider } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { keepLastCalls } from '#renderer/lib/last-calls.ts';
import { createQueryClient } from '#renderer/lib/queries.ts';
import { followWrites } from '#renderer/lib/read.ts';
import { theme } from '#renderer/ui/theme.ts';
import { ToastHost } from '#renderer/ui/toasts.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { AppRouter } from './router.tsx';
import { SessionProvider } from './session.tsx';
import { TillTroubles } from './till-troubles.tsx';

/** A chunk of its own: the sign-in page does not wait for it. */
const ScanListener = lazy(async () => ({ default: (await import('./scan-listener.tsx')).ScanListener }));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

keepLastCalls();
const queryClient = createQueryClient();
followWrites(queryClient);

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
