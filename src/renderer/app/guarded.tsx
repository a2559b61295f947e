import type { ComponentType } from 'react';
import { Navigate } from 'react-router';
import { usePageTitle } from '#renderer/lib/page-title.ts';
import { ActiveStoreOnly } from './active-store-only.tsx';
import { listOf, mayOpen, titleOf, type Screen } from './screens.tsx';
import { useSession, useSignedIn } from './session.tsx';

/** Wraps a page so that people without its permission are redirected to the dashboard, which is open to everybody. */
export function guarded(screen: Pick<Screen, 'permission' | 'also'>, Page: ComponentType): ComponentType {
  return function Guarded() {
    const session = useSession();
    const isRefused = session.state === 'signed-in' && !mayOpen(session.staff, screen);
    return isRefused ? <Navigate to="/dashboard" replace /> : <Page />;
  };
}

/** Wraps a screen's page so that it names the window. */
function titled(screen: Screen, Page: ComponentType): ComponentType {
  return function TitledPage() {
    usePageTitle(titleOf(screen));
    return <Page />;
  };
}

/** Wraps a form of something new so that an inactive store's says why there is none. */
function atActiveStore(screen: Screen, Page: ComponentType): ComponentType {
  if (!screen.begins) return Page;
  return function AtActiveStore() {
    const { store } = useSignedIn();
    return (
      <ActiveStoreOnly store={store} title={titleOf(screen)} back={listOf(screen)}>
        <Page />
      </ActiveStoreOnly>
    );
  };
}

/** Wraps a screen's page in what surrounds every page. */
export const pageOf = (screen: Screen, Page: ComponentType): ComponentType =>
  guarded(screen, titled(screen, atActiveStore(screen, Page)));
