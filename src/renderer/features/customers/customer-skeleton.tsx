import { makeStyles } from '@fluentui/react-components';
import { PersonQuestionMark24Regular } from '@fluentui/react-icons';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const useStyles = makeStyles({
  figures: { display: 'grid', gridTemplateColumns: 'repeat(3, 1fr)', gap: '16px' },
});

/** The shape of a customer's page while it loads, below its head. */
function CustomerSkeleton() {
  const styles = useStyles();
  return (
    <>
      <div className={styles.figures}>
        <Skeleton height={106} />
        <Skeleton height={106} />
        <Skeleton height={106} />
      </div>
      <Skeleton height={290} />
    </>
  );
}

/** How a customer's page and their form stand while there is no customer to show. */
export const noCustomer = {
  noun: 'customer',
  missing: {
    icon: <PersonQuestionMark24Regular />,
    text: 'The customer you are looking for does not exist.',
  },
  skeleton: <CustomerSkeleton />,
};
