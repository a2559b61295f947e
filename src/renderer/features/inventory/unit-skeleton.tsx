import { makeStyles } from '@fluentui/react-components';
import { Box24Regular } from '@fluentui/react-icons';
import { Skeleton } from '#renderer/ui/skeleton.tsx';

const useStyles = makeStyles({ root: { display: 'flex', flexDirection: 'column', gap: '16px' } });

function UnitSkeleton() {
  return (
    <div className={useStyles().root}>
      <Skeleton height={220} />
      <Skeleton height={320} />
    </div>
  );
}

/** How a page about a unit stands while there is none to show. */
export const noUnit = {
  noun: 'inventory item',
  missing: { icon: <Box24Regular />, text: 'The inventory item you are looking for does not exist' },
  skeleton: <UnitSkeleton />,
};
