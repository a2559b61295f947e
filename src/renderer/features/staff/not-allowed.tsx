import { LockClosed24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader, type DetailHeaderProps } from '#renderer/ui/detail-header.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Page } from '#renderer/ui/page-header.tsx';

type NotAllowedProps = Pick<DetailHeaderProps, 'title' | 'back'> & {
  /** Who is not the reader's to change. */
  name: string;
  words: string;
};

/** In the place of a form that somebody may not use: says so, and leads back. */
export function NotAllowed({ title, back, name, words }: NotAllowedProps) {
  const navigate = useNavigate();
  return (
    <Page>
      <DetailHeader back={back} title={title} line={name} />
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={<LockClosed24Regular />}
            title={words}
            action={
              <Button appearance="primary" onClick={() => void navigate(back.to)}>
                Back to {back.label}
              </Button>
            }
          >
            Managers change the people of their stores who are below their own rank.
          </EmptyState>
        </div>
      </Card>
    </Page>
  );
}
