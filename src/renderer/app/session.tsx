import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { staff as staffRoutes, type SignedInStaff } from '#contract/staff.ts';
import { stores as storeRoutes } from '#contract/stores.ts';
import { cashiers } from '#contract/approvals.ts';
import { can, type Permission } from '#domain/permissions.ts';
import {
  callRoute,
  noteSignIn,
  ServerUnreachable,
  tellLastInvoices,
  whenShopChanged,
  whenUnauthorized,
  workInStore,
} from '#renderer/lib/api-client.ts';
import { clock } from '#renderer/lib/clock.ts';
import { deviceName } from '#renderer/lib/device-name.ts';
import { whyNotLoaded } from '#renderer/lib/failures.ts';
import { askPressed } from '#renderer/lib/keep-failures.ts';
import { createLastInvoices } from '#renderer/lib/last-invoices.ts';
import { till } from '#renderer/lib/till.ts';
import { onConnectionChange, readConnection } from '#renderer/lib/connection.ts';
import { queryKeys } from '#renderer/lib/queries.ts';
import type { Proof } from '#renderer/ui/proof-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { ActsAloneProvider } from './acts-alone.tsx';
import { ChainSettingsProvider } from './chain-settings.tsx';
import { hearOtherWindows, tellOtherWindows } from './other-windows.ts';
import { endSignIn, payOwedSignOut } from './owed-sign-out.ts';
import {
  askAnew,
  forgetLoaded,
  isNewcomer,
  isSignedOut,
  leave,
  loadPerson,
  NoStore,
  NOT_KEPT,
  rememberStore,
  setPerson,
  whoAmI,
  type Newcomer,
  type Person,
} from './person.ts';

/** Loaded after the sign-in; without it nothing is kept of the shift. */
const KeptShift = lazy(async () => ({
  default: await import('./kept-shift.tsx').then(
    (loaded) => loaded.KeptShift,
    () => (_: { storeId: number }) => null,
  ),
}));

/** Milliseconds between polls of an idle screen for changes to stores, people, roles or settings. */
const LOOK_FOR_CHANGES = 25_000;
/** The modules that such a change invalidates, besides the person. */
const SHOP_MODULES = ['settings', 'stores', 'staff', 'roles', 'dashboard'];

export type SignIn = { email: string; password: string; remember: boolean };

/** Returns false if the server is unreachable; it is then told before the next sign-in. */
type SignOut = () => Promise<boolean>;

type Leaving = {
  signOut: SignOut;
  /** Drops the person here without a request: the sign-in has ended, for instance because the till changed servers. */
  forget: () => void;
  /** Loads the person again after a change to them. */
  refresh: () => Promise<void>;
};

export type Session =
  | { state: 'checking' }
  /** The server gave no answer, or (`why`) an unusable one. A retry may help. */
  | { state: 'unreachable'; why: string | null; retry: () => void; signOut: SignOut }
  /** `endedFor`: the person whose sign-in the server ended during work; they return to the same page. */
  | { state: 'signed-out'; signIn: (signIn: SignIn) => Promise<void>; endedFor: number | null }
  /** They must choose their own password, or sign out. */
  | ({ state: 'password-owed'; staff: SignedInStaff } & Leaving)
  | ({
      state: 'signed-in';
      may: (permission: Permission) => boolean;
      /** The same for what an inactive store only refuses: new stock, counts, sales. */
      mayAt: (storeId: number, permission: Permission) => boolean;
      /** The same in the current store. */
      mayHere: (permission: Permission) => boolean;
      switchStore: (storeId: number) => Promise<void>;
      /**
       * Lets another cashier take over in the same store; call `enter` once the previous cashier's work is put away.
       */
      takeOver: (proof: Proof) => Promise<{ name: string; enter: () => Promise<void> }>;
    } & Leaving &
      Person);

const SessionContext = createContext<Session>({ state: 'checking' });

export function useSession(): Session {
  return useContext(SessionContext);
}

/** Returns the signed-in session; only for screens behind the guard. */
export function useSignedIn(): Extract<Session, { state: 'signed-in' }> {
  const session = useSession();
  if (session.state !== 'signed-in') throw new Error('This screen needs a signed-in session');
  return session;
}

/** Provides who is signed in and where they work; the only place that signs in and out. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [endedFor, setEndedFor] = useState<number | null>(null);
  const {
    data: entered,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.me,
    queryFn: ({ signal }) => whoAmI(queryClient, signal),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
  });

  useEffect(() => tellLastInvoices(createLastInvoices(till.notes)), []);

  useEffect(() => {
    whenUnauthorized(() => {
      const known = queryClient.getQueryData<Person | Newcomer | null>(queryKeys.me);
      if (known) setEndedFor(known.staff.id);
      if (known) notify.error('Unauthorized', 'Please login to continue');
      leave(queryClient);
      return Boolean(known);
    });
  }, [queryClient, notify]);

  useEffect(
    () =>
      hearOtherWindows((staffId) => {
        const known = queryClient.getQueryData<Person | Newcomer | null>(queryKeys.me);
        if (known?.staff.id === staffId) return;
        noteSignIn();
        setEndedFor(null);
        if (staffId === null) leave(queryClient);
        else void askAnew(queryClient);
      }),
    [queryClient],
  );

  const isSignedIn = Boolean(entered && !isNewcomer(entered));
  useEffect(() => {
    whenShopChanged(() => {
      const isOfShop = (module: unknown) => SHOP_MODULES.includes(String(module));
      void queryClient
        .invalidateQueries({ predicate: ({ queryKey }) => isOfShop(queryKey[0]) })
        .then(() => refetch());
    });
    if (!isSignedIn) return;
    let stop = clock.after(LOOK_FOR_CHANGES, look);
    function look(): void {
      // The response header reports the changes; an unreachable server is handled elsewhere.
      void callRoute(staffRoutes.me, {}).catch(() => undefined);
      stop = clock.after(LOOK_FOR_CHANGES, look);
    }
    return () => stop();
  }, [isSignedIn, queryClient, refetch]);

  const isKept = Boolean(entered && !isNewcomer(entered) && entered.isKept);
  useEffect(() => {
    if (!isKept) return;
    return onConnectionChange(() => {
      if (readConnection().isReachable) void refetch();
    });
  }, [isKept, refetch]);

  const session = useMemo((): Session => {
    const become = (next: Person | Newcomer) => {
      const isAsking = queryClient.isFetching({ queryKey: queryKeys.me }) > 0;
      setPerson(queryClient, next);
      // It was asked because something had changed, such as their rights.
      if (isAsking) void refetch();
    };
    const forget = () => {
      noteSignIn();
      leave(queryClient);
    };
    const signOut = async () => {
      const isTold = await endSignIn();
      tellOtherWindows(null);
      setEndedFor(null);
      forget();
      return isTold;
    };
    // The next cashier may have no store.
    if (entered === undefined || (entered && error instanceof NoStore)) {
      if (!error) return { state: 'checking' };
      const isAway = error instanceof ServerUnreachable;
      const why = isAway ? null : error instanceof NoStore ? error.message : whyNotLoaded(error);
      return { state: 'unreachable', why, retry: () => askPressed(() => void refetch()), signOut };
    }
    if (entered === null) {
      const signIn = async (credentials: SignIn) => {
        await payOwedSignOut();
        const { staff } = await callRoute(staffRoutes.login, {
          body: { ...credentials, device_name: await deviceName() },
        });
        tellOtherWindows(staff.id);
        try {
          // Nothing else is loaded of somebody who owes a password.
          if (staff.must_change_password) await callRoute(staffRoutes.me, {});
          become(await loadPerson(staff, queryClient));
        } catch (fault) {
          throw isSignedOut(fault) ? new Error(NOT_KEPT) : fault;
        }
      };
      return { state: 'signed-out', signIn, endedFor };
    }
    const leaving: Leaving = {
      signOut,
      forget,
      refresh: async () => {
        await refetch();
      },
    };
    if (isNewcomer(entered)) return { state: 'password-owed', staff: entered.staff, ...leaving };
    const person = entered;
    const mayAt = (storeId: number, permission: Permission) =>
      person.stores.some(({ id }) => id === storeId) && can(person.staff, permission);
    return {
      state: 'signed-in',
      ...person,
      may: (permission) => can(person.staff, permission),
      mayAt,
      mayHere: (permission) => mayAt(person.store.id, permission),
      switchStore: async (storeId) => {
        const store = await callRoute(storeRoutes.switch, { body: { store_id: storeId } });
        rememberStore(store.id);
        workInStore(store.id);
        become({ ...person, store, hasLostStore: false });
      },
      takeOver: async (proof) => {
        const { staff } = await callRoute(cashiers.switchCashier, {
          body: { ...proof, device_name: await deviceName() },
        });
        tellOtherWindows(staff.id);
        const enter = async () => {
          rememberStore(person.store.id);
          forgetLoaded(queryClient);
          await loadPerson(staff, queryClient).then(become, () => askAnew(queryClient));
        };
        return { name: staff.name, enter };
      },
      ...leaving,
    };
  }, [entered, error, endedFor, refetch, queryClient]);

  return (
    <SessionContext value={session}>
      <ChainSettingsProvider isSignedIn={isSignedIn}>
        <ActsAloneProvider holder={session.state === 'signed-in' ? session.staff : null}>
          {children}
          {session.state === 'signed-in' ? (
            <Suspense fallback={null}>
              <KeptShift storeId={session.store.id} />
            </Suspense>
          ) : null}
        </ActsAloneProvider>
      </ChainSettingsProvider>
    </SessionContext>
  );
}
