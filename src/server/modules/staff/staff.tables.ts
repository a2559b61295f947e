import type { Role } from '#domain/roles.ts';
import type { Flag } from '../../db/columns.ts';

export type StaffTables = {
  staff: {
    id: number;
    name: string;
    name_key: string;
    email: string;
    password_hash: string;
    role: Role;
    primary_store_id: number | null;
    is_active: Flag;
    must_change_password: Flag;
    /** Until when a temporary password lets them in. */
    password_until: number | null;
    created_at: number;
    last_login_at: number | null;
  };
  staff_stores: { staff_id: number; store_id: number };
  sessions: {
    id: number;
    token_hash: string;
    staff_id: number;
    device_name: string | null;
    created_at: number;
    expires_at: number;
    /** To within minutes; null for a sign-in of before it was kept. */
    last_used_at: number | null;
    /** From where it was last used. */
    address: string | null;
    /** In which store it last worked. */
    store_id: number | null;
  };
  /** Where a role's permissions differ from the default. */
  role_grants: { role: Role; permission: string; is_granted: Flag };
  /** Failed sign-ins within a window, by account or by address. */
  login_failures: { subject: string; window_started_at: number; failures: number };
};
