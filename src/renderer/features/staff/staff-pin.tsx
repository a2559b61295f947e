import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pins } from '#contract/approvals.ts';
import type { StaffMember } from '#contract/people.ts';
import { read } from '#renderer/lib/read.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { palette, sizes, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { padding: `0 ${sizes.cardSide} 20px` },
  title: { ...type.cardTitle, margin: '8px 0 12px', color: palette.text1 },
  line: { ...type.body, display: 'flex', alignItems: 'center', gap: '16px', margin: 0, color: palette.text2 },
});

function ownedText(hasPin: boolean, hasBadge: boolean): string {
  if (!hasPin && !hasBadge) return 'No PIN and no badge';
  if (hasPin && hasBadge) return 'Has a PIN and a badge';
  return hasPin ? 'Has a PIN, and no badge' : 'Has a badge, and no PIN';
}

/** Shows if a managed person has a PIN and a badge, and removes them when lost. */
export function StaffPin({ person }: { person: Pick<StaffMember, 'id' | 'name'> }) {
  const styles = useStyles();
  const params = { staffId: person.id };
  const { data } = useQuery(read(pins.pin, { params }));
  const [isAsking, setAsking] = useState(false);
  const { busy, run } = useRouteMutation(pins.takePin, {
    done: `${person.name} has no PIN and no badge any more`,
    failed: 'Failed to remove PIN and badge',
  });
  if (!data) return null;
  const { has_pin, has_badge } = data;
  const isBoth = has_pin && has_badge;
  const owned = [has_pin ? 'PIN' : null, has_badge ? 'badge' : null].filter(Boolean).join(' and ');
  return (
    <div className={styles.root}>
      <h2 className={styles.title}>PIN and badge</h2>
      <p className={styles.line}>
        {ownedText(has_pin, has_badge)}
        {owned === '' ? null : <Button onClick={() => setAsking(true)}>Remove {owned}</Button>}
      </p>
      <ConfirmDialog
        open={isAsking}
        title={`Remove ${owned} of ${person.name}?`}
        consequence={`Tills no longer accept ${isBoth ? 'them' : 'it'}. Only ${person.name} can set ${isBoth ? 'new ones' : 'a new one'}, with their own password.`}
        confirmLabel={`Remove ${owned}`}
        busy={busy}
        onConfirm={() => void run({ params }).then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
