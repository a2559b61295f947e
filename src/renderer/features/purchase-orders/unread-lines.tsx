import { makeStyles } from '@fluentui/react-components';
import { Dismiss20Regular } from '@fluentui/react-icons';
import { Button } from '#renderer/ui/button.tsx';
import { tones, type, palette } from '#renderer/ui/theme.ts';
import type { UnreadLine } from './pasted-rows.ts';

const useStyles = makeStyles({
  root: {
    padding: '12px 8px 12px 20px',
    border: '1px solid #F0D3A8',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: palette.text1,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  title: { ...type.bodyStrong, margin: 0 },
  list: {
    ...type.label,
    margin: 0,
    padding: 0,
    maxHeight: '200px',
    overflowY: 'auto',
    listStyleType: 'none',
  },
  line: { display: 'grid', gridTemplateColumns: '64px minmax(0, 1fr) minmax(0, 1fr)', gap: '12px' },
  text: { overflowWrap: 'anywhere' },
  why: { color: palette.text2 },
});

const counted = (count: number) =>
  count === 1 ? '1 pasted row' : `${count.toLocaleString('en-PH')} pasted rows`;

/** What was pasted and could not be taken, row by row, until somebody has looked at it. */
export function UnreadLines({ lines, onForget }: { lines: readonly UnreadLine[]; onForget: () => void }) {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label="Pasted rows that were not added">
      <div className={styles.head}>
        <p role="alert" className={styles.title}>{`${counted(lines.length)} could not be read`}</p>
        <Button
          appearance="subtle"
          label="Hide rows that could not be read"
          icon={<Dismiss20Regular />}
          onClick={onForget}
        />
      </div>
      {/* Reachable by keyboard, as it scrolls. */}
      <ul className={styles.list} tabIndex={0} aria-label="Rows that could not be read">
        {lines.map(({ no, text, why }) => (
          <li key={no} className={styles.line}>
            <span>Row {no}</span>
            <span className={styles.text}>{text}</span>
            <span className={styles.why}>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
