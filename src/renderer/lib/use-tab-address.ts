import { useLocation, useSearchParams } from 'react-router';
import type { Tab } from '#renderer/ui/tab-list.tsx';

/**
 * Keeps the open tab of a page in its address, with the page of its list and other values of the tab, and keeps the
 * link back to the list. An address without a tab means the first one.
 */
export function useTabAddress<Name extends string>(tabs: readonly [Tab<Name>, ...Tab<Name>[]]) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [first] = tabs;
  const page = Number(params.get('page'));
  const tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? first.value;
  const put = (name: Name, more: Record<string, string> = {}) =>
    setParams({ ...(name === first.value ? {} : { tab: name }), ...more }, { replace: true, state });
  return {
    tab,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    params,
    open: (name: Name) => put(name),
    turnTo: (number: number) => put(tab, number > 1 ? { page: String(number) } : {}),
    keep: (more: Record<string, string>) => put(tab, more),
  };
}
