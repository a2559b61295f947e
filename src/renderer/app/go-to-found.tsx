import type { ReactNode } from 'react';
import { foundKinds, type FoundKind, type FoundRow, type SearchResults } from '#contract/search.ts';
import { formatDate } from '#domain/calendar-dates.ts';
import { formatInstant, storeDate, type Zones } from '#domain/store-time.ts';
import { unitsText } from '#domain/units.ts';
import { GroupBadge } from '#renderer/ui/group-badge.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import type { MenuIcon } from './menu-icons.ts';

/** One row of the dialog: where it leads, and what it shows. */
export type Entry = {
  to: string;
  icon: MenuIcon;
  title: string;
  detail?: string;
  /** At the right, before the badge. */
  aside?: ReactNode;
  badge?: ReactNode;
};

export type EntryGroup = { name: string; count?: string | undefined; entries: Entry[] };

type Shown = { storeId: number; zonesAt: (storeId: number) => Zones };

type Kind<K extends FoundKind> = {
  name: string;
  icon: MenuIcon;
  to: (row: FoundRow<K>) => string;
  /** The address of its list, narrowed to a text; left out where it has none. */
  list?: string;
  detail?: (row: FoundRow<K>, shown: Shown) => string;
  aside?: (row: FoundRow<K>, shown: Shown) => ReactNode;
  badge: (row: FoundRow<K>) => ReactNode;
};

const kinds: { [K in FoundKind]: Kind<K> } = {
  units: {
    name: 'Units',
    icon: 'BoxMultiple',
    list: '/inventory?search=',
    to: ({ id, is_yours, title }) =>
      is_yours ? `/inventory/${id}` : `/inventory/where-is?${new URLSearchParams({ code: numberIn(title) })}`,
    aside: ({ store }, { storeId }) => (store.id === storeId ? null : store.name),
    badge: ({ status }) => <StateBadge of="unit" state={status} />,
  },
  transactions: {
    name: 'Transactions',
    icon: 'Receipt',
    list: '/transactions?all_stores=true&start_date=&end_date=&search=',
    to: ({ id }) => `/transactions/${id}`,
    detail: ({ detail, dated_at, store }, { storeId, zonesAt }) =>
      [
        formatInstant(dated_at, zonesAt(store.id)),
        detail ?? 'Walk-in Customer',
        ...(store.id === storeId ? [] : [store.name]),
      ].join(' · '),
    aside: ({ total_amount }) => <MoneyText amount={total_amount} surface="transaction" />,
    badge: ({ status }) => <StateBadge of="transaction" state={status} />,
  },
  customers: {
    name: 'Customers',
    icon: 'People',
    list: '/customers?search=',
    to: ({ id }) => `/customers/${id}`,
    badge: ({ customer_group }) => <GroupBadge group={customer_group} />,
  },
  products: {
    name: 'Products',
    icon: 'Box',
    list: '/products?search=',
    to: ({ id }) => `/products/${id}`,
    aside: ({ units }) => unitsText(units),
    badge: ({ status }) => <StateBadge of="product" state={status} />,
  },
  orders: {
    name: 'Purchase orders',
    icon: 'ClipboardTaskListLtr',
    list: '/purchase-orders?search=',
    to: ({ id }) => `/purchase-orders/${id}`,
    aside: ({ total_quantity_received, total_quantity_ordered }) =>
      `${total_quantity_received} of ${total_quantity_ordered} received`,
    badge: ({ status }) => <StateBadge of="order" state={status} />,
  },
  receipts: {
    name: 'Goods receipts',
    icon: 'ClipboardCheckmark',
    to: ({ id }) => `/goods-receipts/${id}`,
    aside: ({ received_at }, { storeId, zonesAt }) => formatDate(storeDate(received_at, zonesAt(storeId))),
    badge: ({ units_count }) => unitsText(units_count),
  },
  transfers: {
    name: 'Transfers',
    icon: 'ArrowSwap',
    list: '/inventory/transfers?search=',
    to: ({ id }) => `/inventory/transfers/${id}`,
    aside: ({ sent_at }, { storeId, zonesAt }) => formatDate(storeDate(sent_at, zonesAt(storeId))),
    badge: ({ status }) => <StateBadge of="transfer" state={status} />,
  },
  suppliers: {
    name: 'Suppliers',
    icon: 'VehicleTruckProfile',
    list: '/suppliers?search=',
    to: ({ id }) => `/suppliers/${id}`,
    badge: ({ is_active }) => <StateBadge of="supplier" state={is_active ? 'active' : 'inactive'} />,
  },
  staff: {
    name: 'Staff',
    icon: 'PeopleTeam',
    list: '/staff?search=',
    to: ({ id }) => `/staff/${id}`,
    aside: ({ is_active }) => (is_active ? null : 'Inactive'),
    badge: ({ role }) => <RoleBadge role={role} />,
  },
};

/** Returns `356789104523417` of `IMEI 356789104523417`. */
const numberIn = (title: string) => title.slice(title.indexOf(' ') + 1);

function groupOf<K extends FoundKind>(of: K, found: SearchResults, shown: Shown): EntryGroup | null {
  const group = found[of];
  if (!group) return null;
  const kind: Kind<K> = kinds[of];
  const entries = group.rows.map((each): Entry => {
    const row = each as FoundRow<K>;
    return {
      to: kind.to(row),
      icon: kind.icon,
      title: row.title,
      detail: kind.detail?.(row, shown) ?? row.detail ?? '',
      aside: kind.aside?.(row, shown),
      badge: kind.badge(row),
    };
  });
  const { total, total_capped: isCapped } = group;
  const isPart = total > entries.length || isCapped;
  const count = isPart
    ? `${entries.length} of ${total.toLocaleString('en-PH')}${isCapped ? '+' : ''}`
    : undefined;
  return { name: kind.name, count, entries };
}

/** Returns what was found by kind, that of the whole number first. */
export function groupsOf(found: SearchResults, shown: Shown): EntryGroup[] {
  const first = found.exact?.kind;
  const order = first ? [first, ...foundKinds.filter((kind) => kind !== first)] : foundKinds;
  return order.flatMap((kind) => groupOf(kind, found, shown) ?? []);
}

/** Returns the way to each list that holds more of what was found. */
export function listsWithMore(found: SearchResults, text: string): Entry[] {
  return foundKinds.flatMap((kind): Entry[] => {
    const group = found[kind];
    if (!group || (group.total <= group.rows.length && !group.total_capped)) return [];
    const { name, icon, list } = kinds[kind];
    if (list === undefined) return [];
    return [{ to: list + encodeURIComponent(text), icon, title: `All ${name.toLowerCase()} with “${text}”` }];
  });
}

/** Returns the one thing whose whole number was asked for; null without one. */
export const exactEntry = (found: SearchResults, shown: Shown): Entry | null =>
  found.exact ? (groupsOf(found, shown)[0]?.entries[0] ?? null) : null;
