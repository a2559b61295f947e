import { FluentProvider } from '@fluentui/react-components';
import { StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import '#renderer/ui/fonts.ts';
import { theme } from '#renderer/ui/theme.ts';
import { ToastHost } from '#renderer/ui/toasts.tsx';
import { CrashBoundary } from '#renderer/app/crash-boundary.tsx';
import { LoginForm } from '#renderer/features/session/login-form.tsx';
import { Dashboard } from './dashboard.tsx';
import { ConfirmSample, PasswordSample, PickerSample } from './dialogs.tsx';
import { Pieces } from './pieces.tsx';
import { States } from './states.tsx';
import { Till } from './till.tsx';

function Broken(): ReactElement {
  throw new Error('Cannot read properties of undefined (reading "price")');
}

const login = (error: string | null, busy = false) => (
  <LoginForm error={error} busy={busy} onSubmit={() => Promise.resolve()} />
);

/** Each page by the name that stands in `?page=`; shoot.ts takes one picture of each. */
const pages: Record<string, [start: string, page: ReactElement]> = {
  pieces: ['/', <Pieces />],
  login: ['/login', login(null)],
  'login-refused': ['/login', login('Invalid email or password')],
  dashboard: ['/dashboard', <Dashboard />],
  states: ['/transactions', <States />],
  till: ['/pos', <Till />],
  picker: ['/pos', <PickerSample />],
  confirm: ['/pos', <ConfirmSample />],
  password: ['/dashboard', <PasswordSample />],
  crash: ['/', <Broken />],
};

function Gallery() {
  const name = new URLSearchParams(window.location.search).get('page') ?? 'pieces';
  const [start, page] = pages[name] ?? ['/', <p>No such page.</p>];
  return (
    <FluentProvider theme={theme}>
      <CrashBoundary>
        <MemoryRouter initialEntries={[start]}>
          <ToastHost>{page}</ToastHost>
        </MemoryRouter>
      </CrashBoundary>
    </FluentProvider>
  );
}

const root = document.getElementById('root');
if (root) {
  document.body.style.margin = '0';
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
}
