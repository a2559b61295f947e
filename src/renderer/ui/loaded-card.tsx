import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { ErrorState } from './error-state.tsx';
import { LoadingNote } from './skeleton.tsx';

type LoadedCardProps = {
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  /** "The roles" */
  what: string;
  /** The title of the first card that comes. */
  title?: string;
  /** As high as what comes. */
  children: ReactNode;
};

/** The card below the head of a page whose data loads, or could not be loaded. */
export function LoadedCard({ query, what, title, children }: LoadedCardProps) {
  if (query.isError) {
    return (
      <Card flush>
        <ErrorState
          title={`${what} could not be loaded`}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </Card>
    );
  }
  return (
    <Card flush={title === undefined} title={title}>
      <LoadingNote>{`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}`}</LoadingNote>
      {children}
    </Card>
  );
}
