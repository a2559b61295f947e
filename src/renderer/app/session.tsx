import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { ApiError } from '#contract/errors.ts';
import type { SignedInStaff } from '#contract/staff.ts';
import type { Store } from '#contract/stores.ts';
import { can, type Permission } from '#domain/permissions.ts';
import { api, whenUnauthorized, workInStore } from '#renderer/lib/api-client.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

const STORE_KEY = 'tindahan.store';

export type SignIn = { email: string; password: string; remember: boolean };

type Person = { staff: SignedInStaff; stores: Store[]; store: Store };

export type Session =
  | { state: 'checking' }
  /** The server gave no answer to "who am I": the token is kept, and asking again may help. */
  | { state: 'unreachable'; retry: () => void }
  | { state: 'signed-out'; signIn: (signIn: SignIn) => Promise<void> }
  | ({
      state: 'signed-in';
      may: (permission: Permission) => boolean;
      switchStore: (storeId: number) => Promise<void>;
      signOut: () => Promise<void>;
    } & Person);

const SessionContext = createContext<Session>({ state: 'checking' });

export function useSession(): Session {
  return useContext(SessionContext);
}

/** The signed-in session; for screens behind the guard, which nobody else sees. */
export function useSignedIn(): Extract<Session, { state: 'signed-in' }> {
  const session = useSession();
  if (session.state !== 'signed-in') throw new Error('This screen needs a signed-in session');
  return session;
}

function chooseStore(staff: SignedInStaff, stores: Store[]): Store {
  const remembered = Number(localStorage.getItem(STORE_KEY));
  const chosen =
    stores.find((store) => store.id === remembered) ??
    stores.find((store) => store.id === staff.primary_store?.id) ??
    stores.find((store) => !store.is_warehouse) ??
    stores[0];
  if (!chosen) throw new Error('You are not assigned to any active store. Ask a manager to assign you.');
  return chosen;
}

async function loadPerson(staff: SignedInStaff): Promise<Person> {
  const stores = await api.stores.list();
  const store = chooseStore(staff, stores);
  workInStore(store.id);
  return { staff, stores, store };
}

/** Who is signed in and where they work; the one place that signs in and out. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [person, setPerson] = useState<Person | null>(null);
  const [progress, setProgress] = useState<'checking' | 'unreachable' | 'known'>('checking');
  const isSignedIn = useRef(false);
  isSignedIn.current = person !== null;

  const check = useCallback(async () => {
    setProgress('checking');
    try {
      const { staff } = await api.staff.me();
      setPerson(await loadPerson(staff));
      setProgress('known');
    } catch (error) {
      setProgress(error instanceof ApiError && error.status === 401 ? 'known' : 'unreachable');
    }
  }, []);

  const leave = useCallback(() => {
    workInStore(null);
    setPerson(null);
    queryClient.clear();
  }, [queryClient]);

  useEffect(() => void check(), [check]);
  useEffect(() => {
    whenUnauthorized(() => {
      if (isSignedIn.current) notify.error('Unauthorized', 'Please login to continue');
      leave();
    });
  }, [leave, notify]);

  const session = useMemo((): Session => {
    if (progress === 'checking') return { state: 'checking' };
    if (progress === 'unreachable') return { state: 'unreachable', retry: () => void check() };
    if (!person) {
      const signIn = async (credentials: SignIn) => {
        const { staff } = await api.staff.login({ body: credentials });
        setPerson(await loadPerson(staff));
      };
      return { state: 'signed-out', signIn };
    }
    return {
      state: 'signed-in',
      ...person,
      may: (permission) => can(person.staff, permission),
      switchStore: async (storeId) => {
        const store = await api.stores.switch({ body: { store_id: storeId } });
        localStorage.setItem(STORE_KEY, String(store.id));
        workInStore(store.id);
        setPerson({ ...person, store });
      },
      signOut: async () => {
        await api.staff.logout();
        leave();
      },
    };
  }, [progress, person, check, leave]);

  return <SessionContext value={session}>{children}</SessionContext>;
}
