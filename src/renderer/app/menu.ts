import {
  Cart20Filled,
  Cart20Regular,
  DataTrending20Filled,
  DataTrending20Regular,
  Home20Filled,
  Home20Regular,
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
  /** Hidden from whoever lacks it. */
  permission?: Permission;
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
    label: 'Reports',
    to: '/reports',
    icon: DataTrending20Regular,
    iconSelected: DataTrending20Filled,
    group: 'Company',
    disabled: true,
    note: 'No reports yet',
  },
];

/** The entries a person sees. */
export function menuFor(holder: Holder, entries: readonly MenuEntry[] = menu): MenuEntry[] {
  return entries.filter((entry) => !entry.permission || can(holder, entry.permission));
}
