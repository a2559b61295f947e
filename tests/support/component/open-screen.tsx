import '#renderer/ui/fonts.ts';
import '#renderer/app/start.css';
import { FluentProvider, PortalMountNodeProvider } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { commands, server, type BrowserCommands } from 'vitest/browser';
import { SHOP_ID_HEADER } from '#contract/headers.ts';
import { routeOf } from '#renderer/app/screen-route.tsx';
import { openPages } from '#renderer/app/open-pages.tsx';
import { screens, type Screen } from '#renderer/app/screens.tsx';
import { SessionProvider, useSession } from '#renderer/app/session.tsx';
import { TillProvider } from '#renderer/features/pos/sale/till-provider.tsx';
import { keepFocus } from '#renderer/lib/keep-focus.ts';
import { noteSignIn } from '#renderer/lib/api-client.ts';
import { createQueryClient } from '#renderer/lib/queries.ts';
import { followWrites } from '#renderer/lib/read.ts';
import { LoginPage } from '#renderer/routes/login.tsx';
import { FirstPassword, SignedIn } from '#renderer/routes/signed-in.tsx';
import { theme } from '#renderer/ui/theme.ts';
import { ToastHost, useNotify, type Notify } from '#renderer/ui/toasts.tsx';
import { call, callerWith, DEMO_PASSWORD, type Caller } from '#tests/support/http.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    tokenOf: (email: string, password: string) => Promise<string>;
    newShop: () => Promise<void>;
  }
}

/** Returns a caller of the shop's API beside the screen, signed in as this person. */
export async function callerAs(email: string, password = DEMO_PASSWORD): Promise<Caller> {
  const { tokenOf }: BrowserCommands = commands;
  return callerWith('', await tokenOf(email, password));
}

export type OpenScreen = {
  /** Returns the present path and query of the screen's router. */
  address: () => URL;
  goTo: (path: string) => Promise<void>;
  /** Goes like the browser's buttons: -1 back, 1 forward. */
  go: (steps: number) => Promise<void>;
  /** Shows toasts of the test's own, as a screen does. */
  notify: () => Notify;
};

// Lays the frame of the tests out as usual, but draws none of its pixels, which no test looks at: an eighth of all work.
if (server.config.browser.headless) {
  (window.frameElement as HTMLElement | null)?.style.setProperty('opacity', '0');
}

let root: Root | null = null;
let host: HTMLElement | null = null;
let letFocusGo: (() => void) | null = null;

/** The screen alone: nothing is rendered before the server has answered who it is. */
function WithoutMenu() {
  const session = useSession();
  if (session.state === 'password-owed') return <FirstPassword {...session} />;
  return session.state === 'signed-in' ? (
    <TillProvider
      staffId={session.staff.id}
      store={session.store}
      maySell={session.may('transactions.create')}
    >
      <Outlet />
    </TillProvider>
  ) : null;
}

/** Hands the page's `notify` to the test. */
function Voice({ onReady }: { onReady: (notify: Notify) => void }) {
  const notify = useNotify();
  useEffect(() => onReady(notify), [onReady, notify]);
  return null;
}

/** The storage key of the store that was chosen last in this browser. */
const CHOSEN_STORE = 'tindahan.store';

type Opening = {
  /** The signed-in person; null for nobody, on /login. */
  email: string | null;
  /** The store that was chosen before; else their own. */
  storeId?: number;
  /** True to show the bar and the menu around the screen. */
  withMenu?: boolean;
  /** True to open it as a reload does: what the tab had stored is there. */
  reloads?: boolean;
  /** True to open it as a till does that is started again: what it keeps is there, and nobody signs in. */
  restarts?: boolean;
  /** Screens that only the test has, to try a part of one by itself. */
  more?: readonly Screen[];
};

/** Signs a person in; null for nobody. */
async function enter(email: string | null): Promise<void> {
  const { status } =
    email === null
      ? await call('', 'POST', '/staff/logout')
      : await call('', 'POST', '/staff/login', { email, password: DEMO_PASSWORD });
  if (email !== null && status !== 200) throw new Error(`${email} could not sign in: ${status}`);
  // What the last test still waits for was asked by somebody else.
  noteSignIn();
}

/**
 * Renders the screen of an address as the app does, for a signed-in person; the bar and the menu around it only on
 * request.
 */
export async function openScreen(
  path: string,
  { email, storeId, withMenu = false, reloads = false, restarts = false, more = [] }: Opening,
): Promise<OpenScreen> {
  const stored = reloads ? Object.entries({ ...sessionStorage }) : [];
  const kept = restarts ? Object.entries({ ...localStorage }) : [];
  close();
  for (const [key, text] of stored) sessionStorage.setItem(key, String(text));
  for (const [key, text] of kept) localStorage.setItem(key, String(text));
  if (storeId !== undefined) localStorage.setItem(CHOSEN_STORE, String(storeId));
  if (!restarts) await enter(email);
  const queryClient = createQueryClient();
  followWrites(queryClient);
  letFocusGo = keepFocus();
  const router = createMemoryRouter(
    [
      { path: '/login', Component: LoginPage },
      ...openPages.map((open) => ({ ...open, HydrateFallback: () => null })),
      {
        Component: withMenu ? SignedIn : WithoutMenu,
        HydrateFallback: () => null,
        children: [...screens, ...more].map((screen) => routeOf(screen, queryClient)),
      },
    ],
    {
      initialEntries: [path],
    },
  );
  // The page's main part holds the screen and everything that opens over it, as in the app's layout.
  host = document.body.appendChild(document.createElement(withMenu ? 'div' : 'main'));
  root = createRoot(host);
  let voice: Notify | null = null;
  const keepVoice = (notify: Notify) => {
    voice = notify;
  };
  root.render(
    <FluentProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <ToastHost>
          <Voice onReady={keepVoice} />
          <SessionProvider>
            <PortalMountNodeProvider value={host}>
              <RouterProvider router={router} />
            </PortalMountNodeProvider>
          </SessionProvider>
        </ToastHost>
      </QueryClientProvider>
    </FluentProvider>,
  );
  return {
    address: () => {
      const { pathname, search } = router.state.location;
      return new URL(pathname + search, location.origin);
    },
    goTo: (to) => router.navigate(to),
    go: (steps) => router.navigate(steps),
    notify: () => {
      if (!voice) throw new Error('The screen is not drawn yet');
      return voice;
    },
  };
}

type Failing = { path: RegExp; method?: string; status?: number; body?: object };

const reach = window.fetch;
/** What calls go by that a test neither fails nor answers. */
let line = reach;

/** Returns an answer of the shop itself, with its mark. */
async function answerAsShop(body: unknown, status = 200): Promise<Response> {
  const { headers } = await reach('/api/v1/health/live');
  const mark = headers.get(SHOP_ID_HEADER) ?? '';
  const coded = status < 500 ? body : { code: 'server_error', ...(body as object) };
  return Response.json(coded, { status, headers: { [SHOP_ID_HEADER]: mark } });
}

/** Makes matching calls fail, or be refused, until `mend`, or the end of the test. `failed` counts them. */
export function failCalls({ path, method = 'GET', status, body }: Failing) {
  let count = 0;
  window.fetch = (input, init) => {
    const isMeant = path.test(new Request(input).url) && (init?.method ?? 'GET') === method;
    if (!isMeant) return line(input, init);
    count += 1;
    if (status === undefined) return Promise.reject(new TypeError('Failed to fetch'));
    return answerAsShop(body, status);
  };
  return { mend, failed: () => count };
}

/** Answers some reads itself until the end of the test: for what the demo shop does not have. */
export function answerReads(answers: readonly { path: RegExp; body: unknown }[]) {
  window.fetch = (input, init) => {
    const found = answers.find(({ path }) => path.test(new Request(input).url));
    return found ? answerAsShop(found.body) : line(input, init);
  };
}

/** Leaves the store without anybody who approves, until `mend`, or the end of the test. */
export const nobodyApproves = () =>
  failCalls({ path: /\/approvals\/approvers/, status: 200, body: { data: [] } });

/** Makes the server unreachable until `mend`, or the end of the test. */
export function loseServer() {
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  return { mend };
}

/**
 * Loses the answer of the next matching call, which the server processes, and with `isCut` all that follows until `mend`,
 * with `isCutUntilAgain` until it is sent again. Returns the keys under which it was sent.
 */
export function loseAnswer({
  path,
  method,
  isCut = false,
  isCutUntilAgain = false,
}: {
  path: RegExp;
  method: string;
  isCut?: boolean;
  isCutUntilAgain?: boolean;
}) {
  const keys: string[] = [];
  window.fetch = async (input, init) => {
    const isMeant = path.test(new Request(input).url) && init?.method === method;
    if (!isMeant && isCutUntilAgain && keys.length === 1) throw new TypeError('Failed to fetch');
    const answer = await line(input, init);
    if (!isMeant) return answer;
    keys.push(new Headers(init.headers).get('Idempotency-Key') ?? '');
    if (isCut) loseServer();
    if (keys.length === 1) throw new TypeError('Failed to fetch');
    return answer;
  };
  return { keys, mend };
}

/**
 * Holds the next matching call on its way to the server, or to what `failCalls` answers, until `release`, or the one
 * `after` some others; `sent` counts all of them. With `isAnswered` it is held on its way back, and counted there.
 */
export function holdCall({
  path,
  method,
  after = 0,
  isAnswered = false,
}: {
  path: RegExp;
  method: string;
  after?: number;
  isAnswered?: boolean;
}) {
  const gate = Promise.withResolvers<undefined>();
  const goOn = window.fetch;
  let count = 0;
  window.fetch = async (input, init) => {
    const answer = isAnswered ? await goOn(input, init) : null;
    if (path.test(new Request(input).url) && init?.method === method) {
      count += 1;
      if (count === after + 1) await gate.promise;
    }
    return answer ?? goOn(input, init);
  };
  return { release: () => gate.resolve(undefined), sent: () => count };
}

export type Sent = { url: URL; body: unknown; answer: Promise<Response> };

/**
 * Records matching calls of the screen, oldest first, until the end of the test. Excludes those that `failCalls` fails.
 */
export function watchCalls({ path, method = 'GET' }: { path: RegExp; method?: string }): Sent[] {
  const sent: Sent[] = [];
  window.fetch = (input, init) => {
    const answer = line(input, init);
    const url = new URL(new Request(input).url);
    const { body } = init ?? {};
    const isMeant = path.test(url.href) && (init?.method ?? 'GET') === method;
    if (isMeant) sent.push({ url, body: typeof body === 'string' ? JSON.parse(body) : null, answer });
    return answer;
  };
  return sent;
}

function mend(): void {
  window.fetch = line;
}

/** Refuses matching reads until the end of the test, whatever else a test does to calls. */
export function keepBack(path: RegExp): void {
  line = (input, init) =>
    path.test(new Request(input).url) ? answerAsShop({ message: 'Not now' }, 500) : reach(input, init);
  mend();
}

/** Removes the screen with all its state. */
function close(): void {
  letFocusGo?.();
  root?.unmount();
  host?.remove();
  root = null;
  localStorage.clear();
  sessionStorage.clear();
}

/** Cleans up after each test, so that nothing is left to the next one, of the same file or another. */
export function leaveNothing(): void {
  line = reach;
  mend();
  close();
}
