import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { Button } from './button.tsx';
import { Row } from './layout.tsx';
import { ShopLogo } from './shop-logo.tsx';
import { palette, type } from './theme.ts';

const useStyles = makeStyles({
  page: {
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    minHeight: '100vh',
    padding: '24px',
    backgroundColor: palette.canvas,
  },
  card: {
    boxSizing: 'border-box',
    width: '100%',
    maxWidth: '480px',
    padding: '32px',
    border: `1px solid ${palette.hairline}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
  },
  title: { ...type.pageTitle, margin: '24px 0 0', color: palette.text1 },
  text: { ...type.body, margin: '4px 0 24px', color: palette.text2, overflowWrap: 'anywhere' },
});

type FullPageMessageProps = {
  title: string;
  children?: ReactNode;
  actionLabel?: string | undefined;
  onAction?: (() => void) | undefined;
  /** Beside the action: another way to continue. */
  more?: ReactNode;
};

/** A full-page message when nothing else can be shown: a crash, a missing page. */
export function FullPageMessage(props: FullPageMessageProps) {
  const { title, children, actionLabel, onAction, more } = props;
  const styles = useStyles();
  useShownTitle(title);
  return (
    <main className={styles.page}>
      <div className={styles.card} role="alert">
        <ShopLogo size="card" />
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.text}>{children}</div>
        {actionLabel || more ? (
          <Row gap={8} wraps>
            {actionLabel ? (
              <Button appearance="primary" size="till" onClick={onAction}>
                {actionLabel}
              </Button>
            ) : null}
            {more}
          </Row>
        ) : null}
      </div>
    </main>
  );
}
