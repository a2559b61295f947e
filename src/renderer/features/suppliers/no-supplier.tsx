import { VehicleTruckProfile24Regular } from '@fluentui/react-icons';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

/** Texts and layout of the supplier pages while there is no supplier to show. */
export const noSupplier = {
  noun: 'supplier',
  missing: {
    icon: <VehicleTruckProfile24Regular />,
    text: 'The supplier you are looking for does not exist, or was deleted.',
  },
  skeleton: (
    <>
      <Skeleton height={106} />
      <Skeleton height={213} />
    </>
  ),
};
