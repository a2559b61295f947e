import { BuildingShop20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { roleLabel } from '#domain/roles.ts';
import { useAskAhead } from '#renderer/app/ask-ahead.ts';
import { useChainSettings } from '#renderer/app/chain-settings.tsx';
import { useStoreChoices } from '#renderer/app/inactive-stores.ts';
import { AppLayout } from '#renderer/app/layout.tsx';
import { menuFor } from '#renderer/app/menu.ts';
import { hearOtherWindows } from '#renderer/app/other-windows.ts';
import { NO_STORE } from '#renderer/app/person.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { notWithoutServer } from '#renderer/features/pos/offline/why-not.ts';
import { ChangeCashierDialog } from '#renderer/features/session/change-cashier-dialog.tsx';
import { ChangePasswordDialog } from '#renderer/features/session/change-password-dialog.tsx';
import { LockScreen } from '#renderer/features/session/lock-screen.tsx';
import { useTillLock } from '#renderer/features/session/use-till-lock.ts';
import { pendingPaymentsQuery } from '#renderer/features/pending-payments/pending-query.ts';
import { whyClosed } from '#renderer/features/pos/screen/store-closed.tsx';
import { TroubleBanner } from '#renderer/features/pos/screen/trouble-banner.tsx';
import { TillProvider } from '#renderer/features/pos/sale/till-provider.tsx';
import { useTillState, useWorkingSale } from '#renderer/features/pos/sale/till-context.ts';
import type { WorkingSale } from '#renderer/features/pos/sale/working-sale.ts';
import { ChangeCashier } from '#renderer/lib/change-cashier.ts';
import { readConnection, useConnection } from '#renderer/lib/connection.ts';
import { keepActsOf } from '#renderer/lib/kept-acts.ts';
import { KeptActs } from '#renderer/lib/kept-acts-context.ts';
import { useUnsent } from '#renderer/lib/offline-till.ts';
import { errorTextFor } from '#renderer/lib/failures.ts';
import { Locked } from '#renderer/lib/locked.ts';
import { till } from '#renderer/lib/till.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { hasUnsaved, isUnsavedElsewhere, mayLeave, unsavedHere } from '#renderer/ui/leave-guard.tsx';
import type { Proof } from '#renderer/ui/proof-dialog.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

// Loaded with the frame, so that no click waits for it.
void import('./first-reads.ts').catch(() => undefined);

const UnansweredActs = lazy(async () => ({
  default: (await import('./unanswered-acts.tsx')).UnansweredActs,
}));

/** The frame of every page: the top bar, the menu, and the till's working sale. */
export function Shell() {
  const { staff, store, may } = useSignedIn();
  const { id, name } = staff;
  const keepActs = useMemo(() => keepActsOf({ id, name }), [id, name]);
  return (
    <KeptActs value={keepActs}>
      {/* Keyed, so that another cashier finds nothing that the previous one had open. */}
      <TillProvider key={staff.id} staffId={staff.id} store={store} maySell={may('transactions.create')}>
        <Frame />
      </TillProvider>
    </KeptActs>
  );
}

function Frame() {
  const { staff, store, hasLostStore, may, switchStore, signOut, takeOver } = useSignedIn();
  const notify = useNotify();
  const navigate = useNavigate();
  useAskAhead();
  const sale = useWorkingSale();
  const choices = useStoreChoices();
  const pending = useQuery({ ...pendingPaymentsQuery(), enabled: may('transactions.view') });
  const { pathname } = useLocation();
  const isTill = pathname.startsWith('/pos');
  const isClosed = whyClosed({ store, hasLostStore }) !== null;
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const [answer, setAnswer] = useState<((mayLeave: boolean) => void) | null>(null);
  const [awayAnswer, setAwayAnswer] = useState<((mayLeave: boolean) => void) | null>(null);
  const unsent = useUnsent();
  const lock = useTillLock(staff.id, useChainSettings().lock_after_minutes);
  const [isChangingCashier, setChangingCashier] = useChangingCashier(pathname, isLeaving || lock.isLocked);
  const [wantedStore, setWantedStore] = useState<number | null>(null);

  const goTo = async (storeId: number) => {
    setWantedStore(null);
    try {
      // A store that stopped selling takes no draft: the unsaved part stays on this till.
      await (isClosed ? sale.leaveOrKeep() : sale.leave());
      // Unsaved changes, which may be lost by now, go with their page.
      if (hasUnsaved()) flushSync(() => setLeaving(true));
      // The address may name a draft of the previous store.
      if (isTill) await navigate('/pos', { flushSync: true });
      await switchStore(storeId);
    } catch (error) {
      const { title, body } = errorTextFor(error, 'Failed to switch store');
      notify.error(title, body);
    } finally {
      setLeaving(false);
    }
  };
  const chooseStore = async (storeId: number) => {
    if (!(await mayLeave())) return;
    if (sale.read().cart.lines.length > 0) setWantedStore(storeId);
    else await goTo(storeId);
  };
  /** Asks before this person's unsaved changes are lost, in this window and in the browser's others. */
  const mayEnd = async () => {
    if (!(await mayLeave())) return false;
    if (!(await isUnsavedElsewhere())) return true;
    return new Promise<boolean>((resolve) => setAnswer(() => resolve));
  };
  const decide = (isEnding: boolean) => {
    answer?.(isEnding);
    setAnswer(null);
  };
  /** Asks before a till is left that nobody can sign in to until the server is back. */
  const mayLeaveAway = () =>
    readConnection().isReachable
      ? Promise.resolve(true)
      : new Promise<boolean>((resolve) => setAwayAnswer(() => resolve));
  const decideAway = (isLeavingAway: boolean) => {
    awayAnswer?.(isLeavingAway);
    setAwayAnswer(null);
  };
  const logout = async ({ asks = true } = {}) => {
    if (!(await mayLeaveAway())) return;
    if (asks && !(await mayEnd())) return;
    const lost = asks ? null : unsavedText(staff.name, unsavedHere());
    try {
      const isKept = await sale.leaveOrKeep();
      const isTold = await signOut();
      if (lost !== null) notify.warning('Signed out', lost);
      if (isTold) return;
      notify.info(
        'Signed out without the server',
        isKept ? 'The cart is kept on this till until you sign in again.' : 'It is told when it is back.',
      );
    } catch (error) {
      const { title, body } = errorTextFor(error, 'Logout failed');
      notify.error(title, body);
    }
  };
  /** Puts away this cashier's work; returns where their cart is. */
  const putAway = async () => {
    const left = sale.handOver();
    // The page is left first, with its queries: it must not open its address's draft for the next cashier.
    flushSync(() => setLeaving(true));
    // Drawn at once: as a transition, the address could be drawn after the next cashier.
    await navigate('/pos', { flushSync: true });
    return left;
  };
  /** Says where this cashier's cart is, and what became of what they had not saved. */
  const leftText = (left: Left, unsaved: ReturnType<typeof unsavedHere>) =>
    [unsavedText(staff.name, unsaved), cartText(staff.name, left)]
      .filter((text) => text !== null)
      .join('\n') || undefined;
  const hear = useLatest((staffId: number | null) => {
    if (staffId === staff.id) return;
    const unsaved = unsavedHere();
    const title = staffId === null ? 'Signed out in another window' : 'Another cashier has the till';
    void putAway().then((left) => notify.warning(title, leftText(left, unsaved)));
  });
  useEffect(() => hearOtherWindows((staffId) => hear.current(staffId)), [hear]);
  const changeCashier = async (proof: Proof) => {
    // As far as possible: what the server lacks stays on this till for its own cashier.
    await sale.settled();
    const next = await takeOver(proof);
    // Nobody was asked before a locked till was taken over.
    const unsaved = lock.isLocked ? unsavedHere() : null;
    const left = await putAway();
    await next.enter();
    notify.success(`${next.name} has the till`, leftText(left, unsaved));
  };
  const changing = isChangingCashier ? (
    <ChangingCashier staffId={staff.id} onProof={changeCashier} onClose={() => setChangingCashier(false)} />
  ) : null;
  const leavingAway = (
    <ConfirmDialog
      open={awayAnswer !== null}
      title="The server cannot be reached"
      consequence={['Nobody can sign in here until it is back.', unsent && `${unsent}.`]
        .filter(Boolean)
        .join(' ')}
      confirmLabel="Logout"
      cancelLabel="Stay"
      onConfirm={() => decideAway(true)}
      onCancel={() => decideAway(false)}
    />
  );
  const askCashier = () =>
    readConnection().isReachable
      ? void mayEnd().then((isFree) => isFree && setChangingCashier(true))
      : notify.info('The cashier stays', notWithoutServer.cashier);
  return (
    <ChangeCashier value={askCashier}>
      <AppLayout
        menu={menuFor(staff, { '/payments/pending': pending.data?.count ?? 0 }, till.kind === 'electron')}
        stores={choices}
        selectedStore={hasLostStore ? null : store.id}
        onSelectStore={(storeId) => void chooseStore(storeId)}
        user={{ name: staff.name, email: staff.email, role: roleLabel(staff.role) }}
        onOpenSettings={staff.role === 'admin' ? () => void navigate('/settings') : undefined}
        onOpenDevice={till.kind === 'electron' ? () => void navigate('/device') : undefined}
        onOpenAccount={() => void navigate('/account')}
        onChangeCashier={may('transactions.create') ? askCashier : undefined}
        onChangePassword={() => setChangingPassword(true)}
        onLogout={() => void logout()}
        startCollapsed={isTill}
        isLocked={lock.isLocked}
      >
        {hasLostStore && !isTill ? <LostStore name={store.name} hasOthers={choices.length > 0} /> : null}
        {!hasLostStore && !store.is_active && !isTill ? <InactiveStore name={store.name} /> : null}
        {isLeaving ? null : (
          <Locked value={lock.isLocked}>
            <Outlet />
          </Locked>
        )}
        {isChangingPassword && !isLeaving ? (
          <ChangePasswordDialog onClose={() => setChangingPassword(false)} />
        ) : null}
        {lock.isLocked ? null : changing}
        {lock.isLocked ? null : leavingAway}
        {lock.isLocked ? null : (
          <Suspense fallback={null}>
            <UnansweredActs />
          </Suspense>
        )}
        <ConfirmDialog
          open={answer !== null}
          title="Unsaved changes in another window"
          consequence="Another window of this browser has changes that are not saved. They are lost when you go on."
          confirmLabel="Discard changes"
          cancelLabel="Stay"
          onConfirm={() => decide(true)}
          onCancel={() => decide(false)}
        />
        <SwitchStoreQuestion
          open={wantedStore !== null}
          storeName={store.name}
          onConfirm={() => wantedStore !== null && void goTo(wantedStore)}
          onCancel={() => setWantedStore(null)}
        />
      </AppLayout>
      {lock.isLocked ? (
        <LockScreen
          name={staff.name}
          onUnlocked={lock.unlock}
          onChangeCashier={() => setChangingCashier(true)}
          onLogout={() => void logout({ asks: false })}
        >
          {changing}
          {leavingAway}
        </LockScreen>
      ) : null}
    </ChangeCashier>
  );
}

/**
 * Keeps if the next cashier is asked for. The question goes with its page, as when F8 was pressed just before F6, whose payment
 * page comes a moment later; it does not come after its page was left. `isApart`: it stands on the lock screen, or the next
 * cashier is entering.
 */
function useChangingCashier(pathname: string, isApart: boolean) {
  // The till's page gets the number of its draft.
  const page = pathname.replace(/^\/pos\/\d+$/, '/pos');
  const [askedOn, setAskedOn] = useState<string | null>(null);
  const isGone = askedOn !== null && askedOn !== page && !isApart;
  if (isGone) setAskedOn(null);
  return [askedOn !== null && !isGone, (isAsked: boolean) => setAskedOn(isAsked ? page : null)] as const;
}

type Left = ReturnType<WorkingSale['handOver']>;

/** Says what became of what the cashier before had not saved; null if there was nothing. */
function unsavedText(name: string, unsaved: ReturnType<typeof unsavedHere>): string | null {
  if (unsaved === null) return null;
  return unsaved === 'kept'
    ? `What ${name} had begun in this window is kept on this computer for them.`
    : `What ${name} had typed in this window was not saved.`;
}

/** Says where the cart of the cashier before is; null if they had none. */
function cartText(name: string, left: Left): string | null {
  if (left === null) return null;
  return left.isSaved
    ? `The cart of ${name} is kept on this till for them: the server does not have all of it.`
    : `The cart of ${name} waits in ${left.draft ?? 'its draft'}, under View Transactions.`;
}

/** Says what happens to the cart; apart, as the frame does not subscribe to it. */
function ChangingCashier(props: {
  staffId: number;
  onProof: (proof: Proof) => Promise<void>;
  onClose: () => void;
}) {
  const { cart, saving } = useTillState();
  const { length } = cart.lines;
  const [items, stay, are] = length === 1 ? ['item', 'stays', 'is'] : [`${length} items`, 'stay', 'are'];
  const { isReachable } = useConnection();
  // A locked till opens it also without the server.
  const note = !isReachable
    ? notWithoutServer.cashier
    : length === 0
      ? null
      : saving === 'on-till' || saving === 'saving' || !cart.draft
        ? `The ${items} in the cart ${are} kept on this till for the cashier before: the server does not have everything yet.`
        : `The ${items} in the cart ${stay} in draft ${cart.draft.number} of the cashier before.`;
  return <ChangeCashierDialog {...props} note={note} />;
}

/** The notice on every page but the till's, which shows its own. */
function LostStore({ name, hasOthers }: { name: string; hasOthers: boolean }) {
  return (
    <TroubleBanner icon={<BuildingShop20Regular />}>
      <strong>You no longer work at {name}.</strong>{' '}
      {hasOthers ? 'It is inactive, or you were assigned elsewhere. Choose another store above.' : NO_STORE}
    </TroubleBanner>
  );
}

function InactiveStore({ name }: { name: string }) {
  return (
    <TroubleBanner icon={<BuildingShop20Regular />}>
      <strong>{name} is inactive.</strong> Its lists can be read, its units sent out or marked, its sales
      given back, its drafts cancelled, its orders ended and its last shift counted. Nothing new is begun
      there.
    </TroubleBanner>
  );
}

type SwitchStoreQuestionProps = {
  open: boolean;
  storeName: string;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before leaving a cart behind; apart, so that scans do not draw the frame again. */
function SwitchStoreQuestion({ open, storeName, onConfirm, onCancel }: SwitchStoreQuestionProps) {
  const { cart } = useTillState();
  const { length } = cart.lines;
  return (
    <ConfirmDialog
      open={open}
      title="Switch the store?"
      consequence={`The ${length === 1 ? 'item in the cart stays' : `${length} items in the cart stay`} in draft ${cart.draft?.number ?? ''} at ${storeName}. The till starts empty at the other store.`}
      confirmLabel="Switch store"
      tone="primary"
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
