import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkCircle24Filled, ErrorCircle24Filled, Warning24Filled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { palette, sizes, tabular, tones, type, windows } from './theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '76px',
    flexShrink: 0,
    boxSizing: 'border-box',
    padding: `12px ${sizes.cardSide}`,
    border: '1px solid transparent',
    borderRadius: '8px',
    color: palette.text1,
    [windows.phone]: { flexWrap: 'wrap', columnGap: '12px', rowGap: '8px', padding: '12px 16px' },
  },
  good: { backgroundColor: tones.green[0], border: '1px solid #B9DDC5' },
  warning: { backgroundColor: tones.orange[0], border: '1px solid #F0D3A8' },
  bad: { backgroundColor: tones.red[0], border: '1px solid #F0C4C2' },
  goodMark: { color: tones.green[1] },
  warningMark: { color: tones.orange[1] },
  badMark: { color: tones.red[1] },
  mark: { display: 'grid', flexShrink: 0 },
  text: {
    flexGrow: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
    [windows.phone]: { flexBasis: '240px' },
  },
  what: { ...type.cardTitle, margin: 0 },
  code: { ...type.cardTitle, ...tabular, margin: 0, fontWeight: 400 },
  more: { ...type.body, margin: 0, color: palette.text2 },
  actions: { display: 'flex', gap: '8px', flexShrink: 0 },
});

export type Verdict = {
  tone: 'good' | 'warning' | 'bad';
  /** The scanned unit or code. */
  what: string;
  /** The identifying code, if known. */
  code?: string;
  /** The result of the scan. */
  outcome: string;
};

const marks = {
  good: <CheckmarkCircle24Filled />,
  warning: <Warning24Filled />,
  bad: <ErrorCircle24Filled />,
};

/** The result of the last scan, replacing the previous one. */
export function ScanVerdict({ verdict, actions }: { verdict: Verdict; actions?: ReactNode }) {
  const styles = useStyles();
  const { tone, what, code, outcome } = verdict;
  return (
    <div className={mergeClasses(styles.root, styles[tone])}>
      <span className={mergeClasses(styles.mark, styles[`${tone}Mark`])} aria-hidden="true">
        {marks[tone]}
      </span>
      <div role="status" aria-label="Last scan" className={styles.text}>
        <p className={styles.what}>{what}</p>
        {code ? <p className={styles.code}>{code}</p> : null}
        <p className={styles.more}>{outcome}</p>
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
