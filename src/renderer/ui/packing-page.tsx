import { Spinner } from '@fluentui/react-components';
import { BarcodeScanner24Regular, Delete20Regular } from '@fluentui/react-icons';
import { type ReactNode, useState } from 'react';
import { unitsText } from '#domain/units.ts';
import { isFound, type Picked, type PickedUnit, type Picking, type Picks } from '#renderer/lib/picking.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { DetailHeader } from './detail-header.tsx';
import { EmptyState } from './empty-state.tsx';
import { FormNote } from './form-note.tsx';
import { ScanField } from './scan-field.tsx';
import { ScanLayout } from './scan-layout.tsx';
import { ScanVerdict } from './scan-verdict.tsx';
import { StatusBadge } from './status-badge.tsx';
import { CellLine, MutedText } from './table-text.tsx';
import { useNotify } from './toasts.tsx';
import { CodesCell, ProductCell } from './unit-cells.tsx';

function StateCell({ row }: { row: Picked }) {
  if (isFound(row)) return <Spinner size="tiny" label="Looking it up" />;
  if (row.problem === null) {
    return (
      <>
        <StatusBadge tone="green">Goes along</StatusBadge>
        {row.unit?.caution ? <CellLine tone="waiting">{row.unit.caution}</CellLine> : null}
      </>
    );
  }
  return (
    <>
      <StatusBadge tone="red">{row.unit ? 'Stays here' : 'No unit'}</StatusBadge>
      <CellLine tone="danger">{row.problem}</CellLine>
    </>
  );
}

const columnsWith = (onRemove: (id: number) => void): readonly Column<Picked>[] => [
  {
    key: 'product',
    head: 'Product',
    cell: ({ unit }) => (unit ? <ProductCell unit={unit} /> : <MutedText>–</MutedText>),
  },
  {
    key: 'codes',
    phone: 'line',
    head: 'IMEI or serial number',
    width: 'content',
    cell: ({ unit, code }) => (unit ? <CodesCell unit={unit} /> : code),
  },
  { key: 'state', head: 'Status', width: '32%', cell: (row) => <StateCell row={row} /> },
  {
    key: 'remove',
    head: 'Remove',
    headHidden: true,
    width: '60px',
    align: 'end',
    cell: ({ id, code }) => (
      <Button
        appearance="subtle"
        icon={<Delete20Regular />}
        label={`Remove ${code}`}
        onClick={() => onRemove(id)}
      />
    ),
  },
];

/** The scanned units, newest first; `hint` says what may be scanned. */
function PickedTable(props: { rows: readonly Picked[]; hint: string; onRemove: (id: number) => void }) {
  return (
    <DataTable
      label="Scanned units"
      columns={columnsWith(props.onRemove)}
      rows={props.rows}
      rowKey={(row) => row.id}
      instead={
        props.rows.length === 0 ? (
          <EmptyState icon={<BarcodeScanner24Regular />} title="Scan the first unit">
            {props.hint}
          </EmptyState>
        ) : null
      }
    />
  );
}

type PackingPageProps = Picks<PickedUnit> & {
  /** What the units are packed for: "transfer". */
  what: string;
  title: string;
  line: string;
  hint: string;
  back: { to: string; label: string };
  picking: Picking;
  busy: boolean;
  /** True if it was sent and its answer was lost. */
  isUnanswered: boolean;
  /** Why it cannot be sent yet. */
  disabledReason: string | null;
  /** The form beside the units: a PackCard. */
  side: ReactNode;
  onSend: () => void;
  onDiscard: () => void;
};

/** A page that collects scanned units, sent by a button or Ctrl+Enter, or discarded. */
export function PackingPage(props: PackingPageProps) {
  const { what, picking, rows, verdict, busy, isUnanswered, disabledReason } = props;
  const [isDiscarding, setDiscarding] = useState(false);
  const notify = useNotify();
  useCtrlEnter(() => {
    if (busy) return;
    if (disabledReason === null) props.onSend();
    else notify.warning('Not sent yet', disabledReason);
  });
  return (
    <>
      <ScanLayout
        header={
          <DetailHeader
            back={props.back}
            title={props.title}
            line={props.line}
            actions={{
              more: [
                (rows.length > 0 || isUnanswered) && {
                  label: 'Discard',
                  icon: <Delete20Regular />,
                  danger: true,
                  disabled: busy,
                  onClick: () => setDiscarding(true),
                },
              ],
            }}
          />
        }
        main={
          <>
            {isUnanswered ? (
              <FormNote>
                {`This was sent, and the answer was lost. Press the button again to find out whether the ${what} was made: it is never made twice.`}
              </FormNote>
            ) : null}
            <ScanField onCode={picking.take} />
            {verdict ? <ScanVerdict verdict={verdict} /> : null}
            <PickedTable rows={rows} hint={props.hint} onRemove={picking.remove} />
          </>
        }
        side={props.side}
      />
      <ConfirmDialog
        open={isDiscarding}
        title={`Discard this ${what}?`}
        consequence={
          isUnanswered
            ? `What was scanned is forgotten. It was sent, and the ${what} may have been made all the same: look at the list before these units are sent again.`
            : 'What was scanned is forgotten; the units stay where they are.'
        }
        confirmLabel={`Discard ${unitsText(rows.length)}`}
        onConfirm={() => {
          picking.clear();
          props.onDiscard();
          setDiscarding(false);
        }}
        onCancel={() => setDiscarding(false)}
      />
    </>
  );
}
