import { Box24Regular } from '@fluentui/react-icons';
import { Stack } from '#renderer/ui/layout.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

function UnitSkeleton() {
  return (
    <Stack gap={16}>
      <Skeleton height={220} />
      <Skeleton height={320} />
    </Stack>
  );
}

/** The missing and loading states of pages about a unit. */
export const noUnit = {
  noun: 'inventory item',
  missing: { icon: <Box24Regular />, text: 'The inventory item you are looking for does not exist' },
  skeleton: <UnitSkeleton />,
};
