import { makeStyles } from '@fluentui/react-components';
import { Cart20Regular, ChevronRight16Regular, History20Regular, Info20Regular } from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import type { DashboardFigures } from '#contract/dashboard.ts';
import { formatMoney } from '#domain/money.ts';
import { Card } from '#renderer/ui/card.tsx';
import { focusRing, palette, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: { ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` } },
  entry: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    padding: '0 20px',
    color: palette.text1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
    [windows.narrow]: { gap: '8px', padding: '0 16px' },
  },
  label: { whiteSpace: 'nowrap' },
  icon: { display: 'flex', color: palette.brand },
  note: { ...type.label, marginLeft: 'auto', color: palette.text3 },
  none: { ...type.body, display: 'flex', gap: '12px', margin: 0, padding: '12px 20px', color: palette.text3 },
});

function Action({ to, icon, label, note }: { to: string; icon: ReactElement; label: string; note?: string }) {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <Link to={to} className={styles.entry}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.label}>{label}</span>
        <span className={styles.note}>{note}</span>
        <ChevronRight16Regular aria-hidden="true" />
      </Link>
    </li>
  );
}

type QuickActionsProps = { maySell: boolean; latest?: DashboardFigures['latest'] };

/** The next thing to do, one click away; only what this person can do. */
export function QuickActions({ maySell, latest = [] }: QuickActionsProps) {
  const styles = useStyles();
  const drafts = latest.filter((entry) => entry.status === 'draft');
  return (
    <Card title="Quick Actions" flush>
      {maySell ? (
        <ul className={styles.list}>
          <Action to="/pos" icon={<Cart20Regular />} label="Start a sale" />
          {drafts.map((draft) => (
            <Action
              key={draft.id}
              to={`/pos/${draft.id}`}
              icon={<History20Regular />}
              label={draft.transaction_number}
              note={formatMoney(draft.total_amount, 'draft-list')}
            />
          ))}
        </ul>
      ) : (
        <p className={styles.none}>
          <Info20Regular /> Your role has no action here yet. Ask an admin if something is missing.
        </p>
      )}
    </Card>
  );
}
