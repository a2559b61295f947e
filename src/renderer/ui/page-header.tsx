import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { wholeFacts } from './facts-line.tsx';
import { Spread, Stack } from './layout.tsx';
import { PageActions, type Actions } from './page-actions.tsx';
import { Text } from './text.tsx';
import { palette, type, windows } from './theme.ts';
import { useMedia, ZOOMED } from './use-media.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  page: {
    boxSizing: 'border-box',
    minHeight: '100%',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    padding: '24px 32px',
    [windows.onePane]: { gap: '12px', padding: '16px' },
    [windows.zoomed]: { gap: '8px', padding: '8px 16px' },
    /** Only lists are as wide as a wall. */
    [windows.vast]: { width: '100%', maxWidth: '2064px', margin: '0 auto' },
  },
  /** The badge follows the last word of the title. */
  named: { '& > h1': { display: 'inline', marginRight: '12px' } },
  badge: { display: 'inline-flex', verticalAlign: '3px' },
  line: { ...type.body, margin: '2px 0 0', color: palette.text3, overflowWrap: 'anywhere' },
});

/** The padding and rhythm of a back-office page. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={useStyles().page}>{children}</div>;
}

type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  line?: ReactNode;
  actions?: Actions;
};

/** Title, one line of description, and the actions at the right; a low window has no room to draw the line. */
export function PageHeader({ title, badge, line, actions }: PageHeaderProps) {
  const styles = useStyles();
  const isZoomed = useMedia(ZOOMED);
  const heading = (
    <Text as="h1" size="pageTitle" tone="text1" breaks>
      {title}
    </Text>
  );
  return (
    <Spread as="header" gap={16} align={isZoomed ? 'center' : 'start'}>
      <Stack grows shrinks>
        {badge ? (
          <div className={styles.named}>
            {heading}
            <span className={styles.badge}>{badge}</span>
          </div>
        ) : (
          heading
        )}
        {line && isZoomed ? <VisuallyHidden>{line}</VisuallyHidden> : null}
        {line && !isZoomed ? <p className={styles.line}>{wholeFacts(line)}</p> : null}
      </Stack>
      {actions ? <PageActions isList actions={actions} menuLabel="More actions" /> : null}
    </Spread>
  );
}
