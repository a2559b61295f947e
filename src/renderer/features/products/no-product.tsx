import { BoxDismiss24Regular } from '@fluentui/react-icons';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** Texts and layout of the product pages while there is no product to show. */
export const noProduct = {
  noun: 'product',
  missing: { icon: <BoxDismiss24Regular />, text: 'The product you are looking for does not exist.' },
  skeleton: (
    <>
      <Skeleton height={180} />
      <Skeleton height={290} />
    </>
  ),
};
