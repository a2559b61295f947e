import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useShownTitle } from '#renderer/lib/page-title.ts';
import { BackLink } from './back-link.tsx';
import { Spread } from './layout.tsx';
import { Text } from './text.tsx';
import { palette, type } from './theme.ts';

const useStyles = makeStyles({
  /** A long line of facts wraps beside the actions. */
  text: { flex: '1 1 280px', minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '12px' },
  facts: { ...type.body, margin: '2px 0 0', color: palette.text3, overflowWrap: 'anywhere' },
});

export type DetailHeaderProps = {
  back: { to: string; label: string; state?: unknown };
  /** Before the title: a person's initials. */
  avatar?: ReactNode;
  title: string;
  /** Beside the title. */
  badge?: ReactNode;
  /** One line of facts below. */
  line: ReactNode;
  actions?: ReactNode;
};

/** The head of a page about one thing, and of its form: back link, name and state, one line of facts, actions. */
export function DetailHeader({ back, avatar, title, badge, line, actions }: DetailHeaderProps) {
  const styles = useStyles();
  useShownTitle(title, back.label);
  return (
    <header>
      <BackLink to={back.to} state={back.state}>
        {back.label}
      </BackLink>
      <Spread gap={16} align="start" wraps>
        <div className={styles.text}>
          <div className={styles.line}>
            {avatar}
            <Text as="h1" size="pageTitle" tone="text1" breaks>
              {title}
            </Text>
            {badge}
          </div>
          <p className={styles.facts}>{line}</p>
        </div>
        {actions}
      </Spread>
    </header>
  );
}
