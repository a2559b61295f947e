import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';

export type AddressChanges = Record<string, string | null>;

/**
 * A list's filters as they stand in the address, so that a reload, a bookmark and the way back show the same rows.
 * `change` sets or (with null) removes some of them and goes back to the first page; `turnTo` turns the page.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  // Two fields may change before the next rendering: the second must not undo the first.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  // Somebody typed and went on at once: the filter that follows must not bring them back from a page that still loads.
  const isLeaving = useRef(false);
  const { pathname } = useLocation();
  const { location: destination } = useNavigation();
  useEffect(() => {
    isLeaving.current = destination !== undefined && destination.pathname !== pathname;
  }, [destination, pathname]);

  const change = useCallback(
    (changes: AddressChanges) => {
      if (isLeaving.current) return;
      const next = new URLSearchParams(latest.current);
      for (const [name, value] of Object.entries({ ...changes, page: null })) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      latest.current = next;
      setParams(next, { replace: true });
    },
    [setParams],
  );
  const turnTo = useCallback(
    (page: number) => {
      const next = new URLSearchParams(latest.current);
      if (page <= 1) next.delete('page');
      else next.set('page', String(page));
      latest.current = next;
      setParams(next);
    },
    [setParams],
  );
  return { params, change, turnTo };
}

/** The address of `list` as it was filtered when this page was opened from it. */
export function useBackToList(list: string): string {
  const { state } = useLocation() as { state: { list?: string } | null };
  return `${list}${state?.list ?? ''}`;
}
