import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Drawer } from './drawer.tsx';
import { Stack } from './layout.tsx';

type FilterDrawerProps = {
  /** "Sort" where there is nothing to filter by. */
  title: 'Filters' | 'Sort';
  /** Absent while no filter is set. */
  onClear: (() => void) | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** The filters of a list in a window without room for them above it; each applies at once. */
export function FilterDrawer({ title, onClear, onClose, children }: FilterDrawerProps) {
  return (
    <Drawer
      title={title}
      onClose={onClose}
      foot={
        <>
          {title === 'Filters' ? (
            <Button size="till" disabled={!onClear} onClick={onClear}>
              Clear filters
            </Button>
          ) : null}
          <Button size="till" appearance="primary" onClick={onClose}>
            Show results
          </Button>
        </>
      }
    >
      <Stack gap={24}>{children}</Stack>
    </Drawer>
  );
}
