/** What the list of customers shows, as its address says it. */
export type ListAddress = {
  search: string | null;
  groupId: number | null;
  channelId: number | null;
  minPoints: number | null;
  maxPoints: number | null;
  page: number;
};

const LONGEST = 100;
const LARGEST = 999_999_999;

function countIn(params: URLSearchParams, name: string, least: number): number | null {
  const text = params.get(name) ?? '';
  const count = Number(text);
  return /^\d+$/.test(text) && count >= least && count <= LARGEST ? count : null;
}

/** Reads a list's address; what it does not understand counts as absent. */
export function readAddress(params: URLSearchParams): ListAddress {
  return {
    search: params.get('search')?.trim().slice(0, LONGEST) || null,
    groupId: countIn(params, 'customer_group_id', 1),
    channelId: countIn(params, 'signup_channel_id', 1),
    minPoints: countIn(params, 'min_points', 0),
    maxPoints: countIn(params, 'max_points', 0),
    page: countIn(params, 'page', 1) ?? 1,
  };
}

/** The same as the API's query, without the page. */
export function filtersOf(address: ListAddress) {
  return {
    search: address.search ?? undefined,
    customer_group_id: address.groupId ?? undefined,
    signup_channel_id: address.channelId ?? undefined,
    min_points: address.minPoints ?? undefined,
    max_points: address.maxPoints ?? undefined,
  };
}

/** Everything that narrows the list, taken out of the address. */
export const NO_FILTERS = {
  search: null,
  customer_group_id: null,
  signup_channel_id: null,
  min_points: null,
  max_points: null,
} as const;

export function isNarrowed(address: ListAddress): boolean {
  return Object.values(filtersOf(address)).some((filter) => filter !== undefined);
}
