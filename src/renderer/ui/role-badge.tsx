import { roleLabel, type Role } from '#domain/roles.ts';
import { StatusBadge } from './status-badge.tsx';
import type { Tone } from './theme.ts';

const tonesOf: Record<Role, Tone> = {
  admin: 'red',
  regional_manager: 'purple',
  store_manager: 'blue',
  salesperson: 'green',
  inventory_checker: 'teal',
  warehouse_staff: 'orange',
  customer_service: 'yellow',
  finance: 'indigo',
  auditor: 'grey',
  supplier_liaison: 'brown',
  tech_support: 'pink',
  repair_technician: 'lime',
};

/** A person's role, each in its own colour. */
export function RoleBadge({ role, onTint = false }: { role: Role; onTint?: boolean }) {
  return (
    <StatusBadge tone={tonesOf[role]} mark="none" onTint={onTint}>
      {roleLabel(role)}
    </StatusBadge>
  );
}
