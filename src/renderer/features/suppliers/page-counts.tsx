import type { Supplier } from '#contract/suppliers.ts';
import { CountLine } from '#renderer/ui/count-line.tsx';
import { palette } from '#renderer/ui/theme.ts';

const ACTIVE = '#2F8A5B';

/** Counts the active and inactive suppliers of the current page. */
export function PageCounts({ rows }: { rows: readonly Supplier[] | undefined }) {
  const active = rows?.filter(({ is_active }) => is_active).length;
  return (
    <CountLine
      label="On this page"
      counts={[
        { label: 'On this page', count: rows?.length },
        { label: 'Active', count: active, color: ACTIVE },
        { label: 'Inactive', count: rows && rows.length - (active ?? 0), color: palette.disabled },
      ]}
    />
  );
}
