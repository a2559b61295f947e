import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { palette, sizes, tones, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px 16px',
    flexShrink: 0,
    padding: `12px ${sizes.cardSide}`,
    border: '1px solid #F0D3A8',
    borderRadius: '8px',
    backgroundColor: tones.orange[0],
    color: palette.text1,
  },
  text: { flexGrow: 1, flexBasis: '240px', minWidth: 0 },
  title: { ...type.bodyStrong, margin: 0 },
  more: { ...type.body, margin: 0, color: palette.text2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
});

type QuestionCardProps = { title: string; more: string; children: ReactNode };

/** A question about a unit that is being scanned, with the buttons that answer it. */
export function QuestionCard({ title, more, children }: QuestionCardProps) {
  const styles = useStyles();
  return (
    <div role="alert" className={styles.root}>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={styles.more}>{more}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  );
}
