import { Navigate, Outlet } from 'react-router-dom';
import { useSignedIn } from '#renderer/app/session.tsx';
import { StoreClosed } from '#renderer/features/pos/store-closed.tsx';

/** The till's pages, for those who may sell, at a store that sells. */
export function TillArea() {
  const { may, store } = useSignedIn();
  if (!may('transactions.create')) return <Navigate to="/dashboard" replace />;
  if (store.settings?.features.pos_enabled === false) return <StoreClosed store={store.name} />;
  return <Outlet />;
}
