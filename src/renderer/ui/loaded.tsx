import { makeStyles } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#contract/errors.ts';
import { isDialogOpen } from '#renderer/lib/is-dialog-open.ts';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { BackLink } from './back-link.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { DetailHeaderSkeleton } from './detail-header.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';
import { hasUnsaved } from './leave-guard.tsx';
import { Page } from './page-header.tsx';
import { LoadingNote } from './skeleton.tsx';
import { StoreSwitchBanner } from './store-switch-banner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  title: { margin: 0 },
});

/** The list that a page about one thing belongs to. */
export type BackTo = { to: string; label: string };

/** The noun and list of such a page: "customer". */
type Named = { noun: string; back: BackTo };

const capital = (noun: string) => noun.slice(0, 1).toUpperCase() + noun.slice(1);

/** The head of a page whose thing is unknown; screen readers still get a title, and the window `state`. */
function NamelessHead({ noun, back, state }: Named & { state: string }) {
  useShownTitle(state);
  return (
    <div>
      <h1 className={useStyles().title}>
        <VisuallyHidden>{capital(noun)}</VisuallyHidden>
      </h1>
      <BackLink to={back.to}>{back.label}</BackLink>
    </div>
  );
}

/** The page for an unknown or forbidden id: "Customer not found". */
function NotFound({ icon, text, ...named }: Named & { icon: ReactElement; text: string }) {
  const { noun, back } = named;
  const navigate = useNavigate();
  const title = `${capital(noun)} not found`;
  useShownTitle(title);
  return (
    <Page>
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={icon}
            isPageTitle
            title={title}
            action={
              <Button appearance="primary" onClick={() => void navigate(back.to)}>
                Back to {back.label}
              </Button>
            }
          >
            {text}
          </EmptyState>
        </div>
      </Card>
    </Page>
  );
}

/** The page for a thing of another store, where the reader works, too. */
function Elsewhere({ store, ...named }: Named & { store: { id: number; name: string } }) {
  return (
    <Page>
      <NamelessHead {...named} state={`${capital(named.noun)} of ${store.name}`} />
      <StoreSwitchBanner stores={[store]}>
        {`This ${named.noun} belongs to ${store.name}. Switch to that store to see it.`}
      </StoreSwitchBanner>
    </Page>
  );
}

/** The page for a thing that could not be loaded. */
function NotLoaded({ error, onRetry, ...named }: Named & { error: unknown; onRetry: () => void }) {
  return (
    <Page>
      <NamelessHead {...named} state={`The ${named.noun} could not be loaded`} />
      <Card flush>
        <ErrorState title={`The ${named.noun} could not be loaded`} error={error} onRetry={onRetry} />
      </Card>
    </Page>
  );
}

/** The page's head and skeleton while its thing loads. */
function DetailSkeleton({ children, ...named }: Named & { children: ReactNode }) {
  return (
    <Page>
      <div>
        <LoadingNote>{`Loading the ${named.noun}`}</LoadingNote>
        <NamelessHead {...named} state={capital(named.noun)} />
        <DetailHeaderSkeleton />
      </div>
      {children}
    </Page>
  );
}

type LoadedProps<T> = Named & {
  /** Null for an invalid id in the address. */
  query: { data: T | undefined; error: unknown; isError: boolean; refetch: () => unknown } | null;
  /** The text for an unknown id. */
  missing: { icon: ReactElement; text: string };
  /** The skeleton below the head. */
  skeleton: ReactNode;
  children: (thing: T) => ReactNode;
};

/** A page about one thing in all its states: not found, failed, loading, or loaded. */
export function Loaded<T>({ query, missing, skeleton, children, ...named }: LoadedProps<T>) {
  const refusal = query?.error instanceof ApiError && query.error.status === 404 ? query.error : null;
  // It disappeared while somebody types: the input stays, and sending it tells why it is refused.
  const isTyped = query?.data !== undefined && (hasUnsaved() || isDialogOpen());
  const isMissing = refusal !== null && !isTyped;
  const elsewhere = isMissing ? refusal.details.store : undefined;
  if (elsewhere) return <Elsewhere {...named} store={elsewhere} />;
  if (!query || isMissing) return <NotFound {...named} {...missing} />;
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <NotLoaded {...named} error={query.error} onRetry={() => void query.refetch()} />;
  return <DetailSkeleton {...named}>{skeleton}</DetailSkeleton>;
}
