import { LockClosed24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { DetailHeader, type DetailHeaderProps } from './detail-header.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page-header.tsx';

type NotAllowedProps = Pick<DetailHeaderProps, 'title' | 'back' | 'line'> & {
  text: string;
  /** Who may use it. */
  why: string;
};

/** Replaces a form that the user has no permission for; says so and links back. */
export function NotAllowed({ title, back, line, text, why }: NotAllowedProps) {
  const navigate = useNavigate();
  return (
    <Page>
      <DetailHeader back={back} title={title} line={line} />
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={<LockClosed24Regular />}
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
