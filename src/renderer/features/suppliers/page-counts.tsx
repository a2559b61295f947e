import type { Supplier } from '#contract/suppliers.ts';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { palette } from '#renderer/ui/theme.ts';

const ACTIVE = '#2F8A5B';

/** Counts the active and inactive suppliers of the current page. */
export function PageCounts({ rows }: { rows: readonly Supplier[] | undefined }) {
  if (!rows) return <Skeleton width={320} height={18} />;
  const active = rows.filter(({ is_active }) => is_active).length;
  return (
    <CountLine
      label="On this page"
      counts={[
        { label: 'On this page', count: rows.length },
        { label: 'Active', count: active, color: ACTIVE },
        { label: 'Inactive', count: rows.length - active, color: palette.disabled },
      ]}
    />
  );
}
