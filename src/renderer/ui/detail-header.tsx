import { makeStyles } from '@fluentui/react-components';
import { useContext, type ReactNode } from 'react';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { BackLink } from './back-link.tsx';
import { wholeFacts } from './facts-line.tsx';
import { Row } from './layout.tsx';
import { PageActions, type Actions } from './page-actions.tsx';
import { SkeletonText } from './skeleton.tsx';
import { Text } from './text.tsx';
import { PageFoot } from './page-foot.tsx';
import { palette, type, windows } from './theme.ts';
import { useMedia, ZOOMED } from './use-media.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  /** A long name or line of facts wraps beside the actions, which keep their place. */
  head: { display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: '16px' },
  text: { flexGrow: 1, minWidth: 0 },
  row: { display: 'flex', alignItems: 'center', gap: '12px', [windows.phone]: { alignItems: 'start' } },
  /** The badge follows the last word of the title. */
  named: { flexGrow: 1, minWidth: 0, '& > h1': { display: 'inline', marginRight: '12px' } },
  badge: {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: '4px 8px',
    maxWidth: '100%',
    verticalAlign: '3px',
    [windows.phone]: { margin: '4px 0' },
  },
  facts: { ...type.body, margin: '2px 0 0', color: palette.text3, overflowWrap: 'anywhere' },
});

/** The title and the facts of a page while they load. */
export function DetailHeaderSkeleton() {
  const styles = useStyles();
  return (
    <>
      <Text as="div" size="pageTitle">
        <SkeletonText width={260} />
      </Text>
      <p className={styles.facts}>
        <SkeletonText width={200} />
      </p>
    </>
  );
}

export type DetailHeaderProps = {
  /** `escapes`: true where Esc leads back, too. */
  back: { to: string; label: string; state?: unknown; escapes?: boolean };
  /** Before the title: a person's initials. */
  avatar?: ReactNode;
  title: string;
  /** Beside the title. */
  badge?: ReactNode;
  /** One line of facts below. */
  line: ReactNode;
  actions?: Actions;
};

/** The head of a page about one thing, and of its form: back link, name and state, one line of facts, actions. */
export function DetailHeader({ back, avatar, title, badge, line, actions }: DetailHeaderProps) {
  const styles = useStyles();
  const isZoomed = useMedia(ZOOMED);
  const foot = useContext(PageFoot);
  // A form and a page of scans, which have feet of their own, need the height.
  const isLow = isZoomed && foot === null;
  useShownTitle(title, back.label);
  return (
    <header>
      <BackLink to={back.to} state={back.state} escapes={back.escapes}>
        {back.label}
      </BackLink>
      <div className={styles.head}>
        <div className={styles.text}>
          <div className={styles.row}>
            {avatar ? <Row fixed>{avatar}</Row> : null}
            <div className={styles.named}>
              <Text as="h1" size="pageTitle" tone="text1" breaks>
                {title}
              </Text>
              {badge ? <span className={styles.badge}>{badge}</span> : null}
              {isLow ? (
                <VisuallyHidden>{line}</VisuallyHidden>
              ) : (
                <p className={styles.facts}>{wholeFacts(line)}</p>
              )}
            </div>
          </div>
        </div>
        {actions ? <PageActions actions={actions} menuLabel={`More actions for ${title}`} /> : null}
      </div>
    </header>
  );
}
