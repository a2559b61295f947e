import { useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { roleLabel } from '#domain/permissions.ts';
import { AppLayout } from '#renderer/app/layout.tsx';
import { menuFor } from '#renderer/app/menu.ts';
import { useSession, useSignedIn } from '#renderer/app/session.tsx';
import {
  ChangePasswordDialog,
  type ChangePasswordValues,
} from '#renderer/features/session/change-password-dialog.tsx';
import { TillProvider } from '#renderer/features/pos/till-provider.tsx';
import { useTillState, useWorkingSale } from '#renderer/features/pos/till-context.ts';
import { api } from '#renderer/lib/api-client.ts';
import { fieldMessages, wordsFor } from '#renderer/lib/failures.ts';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { FullPageMessage } from '#renderer/ui/full-page-message.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';

/** The guard in front of every page but the sign-in: whoever is not signed in goes there. */
export function SignedIn() {
  const session = useSession();
  if (session.state === 'checking') return null;
  if (session.state === 'unreachable') {
    return (
      <FullPageMessage title="The server cannot be reached" actionLabel="Retry" onAction={session.retry}>
        You stay signed in. Check the store’s connection, then try again.
      </FullPageMessage>
    );
  }
  if (session.state === 'signed-out') return <Navigate to="/login" replace />;
  return (
    <TillProvider staffId={session.staff.id} store={session.store}>
      <Shell />
    </TillProvider>
  );
}

function Shell() {
  const { staff, stores, store, switchStore, signOut, refresh } = useSignedIn();
  const notify = useNotify();
  const navigate = useNavigate();
  const sale = useWorkingSale();
  const { cart } = useTillState();
  const isTill = useLocation().pathname.startsWith('/pos');
  const [isChangingPassword, setChangingPassword] = useState(false);
  const [wantedStore, setWantedStore] = useState<number | null>(null);
  const heldLines = cart.lines.length;

  const goTo = async (storeId: number) => {
    setWantedStore(null);
    try {
      await sale.leave();
      // The address may name a draft of the store that is left.
      if (isTill) await navigate('/pos');
      await switchStore(storeId);
    } catch (error) {
      const { title, body } = wordsFor(error, 'Failed to switch store');
      notify.error(title, body);
    }
  };
  const changePassword = async (values: ChangePasswordValues) => {
    try {
      await api.staff.updatePassword({ body: values });
      notify.success('Password updated');
      await refresh();
      return null;
    } catch (error) {
      const fields = fieldMessages(error);
      if (!fields) {
        const { title, body } = wordsFor(error, 'Failed to update password');
        notify.error(title, body);
      }
      return fields ?? {};
    }
  };
  const logout = async () => {
    try {
      await sale.leave();
      await signOut();
    } catch (error) {
      const { title, body } = wordsFor(error, 'Logout failed');
      notify.error(title, body);
    }
  };
  return (
    <AppLayout
      menu={menuFor(staff)}
      stores={stores}
      selectedStore={store.id}
      onSelectStore={(storeId) => (heldLines > 0 ? setWantedStore(storeId) : void goTo(storeId))}
      user={{ name: staff.name, email: staff.email, role: roleLabel(staff.role) }}
      onChangePassword={() => setChangingPassword(true)}
      onLogout={() => void logout()}
      startCollapsed={isTill}
    >
      <Outlet />
      <ChangePasswordDialog
        open={isChangingPassword || staff.must_change_password}
        onClose={() => setChangingPassword(false)}
        onSubmit={changePassword}
      />
      <ConfirmDialog
        open={wantedStore !== null}
        title="Switch the store?"
        consequence={`The ${heldLines === 1 ? 'item' : `${heldLines} items`} in the cart stay in draft ${cart.draft?.number ?? ''} at ${store.name}. The till starts empty at the other store.`}
        confirmLabel="Switch store"
        tone="primary"
        onConfirm={() => wantedStore !== null && void goTo(wantedStore)}
        onCancel={() => setWantedStore(null)}
      />
    </AppLayout>
  );
}
