import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ServerLook } from '#bridge/connection.ts';
import { formatInstant } from '#domain/store-time.ts';
import { Button } from '#renderer/ui/button.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { palette, tones, type } from '#renderer/ui/theme.ts';
import { Fingerprint } from './fingerprint.tsx';
import { chooseLabel, serverBadges, serverText } from './server-text.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '12px',
    padding: '16px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
  },
  danger: { border: `1px solid ${palette.danger}`, backgroundColor: tones.red[0] },
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px 12px', minWidth: 0 },
  url: { ...type.bodyStrong, overflowWrap: 'anywhere', color: palette.text1 },
  text: { ...type.body, margin: 0, color: palette.text2, overflowWrap: 'anywhere' },
  note: { ...type.label, color: palette.text3 },
});

type ServerFoundProps = {
  look: ServerLook;
  timeZone: string;
  /** Why it cannot be taken just now. */
  disabledReason?: string | null;
  /** Absent where there is nothing to choose: it is the server in use. */
  onChoose?: ((look: ServerLook) => void) | undefined;
};

/** What answers at an address, in words, with the one thing that can be done about it. */
export function ServerFound({ look, timeZone, disabledReason = null, onChoose }: ServerFoundProps) {
  const styles = useStyles();
  const { tone, text } = serverBadges[look.state];
  const label = chooseLabel(look);
  const isChanged = look.state === 'changed';
  return (
    <div className={mergeClasses(styles.root, isChanged && styles.danger)}>
      <div className={styles.head}>
        <span className={styles.url}>{look.url}</span>
        <StatusBadge tone={tone} onTint={isChanged}>
          {text}
        </StatusBadge>
      </div>
      <p className={styles.text}>{serverText(look)}</p>
      {look.state === 'changed' ? <Fingerprint label="Trusted until now" value={look.trusted} /> : null}
      {look.state === 'untrusted' || look.state === 'changed' ? (
        <Fingerprint label={isChanged ? 'Shown now' : 'Fingerprint'} value={look.fingerprint} />
      ) : null}
      {look.state === 'untrusted' ? (
        <span className={styles.note}>{validityText(look.valid_to, timeZone)}</span>
      ) : null}
      {label && onChoose ? (
        <Button
          appearance={isChanged ? 'secondary' : 'primary'}
          disabledReason={disabledReason}
          onClick={() => onChoose(look)}
        >
          {isChanged ? `${label}…` : label}
        </Button>
      ) : null}
    </div>
  );
}

function validityText(validTo: string, timeZone: string): string {
  const until = Date.parse(validTo);
  return `Valid until ${Number.isNaN(until) ? validTo : formatInstant(until, timeZone)}.`;
}
