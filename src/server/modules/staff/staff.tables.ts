import type { Role } from '#domain/roles.ts';
import type { Flag } from '../../db/columns.ts';

declare module '../../db/tables.ts' {
  interface Tables {
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
      /** When a temporary password expires. */
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
      /** Accurate to minutes; null for a sign-in older than this column. */
      last_used_at: number | null;
      /** The address of its last use. */
      address: string | null;
      /** The store of its last use. */
      store_id: number | null;
    };
    /** Permissions of roles that differ from the default. */
    role_grants: { role: Role; permission: string; is_granted: Flag };
    /** Wrong passwords, PINs and codes within a window, by what they were guesses at and where. */
    login_failures: {
      subject: string;
      window_started_at: number;
      failures: number;
      /** The end of the pause that the last one began. */
      paused_until: number | null;
    };
  }
}
