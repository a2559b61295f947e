import { PersonQuestionMark24Regular } from '@fluentui/react-icons';
import { Columns } from '#renderer/ui/layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** The shape of a customer's page while it loads, below its head. */
function CustomerSkeleton() {
  return (
    <>
      <Columns columns="repeat(3, 1fr)" gap={16}>
        <Skeleton height={106} />
        <Skeleton height={106} />
        <Skeleton height={106} />
      </Columns>
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
