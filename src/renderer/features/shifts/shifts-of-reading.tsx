import type { ZReading } from '#contract/z-readings.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { MutedText, CellLine, TextLink } from '#renderer/ui/table-text.tsx';
import { DifferenceText } from './difference-text.tsx';

type ShiftsOfReadingProps = { shifts: ZReading['shifts']; timeZone: Zones };

/** The closed shifts included in a reading. */
export function ShiftsOfReading({ shifts, timeZone }: ShiftsOfReadingProps) {
  return (
    <Card title="Shifts" flush>
      <DataTable
        bare
        label="Shifts"
        rows={shifts}
        rowKey={(shift) => shift.id}
        columns={[
          {
            key: 'number',
            head: 'Number and opened',
            width: 'content',
            cell: (shift) => (
              <>
                <TextLink to={`/shifts/${shift.id}`}>{shift.number}</TextLink>
                <CellLine>{formatInstant(shift.opened_at, timeZone)}</CellLine>
              </>
            ),
          },
          { key: 'cashier', head: 'Cashier', cell: (shift) => shift.opened_by.name },
          {
            key: 'difference',
            head: 'Difference',
            width: 'content',
            align: 'end',
            cell: (shift) =>
              shift.is_counted_here ? (
                <DifferenceText differences={shift.differences} />
              ) : (
                <MutedText>Counted later</MutedText>
              ),
          },
        ]}
      />
    </Card>
  );
}
