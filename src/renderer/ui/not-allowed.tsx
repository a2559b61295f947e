import { LockClosed24Regular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import type { DetailHeaderProps } from './detail-header.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page, PageHeader } from './page-header.tsx';

type NotAllowedProps = Pick<DetailHeaderProps, 'title' | 'back'> & {
  line?: DetailHeaderProps['line'];
  text: string;
  /** Who may use it, or where. */
  why: string;
  icon?: ReactElement;
};

/** Replaces a page that is refused, to the user or at a store, or that is missing; says so, with a way back. */
export function NotAllowed(props: NotAllowedProps) {
  const { title, back, line, text, why, icon = <LockClosed24Regular /> } = props;
  const navigate = useNavigate();
  useShownTitle(title, back.label);
  return (
    <Page>
      <PageHeader title={title} line={line} />
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={icon}
            title={text}
            action={
              <Button appearance="primary" onClick={() => void navigate(back.to)}>
                Back to {back.label}
              </Button>
            }
          >
            {why}
          </EmptyState>
        </div>
      </Card>
    </Page>
  );
}
