import { makeStyles } from '@fluentui/react-components';
import { Key20Regular, PersonKey20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pinForm, pins, PINS_DO_NOT_MATCH, type PinState } from '#contract/approvals.ts';
import { z } from '#contract/zod.ts';
import { read } from '#renderer/lib/read.ts';
import { emptyForm, useContractForm } from '#renderer/lib/use-contract-form.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { fieldGrid } from '#renderer/ui/field-grid.ts';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { PasswordField } from '#renderer/ui/password-field.tsx';
import { Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { MakeBadgeDialog } from './make-badge-dialog.tsx';

const useStyles = makeStyles(fieldGrid);

const typedTwice = pinForm
  .extend({ again: z.string().trim() })
  .refine(({ pin, again }) => pin === again, { message: PINS_DO_NOT_MATCH, path: ['again'] });

/** Sets or replaces the signed-in person's PIN. */
function SetPinDialog({ hasPin, onClose }: { hasPin: boolean; onClose: () => void }) {
  const styles = useStyles();
  const { run } = useRouteMutation(pins.setPin, { done: 'PIN set', failed: 'Failed to set PIN' });
  const form = useContractForm(typedTwice, {
    values: emptyForm(typedTwice),
    send: async ({ current_password, pin }, { onError }) => {
      if (await run({ body: { current_password, pin } }, onError)) onClose();
    },
  });
  const digits = { size: 44, inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <FormDialog
      form={form.state}
      title={hasPin ? 'Change PIN' : 'Set PIN'}
      line="Six digits that nobody else knows."
      pairs
      submitLabel={hasPin ? 'Change PIN' : 'Set PIN'}
      onClose={onClose}
    >
      <PasswordField
        {...form.field('current_password')}
        className={styles.whole}
        label="Current password"
        size={44}
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField {...form.field('pin')} label="PIN" {...digits} />
      <PasswordField {...form.field('again')} label="PIN again" {...digits} />
    </FormDialog>
  );
}

type PinCardProps = { name: string; shopName: string };

/** Shows the signed-in person's PIN and badge, which identify them at a till that is signed in as a colleague. */
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
  const [asking, setAsking] = useState<Question | null>(null);
  const removePin = useRouteMutation(pins.removePin, {
    done: 'PIN removed',
    failed: 'Failed to remove PIN',
  });
  const removeBadge = useRouteMutation(pins.removeBadge, {
    done: 'Badge voided',
    failed: 'Failed to void badge',
  });
  const close = () => setAsking(null);
  return (
    <Stack gap={16}>
      <Facts
        facts={[
          { label: 'PIN', value: has_pin ? 'Set' : 'None' },
          { label: 'Badge', value: has_badge ? 'Created' : 'None' },
        ]}
      />
      <Row gap={8} wraps>
        <Button icon={<Key20Regular />} onClick={() => setAsking('pin')}>
          {has_pin ? 'Change PIN' : 'Set PIN'}
        </Button>
        {has_pin ? <Button onClick={() => setAsking('remove-pin')}>Remove PIN</Button> : null}
        <Button icon={<PersonKey20Regular />} onClick={() => setAsking('badge')}>
          {has_badge ? 'Replace badge' : 'Create badge'}
        </Button>
        {has_badge ? <Button onClick={() => setAsking('remove-badge')}>Void badge</Button> : null}
      </Row>
      <Text as="p" size="label" tone="text3">
        At a till, either of them unlocks it, takes it over, and approves what a colleague may not do alone.
      </Text>
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
        title="Void your badge?"
        consequence="Nobody is known by it any more. You can create a new one."
        confirmLabel="Void badge"
        busy={removeBadge.busy}
        onConfirm={() => void removeBadge.run({}).then(close)}
        onCancel={close}
      />
    </Stack>
  );
}
