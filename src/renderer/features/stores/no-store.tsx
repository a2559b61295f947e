import { BuildingShop24Regular } from '@fluentui/react-icons';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** Texts and layout of the store pages while there is no store to show. */
export const noStore = {
  noun: 'store',
  missing: {
    icon: <BuildingShop24Regular />,
    text: 'The store you are looking for does not exist, or it is not one of yours.',
  },
  skeleton: (
    <>
      <Skeleton height={106} />
      <Skeleton height={290} />
    </>
  ),
};
