import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { LOW } from './low-window.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%' },
  panes: {
    display: 'grid',
    gridTemplateColumns: `minmax(0, 1fr) ${sizes.summary}px`,
    gridTemplateRows: 'minmax(0, 1fr)',
    flexGrow: 1,
    minHeight: 0,
    [windows.narrow]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.summaryNarrow}px` },
    [windows.wide]: { gridTemplateColumns: `minmax(0, 1fr) ${sizes.summaryWide}px` },
    // The panes stand below each other and scroll together.
    [windows.onePane]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'repeat(2, max-content)',
      overflowY: 'auto',
    },
  },
  left: {
    minHeight: 0,
    overflowY: 'auto',
    padding: '12px 24px 24px',
    [LOW]: { padding: '6px 24px 12px' },
    [windows.onePane]: { overflowY: 'visible', padding: '6px 12px 12px' },
    [windows.zoomed]: { padding: '0 12px 12px' },
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    height: '100%',
    maxWidth: '1080px',
    margin: '0 auto',
    [windows.wide]: { maxWidth: '1240px' },
    [LOW]: { gap: '8px' },
    [windows.onePane]: { height: 'auto' },
    [windows.zoomed]: { gap: '6px' },
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    flexShrink: 0,
    margin: '0 0 0 -18px',
    [windows.onePane]: { marginLeft: '-8px' },
  },
  escape: { marginRight: '8px', [windows.phone]: { display: 'none' } },
  text: { [LOW]: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '12px' } },
  right: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    [windows.onePane]: { borderLeft: 'none', borderTop: `1px solid ${palette.hairline}` },
  },
  /** As the lines below the head of the order. */
  waiting: { gap: '16px', padding: '64px 20px 12px' },
});

type PaymentPanesProps = {
  /** The draft and customer: "Draft MNL-01-D-000123 · Walk-in Customer". */
  line: string;
  /** Banners for the whole screen, above both panes. */
  banners: ReactNode;
  /** The right pane: what is sold. */
  order: ReactNode;
  /** The bar below both in a window of one pane. */
  foot: ReactNode;
  /** The left pane: what is paid, below the title. */
  children: ReactNode;
  onLeave: () => void;
};

export function PaymentPanes({ line, banners, order, foot, children, onLeave }: PaymentPanesProps) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      {banners}
      <div className={styles.panes}>
        <div className={styles.left}>
          <div className={styles.content}>
            <div className={styles.head}>
              <Button
                size="till"
                appearance="subtle"
                icon={<ArrowLeft20Regular />}
                label="Back to the till"
                aria-keyshortcuts="Escape"
                onClick={onLeave}
              />
              <span className={styles.escape}>
                <KeyCap>Esc</KeyCap>
              </span>
              <div className={styles.text}>
                <Text as="h1" size="pageTitle">
                  Complete Payment
                </Text>
                <Text as="p" size="body" tone="text3">
                  {line}
                </Text>
              </div>
            </div>
            {children}
          </div>
        </div>
        <aside className={styles.right} aria-label="Order summary">
          {order}
        </aside>
      </div>
      {foot}
    </div>
  );
}

const SKELETON_LINES = 3;

/** The placeholder for the panes while the sale loads. */
export function PaymentSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <LoadingNote>Loading the sale</LoadingNote>
      <div className={styles.panes}>
        <div className={styles.left}>
          <div className={styles.content}>
            <Skeleton width={240} height={48} />
            <Skeleton height={82} />
            <Skeleton height={292} />
            <Skeleton height={112} />
          </div>
        </div>
        <div className={mergeClasses(styles.right, styles.waiting)}>
          {Array.from({ length: SKELETON_LINES }, (_, index) => (
            <Skeleton key={index} height={36} />
          ))}
        </div>
      </div>
    </div>
  );
}
