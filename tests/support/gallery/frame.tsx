import {
  BoxMultiple20Filled,
  BoxMultiple20Regular,
  BuildingShop20Filled,
  BuildingShop20Regular,
  ClipboardTaskListLtr20Filled,
  ClipboardTaskListLtr20Regular,
  PeopleTeam20Filled,
  PeopleTeam20Regular,
  People20Filled,
  People20Regular,
  QrCode20Filled,
  QrCode20Regular,
  Receipt20Filled,
  Receipt20Regular,
  Tag20Filled,
  Tag20Regular,
  VehicleTruckProfile20Filled,
  VehicleTruckProfile20Regular,
  WalletCreditCard20Filled,
  WalletCreditCard20Regular,
  type FluentIcon,
} from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { AppLayout } from '#renderer/app/layout.tsx';
import { menu, type MenuEntry } from '#renderer/app/menu.ts';

const entry = (
  group: string,
  label: string,
  icon: FluentIcon,
  iconSelected: FluentIcon,
  badge?: number,
): MenuEntry => ({
  group,
  label,
  icon,
  iconSelected,
  to: `/${label.toLowerCase().replaceAll(' ', '-')}`,
  ...(badge === undefined ? {} : { badge }),
});

const fullMenu: MenuEntry[] = [
  ...menu.slice(0, 2),
  entry('Stock', 'Products', Tag20Regular, Tag20Filled),
  entry('Stock', 'Inventory', BoxMultiple20Regular, BoxMultiple20Filled),
  entry('Sales', 'Transactions', Receipt20Regular, Receipt20Filled),
  entry('Sales', 'Customers', People20Regular, People20Filled),
  entry('Sales', 'Pending Payments', WalletCreditCard20Regular, WalletCreditCard20Filled, 5),
  entry('Purchasing', 'Purchase Orders', ClipboardTaskListLtr20Regular, ClipboardTaskListLtr20Filled),
  entry('Purchasing', 'Suppliers', VehicleTruckProfile20Regular, VehicleTruckProfile20Filled),
  entry('Purchasing', 'QR Codes', QrCode20Regular, QrCode20Filled),
  entry('Company', 'Stores', BuildingShop20Regular, BuildingShop20Filled),
  entry('Company', 'Staff', PeopleTeam20Regular, PeopleTeam20Filled),
  ...menu.slice(2),
];

const nothing = () => undefined;

/** The layout with sample people and the whole menu. */
export function Frame({ children, till = false }: { children: ReactNode; till?: boolean }) {
  return (
    <AppLayout
      menu={fullMenu}
      stores={[
        { id: 1, name: 'Makati – Ayala' },
        { id: 2, name: 'Cebu – IT Park' },
      ]}
      selectedStore={1}
      onSelectStore={nothing}
      user={{ name: 'Ana Reyes', email: 'ana.reyes@tindahan.ph', role: 'Store Manager' }}
      onChangePassword={nothing}
      onLogout={nothing}
      startCollapsed={till}
    >
      {children}
    </AppLayout>
  );
}
