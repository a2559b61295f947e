import { makeStyles } from '@fluentui/react-components';
import { Key20Regular, PersonKey20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pins, type PinState } from '#contract/approvals.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { MakeBadgeDialog } from './make-badge-dialog.tsx';
import { SetPinDialog } from './set-pin-dialog.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '16px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  note: { ...type.label, margin: 0, color: palette.text3 },
});

type PinCardProps = { name: string; shopName: string };

/** One's own PIN and badge: by them one is known at a till that another one works at. */
export function PinCard(props: PinCardProps) {
  const query = useQuery(read(pins.ownPin));
  return (
    <Card title="PIN and badge">
      {query.data ? (
        <PinAndBadge state={query.data} {...props} />
      ) : query.isError ? (
        <ErrorState
          compact
          title="Your PIN and badge could not be looked up"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Skeleton width="40%" />
      )}
    </Card>
  );
}

type Question = 'pin' | 'badge' | 'remove-pin' | 'remove-badge';

function PinAndBadge({ state: { has_pin, has_badge }, name, shopName }: PinCardProps & { state: PinState }) {
  const styles = useStyles();
  const [asking, setAsking] = useState<Question | null>(null);
  const removePin = useRouteMutation(pins.removePin, {
    done: 'PIN removed',
    failed: 'Failed to remove the PIN',
  });
  const removeBadge = useRouteMutation(pins.removeBadge, {
    done: 'Badge void',
    failed: 'Failed to make the badge void',
  });
  const close = () => setAsking(null);
  return (
    <div className={styles.root}>
      <Facts
        facts={[
          { label: 'PIN', value: has_pin ? 'Set' : 'None' },
          { label: 'Badge', value: has_badge ? 'Made' : 'None' },
        ]}
      />
      <div className={styles.actions}>
        <Button icon={<Key20Regular />} onClick={() => setAsking('pin')}>
          {has_pin ? 'Change PIN' : 'Set PIN'}
        </Button>
        {has_pin ? <Button onClick={() => setAsking('remove-pin')}>Remove PIN</Button> : null}
        <Button icon={<PersonKey20Regular />} onClick={() => setAsking('badge')}>
          {has_badge ? 'New badge' : 'Make badge'}
        </Button>
        {has_badge ? <Button onClick={() => setAsking('remove-badge')}>Make badge void</Button> : null}
      </div>
      <p className={styles.note}>
        With them you are known at a till: to approve what a colleague may not do alone, as far as you may, to
        take it over from them, and to unlock it.
      </p>
      {asking === 'pin' ? <SetPinDialog hasPin={has_pin} onClose={close} /> : null}
      {asking === 'badge' ? (
        <MakeBadgeDialog name={name} shopName={shopName} hasBadge={has_badge} onClose={close} />
      ) : null}
      <ConfirmDialog
        open={asking === 'remove-pin'}
        title="Remove your PIN?"
        consequence="At the till you are known by your badge alone, if you have one."
        confirmLabel="Remove PIN"
        busy={removePin.busy}
        onConfirm={() => void removePin.run({}).then(close)}
        onCancel={close}
      />
      <ConfirmDialog
        open={asking === 'remove-badge'}
        title="Make your badge void?"
        consequence="Nobody is known by it any more. A new one can be made."
        confirmLabel="Make badge void"
        busy={removeBadge.busy}
        onConfirm={() => void removeBadge.run({}).then(close)}
        onCancel={close}
      />
    </div>
  );
}
