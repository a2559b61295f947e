import '#renderer/ui/fonts.ts';
import './start.css';
import { FluentProvider } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '#renderer/lib/queries.ts';
import { theme } from '#renderer/ui/theme.ts';
import { ToastHost } from '#renderer/ui/toasts.tsx';
import { CrashBoundary } from './crash-boundary.tsx';
import { AppRouter } from './router.tsx';
import { SessionProvider } from './session.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

createRoot(root).render(
  <StrictMode>
    <FluentProvider theme={theme}>
      <CrashBoundary>
        <QueryClientProvider client={createQueryClient()}>
          <ToastHost>
            <SessionProvider>
              <AppRouter />
            </SessionProvider>
          </ToastHost>
        </QueryClientProvider>
      </CrashBoundary>
    </FluentProvider>
  </StrictMode>,
);
