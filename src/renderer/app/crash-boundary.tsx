import { Component, type ReactNode } from 'react';
import { FullPageMessage } from '#renderer/ui/full-page-message.tsx';

type Props = { children: ReactNode; reload?: () => void };
type State = { error: Error | null };

const reloadAtRoot = () => window.location.assign('/');

/** The outermost net: whatever breaks while drawing ends here, with the error's words and a way back. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(cause: unknown): State {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <FullPageMessage
        title="Something went wrong"
        actionLabel="Reload Application"
        onAction={this.props.reload ?? reloadAtRoot}
      >
        {this.state.error.message}
      </FullPageMessage>
    );
  }
}
