import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { matchRoutes } from 'react-router';
import { isServerBusy } from '#renderer/lib/busy-server.ts';
import { clock } from '#renderer/lib/clock.ts';
import { readConnection } from '#renderer/lib/connection.ts';
import { readFirst, whoOpens } from './read-first.ts';
import { screens } from './screens.tsx';

// A page's script and its first reads are asked for while somebody is about to open it: links, the rows of tables that
// open, and what names an address in `data-ahead`, such as the button to the next page of a list.

/** Milliseconds for which the pointer rests on a link, or the focus. */
const INTENT = 100;

const ways = screens.map(({ path }) => ({ path }));

/** Asks for what an address shows, unless the person may not open it or the server has enough to do. */
function askAhead(queryClient: QueryClient, address: string): void {
  const { origin, pathname, searchParams, href } = new URL(address, location.href);
  if (origin !== location.origin || href === location.href) return;
  if (isServerBusy(clock.now()) || !readConnection().isReachable) return;
  const found = matchRoutes(ways, pathname)?.at(-1);
  const screen = screens.find(({ path }) => path === found?.route.path);
  if (!found || !screen || !whoOpens(queryClient, screen)) return;
  // Opening the page asks again and shows the failure.
  void screen.load().catch(() => undefined);
  void readFirst(queryClient, screen, found.params, searchParams).catch(() => undefined);
}

/** Finds what would be opened from here: its link, or its element with an address. */
function wayFrom(target: EventTarget | null): Element | null {
  if (!(target instanceof Element)) return null;
  return (
    target.closest('a[href], [data-ahead]') ??
    target.closest('tr[data-opens]')?.querySelector('a[href]') ??
    null
  );
}

/** Calls `ask` with the address on which a pointer or the keyboard's focus rests; returns how to stop. */
function watchIntent(ask: (address: string) => void): () => void {
  let meant: Element | null = null;
  let callOff = () => {};
  const rest = (way: Element | null) => {
    if (way === meant) return;
    callOff();
    meant = way;
    const address = way?.getAttribute('data-ahead') ?? way?.getAttribute('href');
    callOff = address ? clock.after(INTENT, () => ask(address)) : () => {};
  };
  const near = ({ target, pointerType }: PointerEvent) =>
    rest(pointerType === 'touch' ? null : wayFrom(target));
  const focus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) rest(wayFrom(target));
  };
  const leave = () => rest(null);
  document.addEventListener('pointerover', near);
  document.addEventListener('focusin', focus);
  document.addEventListener('focusout', leave);
  document.documentElement.addEventListener('pointerleave', leave);
  return () => {
    leave();
    document.removeEventListener('pointerover', near);
    document.removeEventListener('focusin', focus);
    document.removeEventListener('focusout', leave);
    document.documentElement.removeEventListener('pointerleave', leave);
  };
}

/** Asks ahead on the whole page. */
export function useAskAhead(): void {
  const queryClient = useQueryClient();
  useEffect(() => watchIntent((address) => askAhead(queryClient, address)), [queryClient]);
}
