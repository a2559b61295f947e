import { makeStyles } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { KeyCap } from '#renderer/ui/key-cap.tsx';
import { LoadingNote, Skeleton } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, windows } from '#renderer/ui/theme.ts';
import { LOW } from './low-window.ts';

/** A narrow or zoomed window: the panes stand below each other and scroll together. */
const ONE_PANE = '@media (max-width: 899px)';

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
    [ONE_PANE]: {
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
    [ONE_PANE]: { overflowY: 'visible' },
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
    [ONE_PANE]: { height: 'auto' },
  },
  head: { display: 'flex', alignItems: 'center', gap: '4px', flexShrink: 0, margin: '0 0 0 -18px' },
  escape: { marginRight: '8px' },
  text: { [LOW]: { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '12px' } },
  right: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderLeft: `1px solid ${palette.hairline}`,
    backgroundColor: palette.surface,
    [ONE_PANE]: { borderLeft: 'none', borderTop: `1px solid ${palette.hairline}` },
  },
});

type PaymentPanesProps = {
  /** The draft and customer: "Draft MNL-01-D-000123 · Walk-in Customer". */
  line: string;
  /** Banners for the whole screen, above both panes. */
  banners: ReactNode;
  /** The right pane: what is sold. */
  order: ReactNode;
  /** The left pane: what is paid, below the title. */
  children: ReactNode;
  onLeave: () => void;
};

export function PaymentPanes({ line, banners, order, children, onLeave }: PaymentPanesProps) {
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
    </div>
  );
}

/** The placeholder for the panes while the sale loads. */
export function PaymentSkeleton() {
  const styles = useStyles();
  return (
    <div className={styles.left}>
      <div className={styles.content}>
        <LoadingNote>Loading the sale</LoadingNote>
        <Skeleton width={240} height={28} />
        <Skeleton height={82} />
        <Skeleton height={288} />
      </div>
    </div>
  );
}
