import { PersonQuestionMark24Regular } from '@fluentui/react-icons';
import { Columns } from '#renderer/ui/layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** The placeholder of a customer's page while it loads, below its header. */
function CustomerSkeleton() {
  return (
    <>
      <Columns columns="repeat(auto-fit, minmax(100px, 1fr))" gap={16}>
        <Skeleton height={106} />
        <Skeleton height={106} />
        <Skeleton height={106} />
      </Columns>
      <Skeleton height={290} />
    </>
  );
}

/** The missing and loading states of a customer's page and form. */
export const noCustomer = {
  noun: 'customer',
  missing: {
    icon: <PersonQuestionMark24Regular />,
    text: 'The customer you are looking for does not exist.',
  },
  skeleton: <CustomerSkeleton />,
};
