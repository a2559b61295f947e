import type { Shift } from '#contract/shifts.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { DifferenceText } from './difference-text.tsx';

type CountsMadeProps = Pick<Shift, 'counts' | 'differences'> & { timeZone: Zones };

/** Lists all counts of a drawer, the superseded ones included, for people who supervise drawers. */
export function CountsMade({ counts = [], differences, timeZone }: CountsMadeProps) {
  const standing = differences ? 1 : 0;
  if (counts.length <= standing) return null;
  return (
    <Card title="Every count" flush>
      <DataTable
        bare
        label="Every count"
        rows={counts}
        rowKey={(count) => count.id}
        columns={[
          {
            key: 'by',
            head: 'By',
            cell: (count) => (
              <>
                {count.by.name}
                <CellLine>{formatInstant(count.at, timeZone)}</CellLine>
              </>
            ),
          },
          {
            key: 'difference',
            head: 'Difference',
            width: 'content',
            align: 'end',
            cell: (count) => <DifferenceText differences={count.differences} />,
          },
        ]}
      />
    </Card>
  );
}
