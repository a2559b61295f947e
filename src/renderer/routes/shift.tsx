import { makeStyles } from '@fluentui/react-components';
import { ClockLock24Regular, MoneyCalculator20Regular, Print20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { shifts, type Shift } from '#contract/shifts.ts';
import { zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { CorrectionDialog } from '#renderer/features/shifts/correction-dialog.tsx';
import { CountCard } from '#renderer/features/shifts/count-card.tsx';
import { CountsMade } from '#renderer/features/shifts/counts-made.tsx';
import { PiecesTable } from '#renderer/features/shifts/pieces-table.tsx';
import { typedFrom } from '#renderer/features/shifts/pieces.ts';
import { ShiftFacts } from '#renderer/features/shifts/shift-facts.tsx';
import { useShiftSlips } from '#renderer/features/shifts/use-shift-slips.ts';
import { read } from '#renderer/lib/read.ts';
import { useAddressed } from '#renderer/lib/use-addressed.ts';
import { useBackToList } from '#renderer/lib/use-list.ts';
import { Card } from '#renderer/ui/card.tsx';
import { DetailHeader } from '#renderer/ui/detail-header.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { Loaded, type BackTo } from '#renderer/ui/loaded.tsx';
import type { Actions } from '#renderer/ui/page-actions.tsx';
import { Page } from '#renderer/ui/page-header.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 400px',
    alignItems: 'start',
    gap: '16px',
    [windows.narrow]: { gridTemplateColumns: 'minmax(0, 1fr) 352px' },
    // The result comes before the pieces.
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)', '& > :last-child': { order: -1 } },
  },
});

/** /shifts/:shiftId: a shift with its count and actions. */
export function ShiftPage() {
  const back = { to: useBackToList('/shifts'), label: 'Shifts' };
  const query = useAddressed('shiftId', (shiftId) => read(shifts.get, { params: { shiftId } }));
  return (
    <Loaded
      back={back}
      query={query}
      noun="shift"
      missing={{
        icon: <ClockLock24Regular />,
        text: 'It does not exist, or belongs to another store.',
      }}
      skeleton={
        <>
          <Skeleton height={48} />
          <Skeleton height={480} />
        </>
      }
    >
      {(shift) => <ShiftDetail key={shift.id} shift={shift} back={back} />}
    </Loaded>
  );
}

function ShiftDetail({ shift, back }: { shift: Shift; back: BackTo }) {
  const styles = useStyles();
  const { store } = useSignedIn();
  const { actions, dialog } = useShiftActions(shift);
  const facts = (
    <Card title="Shift" flush>
      <ShiftFacts shift={shift} timeZone={zonesOf(store)} wide={!shift.count} />
    </Card>
  );
  return (
    <Page>
      <DetailHeader
        back={back}
        title={shift.number}
        badge={<StateBadge of="shift" state={shift.status} />}
        line={`${shift.till.name} · ${shift.opened_by.name}`}
        actions={actions}
      />
      <div className={styles.columns}>
        <Stack gap={16} shrinks>
          {shift.count ? (
            <PiecesTable settled typed={typedFrom(shift.count)} totalLabel="Counted total" />
          ) : (
            facts
          )}
          <CountsMade {...shift} timeZone={zonesOf(store)} />
        </Stack>
        <Stack gap={16} shrinks>
          <CountCard shift={shift} />
          {shift.count ? facts : null}
        </Stack>
      </div>
      {dialog}
    </Page>
  );
}

/** Prints slips, closes a shift whose till cannot, and corrects a closed one. */
function useShiftActions(shift: Shift) {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const slips = useShiftSlips();
  const [isCorrecting, setCorrecting] = useState(false);
  const isClosed = shift.status === 'closed';
  const actions: Actions = {
    secondary: [
      isClosed &&
        may('cash.move') && {
          label: 'Correct',
          icon: <MoneyCalculator20Regular />,
          onClick: () => setCorrecting(true),
        },
      { label: 'X reading', icon: <Print20Regular />, onClick: () => void slips.printX(shift.id) },
      shift.count && {
        label: 'Print the count again',
        icon: <Print20Regular />,
        onClick: () => void slips.printCount(shift),
      },
    ],
    primary: !isClosed &&
      may('shifts.close') && {
        label: 'Count and close',
        onClick: () => void navigate(`/shifts/${shift.id}/count`),
      },
  };
  const dialog = isCorrecting ? (
    <CorrectionDialog shift={shift} onClose={() => setCorrecting(false)} />
  ) : null;
  return { actions, dialog };
}
