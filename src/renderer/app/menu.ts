import {
  Cart20Filled,
  Cart20Regular,
  DataTrending20Filled,
  DataTrending20Regular,
  Home20Filled,
  Home20Regular,
  People20Filled,
  People20Regular,
  Receipt20Filled,
  Receipt20Regular,
  WalletCreditCard20Filled,
  WalletCreditCard20Regular,
  type FluentIcon,
} from '@fluentui/react-icons';
import { can, type Holder, type Permission } from '#domain/permissions.ts';

export type MenuEntry = {
  label: string;
  to: string;
  icon: FluentIcon;
  iconSelected: FluentIcon;
  /** Entries of one group stand together below its name. */
  group?: string;
  badge?: number;
  disabled?: boolean;
  /** Beside a disabled entry: why. */
  note?: string;
  /** Hidden from whoever lacks it; of several, any one will do. */
  permission?: Permission | readonly Permission[];
};

/** The screens there are; an entry joins when its screen does. */
export const menu: readonly MenuEntry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: Home20Regular, iconSelected: Home20Filled },
  {
    label: 'Point of Sale',
    to: '/pos',
    icon: Cart20Regular,
    iconSelected: Cart20Filled,
    permission: 'transactions.create',
  },
  {
    label: 'Transactions',
    to: '/transactions',
    icon: Receipt20Regular,
    iconSelected: Receipt20Filled,
    group: 'Sales',
    permission: 'transactions.view',
  },
  {
    label: 'Customers',
    to: '/customers',
    icon: People20Regular,
    iconSelected: People20Filled,
    group: 'Sales',
    permission: 'customers.view',
  },
  {
    label: 'Pending Payments',
    to: '/payments/pending',
    icon: WalletCreditCard20Regular,
    iconSelected: WalletCreditCard20Filled,
    group: 'Sales',
    permission: 'transactions.view',
  },
  {
    label: 'Reports',
    to: '/reports',
    icon: DataTrending20Regular,
    iconSelected: DataTrending20Filled,
    group: 'Company',
    permission: ['reports.view', 'payments.review'],
  },
];

/** What waits behind entries, by where they lead. */
export type Waiting = Readonly<Record<string, number>>;

const sees = (holder: Holder, { permission }: MenuEntry): boolean =>
  permission === undefined || [permission].flat().some((one: Permission) => can(holder, one));

/** The entries a person sees, with what waits behind them. */
export function menuFor(holder: Holder, waiting: Waiting = {}): MenuEntry[] {
  return menu.filter((entry) => sees(holder, entry)).map((entry) => ({ ...entry, badge: waiting[entry.to] }));
}
