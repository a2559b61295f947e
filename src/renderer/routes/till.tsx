import { Navigate, Outlet } from 'react-router-dom';
import { sellsAtTill } from '#domain/store-rules.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { StoreClosed } from '#renderer/features/pos/store-closed.tsx';

/** The till's pages, for those who may sell, at a store that sells. */
export function TillArea() {
  const { may, store } = useSignedIn();
  if (!may('transactions.create')) return <Navigate to="/dashboard" replace />;
  if (!sellsAtTill(store)) return <StoreClosed store={store.name} />;
  return <Outlet />;
}
