import { ArrowClockwise20Regular, PlugDisconnected24Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { whyNotLoaded } from '#renderer/lib/failures.ts';
import { askPressed } from '#renderer/lib/keep-failures.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

type ErrorStateProps = {
  /** "Transactions could not be loaded" */
  title: string;
  /** The error, explained to the reader; absent where they need not know. */
  error?: unknown;
  /** What is kept and what still works. */
  children?: ReactNode;
  onRetry?: () => void;
  compact?: boolean;
};

/** A list or page that could not be loaded, with Retry. */
export function ErrorState({ title, error, children, onRetry, compact }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<PlugDisconnected24Regular />}
        title={title}
        tone="trouble"
        compact={compact}
        action={
          onRetry ? (
            <Button
              appearance="primary"
              icon={<ArrowClockwise20Regular />}
              onClick={() => askPressed(onRetry)}
            >
              Retry
            </Button>
          ) : undefined
        }
      >
        {error ? `${whyNotLoaded(error)} ` : null}
        {children}
      </EmptyState>
    </div>
  );
}
