import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { wholeFacts } from './facts-line.tsx';
import { SkeletonText } from './skeleton.tsx';
import { palette, sizes, tabular, tones, type, type Tone, windows } from './theme.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
    gap: '16px',
    margin: 0,
    [windows.onePane]: { gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: '8px' },
    [windows.phone]: { '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' } },
  },
  dense: {
    gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))',
    [windows.onePane]: { gridTemplateColumns: 'repeat(auto-fit, minmax(100px, 1fr))' },
    [windows.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  /** Rows of the same number of cards in each window. */
  six: {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    [windows.wide]: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
    [windows.onePane]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    [windows.phone]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  root: {
    boxSizing: 'border-box',
    minWidth: 0,
    padding: `16px ${sizes.cardSide}`,
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
    [windows.onePane]: { padding: '10px 14px' },
  },
  label: { ...type.label, color: palette.text3 },
  figure: {
    ...type.figure,
    ...tabular,
    margin: 0,
    color: palette.text1,
    [windows.onePane]: { fontSize: '20px', lineHeight: '28px', overflowWrap: 'anywhere' },
  },
  brand: { color: palette.brand },
  danger: { color: palette.danger },
  waiting: { color: tones.orange[1] },
  mark: { display: 'inline-block', width: '8px', height: '8px', marginRight: '8px', borderRadius: '2px' },
  foot: { ...type.meta, ...tabular, margin: 0, color: palette.text3 },
  whole: { [windows.phone]: { gridColumn: '1 / -1' } },
  longFoot: { [windows.phone]: { minHeight: '32px' } },
});

type FigureRowProps = {
  note?: ReactNode;
  /** True for small figures, more of them beside each other. */
  dense?: boolean;
  /** True for six cards: in one row, in two or in three. */
  six?: boolean;
  children: ReactNode;
};

/** Figure cards side by side, as a description list; `note` is read out while they load. */
export function FigureRow({ note, dense = false, six = false, children }: FigureRowProps) {
  const styles = useStyles();
  return (
    <div>
      {note}
      <dl className={mergeClasses(styles.row, dense && styles.dense, six && styles.six)}>{children}</dl>
    </div>
  );
}

type FigureCardProps = {
  label: string;
  figure: ReactNode;
  foot?: ReactNode;
  /** True for a foot that takes two lines on a phone. */
  longFoot?: boolean;
  /** True for a card that takes a row of its own on a phone. */
  whole?: boolean;
  tone?: 'brand' | 'danger' | 'waiting' | undefined;
  /** A mark before the label, in the colour of the state that it names. */
  mark?: Tone;
};

/** A figure that is not loaded yet, as high as it will be. */
export const WaitingFigure = (card: Pick<FigureCardProps, 'label' | 'longFoot' | 'whole'>) => (
  <FigureCard {...card} figure={<SkeletonText width={120} />} foot={<SkeletonText width={96} />} />
);

/** One key figure, its label and what it compares with; belongs in a FigureRow. */
export function FigureCard(props: FigureCardProps) {
  const { label, figure, foot, longFoot = false, whole = false, tone, mark } = props;
  const styles = useStyles();
  return (
    <div className={mergeClasses(styles.root, whole && styles.whole)}>
      <dt className={styles.label}>
        {mark ? (
          <span className={styles.mark} style={{ backgroundColor: tones[mark][1] }} aria-hidden="true" />
        ) : null}
        {label}
      </dt>
      <dd className={mergeClasses(styles.figure, tone && styles[tone])}>{figure}</dd>
      {foot ? (
        <dd className={mergeClasses(styles.foot, longFoot && styles.longFoot)}>{wholeFacts(foot)}</dd>
      ) : null}
    </div>
  );
}
