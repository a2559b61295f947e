import { Delete20Regular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { unitsText } from '#domain/units.ts';
import type { Picking, Picks, PickedUnit } from '#renderer/lib/picking.ts';
import { useCtrlEnter } from '#renderer/lib/use-ctrl-enter.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DetailHeader } from './detail-header.tsx';
import { PickedTable } from './picked-table.tsx';
import { ScanField } from './scan-field.tsx';
import { ScanLayout } from './scan-layout.tsx';
import { ScanVerdict } from './scan-verdict.tsx';
import { useNotify } from './toasts.tsx';

type PackingPageProps = Picks<PickedUnit> & {
  /** What is packed: "transfer". */
  what: string;
  title: string;
  line: string;
  hint: string;
  back: { to: string; label: string };
  picking: Picking;
  busy: boolean;
  /** Why it cannot be sent yet. */
  disabledReason: string | null;
  /** What is done with the units: a PackCard. */
  side: ReactNode;
  onSend: () => void;
  onDiscard: () => void;
};

/** A page on which units are scanned together, and sent by a button or Ctrl+Enter, or discarded. */
export function PackingPage(props: PackingPageProps) {
  const { what, picking, rows, verdict, busy, disabledReason } = props;
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
            actions={
              rows.length > 0 ? (
                <Button icon={<Delete20Regular />} disabled={busy} onClick={() => setDiscarding(true)}>
                  Discard
                </Button>
              ) : null
            }
          />
        }
        main={
          <>
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
        consequence="What was scanned is forgotten; the units stay where they are."
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
