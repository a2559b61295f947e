import { makeStyles } from '@fluentui/react-components';
import { PersonQuestionMark24Regular } from '@fluentui/react-icons';
import { useNavigate } from 'react-router-dom';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import { BackLink } from '#renderer/ui/back-link.tsx';

const useStyles = makeStyles({
  title: { margin: 0 },
  head: { display: 'flex', flexDirection: 'column', gap: '8px' },
  figures: { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '16px' },
});

/** The head of a page whose customer is not known; the page still has a title for screen readers. */
function NamelessHead({ backTo }: { backTo: string }) {
  return (
    <div>
      <h1 className={useStyles().title}>
        <VisuallyHidden>Customer</VisuallyHidden>
      </h1>
      <BackLink to={backTo}>Customers</BackLink>
    </div>
  );
}

/** An address of no customer, or of one who was deleted. */
export function CustomerNotFound({ backTo }: { backTo: string }) {
  const navigate = useNavigate();
  return (
    <Page>
      <NamelessHead backTo={backTo} />
      <Card flush>
        <div role="alert">
          <EmptyState
            icon={<PersonQuestionMark24Regular />}
            title="Customer not found"
            action={
              <Button appearance="primary" onClick={() => void navigate(backTo)}>
                Back to Customers
              </Button>
            }
          >
            The customer you are looking for does not exist.
          </EmptyState>
        </div>
      </Card>
    </Page>
  );
}

/** The server gave no answer. */
export function CustomerNotLoaded({ backTo, onRetry }: { backTo: string; onRetry: () => void }) {
  return (
    <Page>
      <NamelessHead backTo={backTo} />
      <Card flush>
        <ErrorState title="The customer could not be loaded" onRetry={onRetry}>
          The server did not answer. If it happens again, check the store’s connection.
        </ErrorState>
      </Card>
    </Page>
  );
}

/** The page's shape while the customer loads. */
export function CustomerSkeleton({ backTo }: { backTo: string }) {
  const styles = useStyles();
  return (
    <Page>
      <LoadingNote>Loading the customer</LoadingNote>
      <div className={styles.head}>
        <NamelessHead backTo={backTo} />
        <Skeleton width={260} height={28} />
      </div>
      <div className={styles.figures}>
        <Skeleton height={106} />
        <Skeleton height={106} />
        <Skeleton height={106} />
      </div>
      <Skeleton height={290} />
    </Page>
  );
}
