import { ArrowClockwise20Regular, PlugDisconnected24Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export type ErrorStateProps = {
  /** "Transactions could not be loaded" */
  title: string;
  /** Why, and what is kept. */
  children?: ReactNode;
  onRetry?: () => void;
  compact?: boolean;
};

/** A list or page that could not be loaded, with Retry. */
export function ErrorState({ title, children, onRetry, compact }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        icon={<PlugDisconnected24Regular />}
        title={title}
        tone="trouble"
        compact={compact}
        action={
          onRetry ? (
            <Button appearance="primary" icon={<ArrowClockwise20Regular />} onClick={onRetry}>
              Retry
            </Button>
          ) : undefined
        }
      >
        {children}
      </EmptyState>
    </div>
  );
}
