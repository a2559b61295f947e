import {
  keepPreviousData,
  useQuery,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import type { z } from '#contract/zod.ts';
import type { ReadRoute, RouteInput } from '#contract/define-route.ts';
import type { PageMeta } from '#contract/pages.ts';
import type { ListPageState } from '#renderer/ui/list-table.tsx';
import type { Answer } from './api-client.ts';
import {
  narrowedBy,
  readAddress,
  withoutFilters,
  writeAddress,
  type AddressRules,
  type Changes,
  type Query,
} from './list-address.ts';
import { read, type ReadInput } from './read.ts';

/** A list's query in its address, with the functions that change it. */
export type ListAddress<Q> = {
  /** The query, decoded by the route's schema. */
  query: Q;
  /** Sets some filters or, with null, removes them, and goes back to the first page. */
  change: (changes: Changes<Q>) => void;
  turnTo: (page: number) => void;
  addressOf: (page: number) => string;
  /** Sets the page size. */
  resize: (size: number) => void;
  /** The order; undefined where the route has only one. */
  sort: string | undefined;
  sortBy: (sort: string) => void;
  clear: () => void;
  isNarrowed: boolean;
  /** The keys of the query that narrow the list. */
  narrowedBy: readonly string[];
  /** For links into the list: their page leads back to the filtered list. */
  linkState: { list: string };
};

const toPage = (page: number) => ({ page: page > 1 ? page : null });

/**
 * Keeps a list's filters, order and page in the address, so that a reload, a bookmark and browser Back show the same
 * rows. `shape` is the query schema of the list's route.
 */
export function useListAddress<Q extends Query>(
  shape: z.ZodObject,
  rules: AddressRules<Q> = {},
): ListAddress<Q> {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  // Two fields may change before the next render: the second must not undo the first.
  const latest = useRef({ params, rules });
  useEffect(() => {
    latest.current = { params, rules };
  });
  // A debounced filter must not navigate back after the user has left for another page.
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
  const narrowing = narrowedBy(shape, query, rules);
  return {
    query,
    change: useCallback((changes) => put({ ...changes, page: null }, true), [put]),
    turnTo: useCallback((page) => put(toPage(page), false), [put]),
    addressOf: (page) => `${pathname}?${writeAddress(shape, params, toPage(page), rules)}`,
    resize: (per_page) => put({ per_page, page: null }, true),
    sort: query.sort as string | undefined,
    sortBy: (sort) => put({ sort, page: null }, true),
    clear: () => put({ ...withoutFilters(shape, rules), page: null }, true),
    isNarrowed: narrowing.length > 0,
    narrowedBy: narrowing,
    linkState: useMemo(() => ({ list: search }), [search]),
  };
}

/** True if a list has no entry at all: no filter hides any. */
export const hasNothing = ({ page, isNarrowed }: ListPageState<unknown>): boolean =>
  page?.total === 0 && !isNarrowed;

/** Returns the address of `list` as it was filtered when this page was opened from it. */
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
  /** Rows per page: a fixed number, or a choice with the first as its default. */
  perPage: number | readonly number[];
};

/** Returns the read of one page of a list. */
function readOfPage<R extends ListRoute>(route: R, query: QueryOf<R>, perPage: ListRules<R>['perPage']) {
  const sizes = [perPage].flat();
  const per_page = sizes.find((size) => size === query.per_page) ?? sizes[0];
  return read(route, ...([{ query: { ...query, per_page } }] as unknown as ReadInput<R>));
}

/** Returns the read of the page of a list that an address names, as `useList` makes it. */
export const readOfAddress = <R extends ListRoute>(
  route: R,
  { perPage, ...rules }: ListRules<R>,
  params: URLSearchParams,
) => readOfPage(route, readAddress<QueryOf<R>>(route.query, params, rules), perPage);

/** One page of a list and its address, for a list screen. */
export type List<Row, Q = unknown> = ListAddress<Q> & ListPageState<Row>;

/** Loads the page of a list that the address names; shows the previous page meanwhile. */
export function useList<R extends ListRoute>(
  route: R,
  { perPage, ...rules }: ListRules<R>,
): List<RowOf<R>, QueryOf<R>> {
  const pageSizes = typeof perPage === 'number' ? [] : perPage;
  const address = useListAddress<QueryOf<R>>(route.query, rules);
  const options = readOfPage(route, address.query, perPage);
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

/** Loads a page of a list whose page number the screen keeps, such as a tab's. */
export function usePage<Row, Key extends QueryKey>(
  options: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>,
  turnTo: (page: number) => void,
): ListPageState<Row> {
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  return { ...stateOf(query), page: query.data, turnTo };
}

/** Returns a list as a single page: all results, or those that a screen filters itself. */
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
