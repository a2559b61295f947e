import { makeStyles } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { Button } from './button.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { palette, sizes, type } from './theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    flexShrink: 0,
    padding: `12px 8px 12px ${sizes.cardSide}`,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
  },
  text: { flexGrow: 1, minWidth: 0 },
  title: { ...type.bodyStrong, margin: '6px 0 4px', color: palette.text1 },
  list: { ...type.body, margin: 0, paddingLeft: '20px', color: palette.text2, overflowWrap: 'anywhere' },
});

type UntakenScansProps = {
  title: string;
  rows: readonly { code: string; text?: string }[];
  onDismiss?: () => void;
};

/** Lists scans by their codes that the server has not taken. */
function Codes({ title, rows, onDismiss }: UntakenScansProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <ul className={styles.list} aria-label={title}>
          {rows.map(({ code, text }, place) => (
            <li key={place}>{text === undefined ? code : `${code}: ${text}`}</li>
          ))}
        </ul>
      </div>
      {onDismiss ? (
        <Button appearance="subtle" icon={<Dismiss20Regular />} label="Clear this list" onClick={onDismiss} />
      ) : null}
    </div>
  );
}

const scansText = (count: number) => (count === 1 ? '1 scan' : `${count} scans`);

type Props = {
  waiting: readonly { code: string }[];
  refused: readonly { code: string; text: string }[];
  onForget: () => void;
};

/** The scans that wait for the server, about which it asks before the page is left, and those that it refused. */
export function UntakenScans({ waiting, refused, onForget }: Props) {
  const wait = `${scansText(waiting.length)} ${waiting.length === 1 ? 'waits' : 'wait'} for the server`;
  return (
    <>
      <LeaveGuard
        when={waiting.length > 0}
        title={wait}
        consequence="What is scanned stays on this computer. It is sent when you open this page here again and the server is back."
        confirmLabel="Leave"
        isKept
      />
      {waiting.length > 0 ? <Codes title={wait} rows={waiting.map(({ code }) => ({ code }))} /> : null}
      {refused.length > 0 ? (
        <Codes title={`${scansText(refused.length)} not saved`} rows={refused} onDismiss={onForget} />
      ) : null}
    </>
  );
}
