import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';
import type { z } from '#contract/zod.ts';
import type { ReadRoute, RouteInput } from '#contract/define-route.ts';
import type { PageMeta } from '#contract/pages.ts';
import type { ListPageState } from '#renderer/ui/list-table.tsx';
import type { Answer } from './api-client.ts';
import {
  isNarrowed,
  readAddress,
  withoutFilters,
  writeAddress,
  type AddressRules,
  type Changes,
  type Query,
} from './list-address.ts';
import { read, type ReadInput } from './read.ts';

/** A list's address in use: what it asks, and how that is changed. */
export type ListAddress<Q> = {
  /** What is asked, decoded by the route's schema. */
  query: Q;
  /** Sets some filters or, with null, removes them, and goes back to the first page. */
  change: (changes: Changes<Q>) => void;
  turnTo: (page: number) => void;
  /** How many rows a page has. */
  resize: (size: number) => void;
  /** The order; undefined where the route knows one only. */
  sort: string | undefined;
  sortBy: (sort: string) => void;
  clear: () => void;
  isNarrowed: boolean;
  /** For a link into the list: the page there leads back to the list as it is filtered. */
  linkState: { list: string };
};

/**
 * A list's filters, order and page as they stand in the address, so that a reload, a bookmark and the way back show the
 * same rows. `shape` is the query schema of the route that the list asks.
 */
export function useListAddress<Q extends Query>(
  shape: z.ZodObject,
  rules: AddressRules<Q> = {},
): ListAddress<Q> {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  // Two fields may change before the next rendering: the second must not undo the first.
  const latest = useRef({ params, rules });
  useEffect(() => {
    latest.current = { params, rules };
  });
  // Somebody typed and went on at once: the filter that follows must not bring them back from a page that still loads.
  const isLeaving = useRef(false);
  const { location: destination } = useNavigation();
  useEffect(() => {
    isLeaving.current = destination !== undefined && destination.pathname !== pathname;
  }, [destination, pathname]);

  const put = useCallback(
    (changes: Changes<Query>, isFilter: boolean) => {
      if (isFilter && isLeaving.current) return;
      const next = writeAddress(shape, latest.current.params, changes, latest.current.rules);
      latest.current.params = next;
      setParams(next, { replace: isFilter });
    },
    [shape, setParams],
  );
  const query = readAddress<Q>(shape, params, rules);
  return {
    query,
    change: useCallback((changes) => put({ ...changes, page: null }, true), [put]),
    turnTo: useCallback((page) => put({ page: page > 1 ? page : null }, false), [put]),
    resize: (per_page) => put({ per_page, page: null }, true),
    sort: query.sort as string | undefined,
    sortBy: (sort) => put({ sort, page: null }, true),
    clear: () => put({ ...withoutFilters(shape, rules), page: null }, true),
    isNarrowed: isNarrowed(shape, query, rules),
    linkState: useMemo(() => ({ list: search }), [search]),
  };
}

/** The address of `list` as it was filtered when this page was opened from it. */
export function useBackToList(list: string): string {
  const { state } = useLocation() as { state: { list?: string } | null };
  return `${list}${state?.list ?? ''}`;
}

/** A route that returns one page of a list. */
export type ListRoute = ReadRoute & { query: z.ZodObject; params?: undefined };
export type RowOf<R extends ListRoute> = Answer<R> extends { data: (infer Row)[] } ? Row : never;
export type Page<Row> = { data: Row[]; meta: PageMeta } & PageMeta;

type QueryOf<R extends ListRoute> = RouteInput<R>['query'] & Query;

export type ListRules<R extends ListRoute> = AddressRules<QueryOf<R>> & {
  /** Rows of a page: a number that stands, or those to choose from, the first of them unless somebody chose. */
  perPage: number | readonly number[];
};

/** One page of a list and its address, ready for a list screen. */
export type List<Row, Q = unknown> = ListAddress<Q> & ListPageState<Row>;

/** The page of a list that the address names; while the next one loads, the one before stays. */
export function useList<R extends ListRoute>(
  route: R,
  { perPage, ...rules }: ListRules<R>,
): List<RowOf<R>, QueryOf<R>> {
  const pageSizes = typeof perPage === 'number' ? [] : perPage;
  const address = useListAddress<QueryOf<R>>(route.query, rules);
  const chosen = pageSizes.find((size) => size === address.query.per_page);
  const query = { ...address.query, per_page: chosen ?? [perPage].flat()[0] };
  const options = read(route, ...([{ query }] as unknown as ReadInput<R>));
  const [module, name, storeId] = options.queryKey;
  const found = useQuery({
    ...options,
    placeholderData: (previous, before) => {
      const key = before?.queryKey;
      return key?.[0] === module && key[1] === name && key[2] === storeId ? previous : undefined;
    },
  });
  return {
    ...address,
    ...stateOf(found),
    page: found.data as Page<RowOf<R>> | undefined,
    pageSizes: pageSizes.toSorted((a, b) => a - b),
  };
}

/** A page of a list whose place the screen itself keeps: a tab's, for one. */
export function usePage<Row, Key extends QueryKey>(
  options: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
  turnTo: (page: number) => void,
): ListPageState<Row> {
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return { ...stateOf(query), page: query.data, turnTo };
}

/** A list that is one page: all that was found, or the rows that a screen itself leaves of it. */
export function wholeList<Row>(query: UseQueryResult<unknown>, rows: Row[] | undefined): ListPageState<Row> {
  const total = rows?.length ?? 0;
  const place = { current_page: 1, last_page: 1, per_page: total, from: 1, to: total, total };
  return { ...stateOf(query), page: rows && { ...place, data: rows, total_capped: false } };
}

const stateOf = ({ data, error, isPlaceholderData, refetch }: UseQueryResult<unknown>) => ({
  isStale: isPlaceholderData,
  error: data === undefined ? error : null,
  retry: () => void refetch(),
});
