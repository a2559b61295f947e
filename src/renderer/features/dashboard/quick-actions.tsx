import { makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  ArrowSwap20Regular,
  ArrowUndo20Regular,
  BoxSearch20Regular,
  Cart20Regular,
  ChevronRight16Regular,
  ClipboardCheckmark20Regular,
  History20Regular,
  Info20Regular,
  MoneyHand20Regular,
  PersonAdd20Regular,
  Wallet20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { DashboardFigures } from '#contract/dashboard.ts';
import { countText } from '#domain/count-text.ts';
import { formatMoney, type Centavos } from '#domain/money.ts';
import { OPEN_DRAFTS } from '#renderer/lib/open-drafts.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SkeletonText } from '#renderer/ui/skeleton.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  item: { ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` } },
  entry: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '44px',
    padding: `0 ${sizes.cardSide}`,
    color: palette.text1,
    textDecorationLine: 'none',
    [windows.narrow]: { gap: '8px', padding: '0 16px' },
  },
  link: {
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  tall: { minHeight: '56px' },
  icon: { display: 'flex', flexShrink: 0, color: palette.brand },
  text: { flexGrow: 1, minWidth: 0 },
  note: { ...type.label, flexShrink: 0, color: palette.text3 },
  chevron: { flexShrink: 0 },
  none: {
    ...type.body,
    display: 'flex',
    gap: '12px',
    margin: 0,
    padding: `12px ${sizes.cardSide}`,
    color: palette.text3,
  },
});

type ActionProps = {
  to: string;
  state?: unknown;
  icon: ReactElement;
  label: string;
  /** A short note beside the label. */
  note?: string;
  /** A line below the label. */
  line?: string;
};

function Action({ to, state, icon, label, note, line }: ActionProps) {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <Link to={to} state={state} className={mergeClasses(styles.entry, styles.link, line && styles.tall)}>
        <span className={styles.icon}>{icon}</span>
        <span className={styles.text}>
          <Text block>{label}</Text>{' '}
          {line ? (
            <Text size="label" tone="text3" figures block>
              {line}
            </Text>
          ) : null}
        </span>
        {note ? <span className={styles.note}>{note}</span> : null}
        <ChevronRight16Regular className={styles.chevron} aria-hidden="true" />
      </Link>
    </li>
  );
}

/** The placeholder of an action that is offered only if something waits. */
function WaitingAction({ tall = false }: { tall?: boolean }) {
  const styles = useStyles();
  return (
    <li className={styles.item} aria-hidden="true">
      <div className={mergeClasses(styles.entry, tall && styles.tall)}>
        <SkeletonText width={160} />
      </div>
    </li>
  );
}

const balanceText = ({ count: sales, total }: { count: number; total: Centavos }) =>
  `${sales === 1 ? '1 sale' : `${countText(sales)} sales`} · ${formatMoney(total, 'dashboard')}`;

type QuickActionsProps = {
  maySell: boolean;
  mayReview: boolean;
  mayAddCustomers: boolean;
  /** These three are offered to people who do not sell. */
  mayTransfer: boolean;
  mayCount: boolean;
  mayFindUnits: boolean;
  /** True while what waits is not known. */
  isLoading?: boolean;
  /** Drafts and payments that wait for a person; undefined until it is loaded. */
  waiting?: DashboardFigures['waiting'];
  /** Sales that owe money or are owed some. */
  balances?: DashboardFigures['balances'];
};

/** Offers shortcuts to the next tasks, as permissions and pending work allow. */
export function QuickActions({ isLoading = false, waiting, balances, ...may }: QuickActionsProps) {
  const { maySell, mayReview, mayAddCustomers, mayTransfer, mayCount, mayFindUnits } = may;
  const styles = useStyles();
  const { drafts, payments } = waiting ?? { drafts: 0, payments: 0 };
  const actions: (ActionProps | false)[] = [
    maySell && { to: '/pos', icon: <Cart20Regular />, label: 'Start a sale' },
    mayAddCustomers && { to: '/customers/new', icon: <PersonAdd20Regular />, label: 'Add a customer' },
    mayTransfer && {
      to: '/inventory/transfers',
      icon: <ArrowSwap20Regular />,
      label: 'Send or receive a transfer',
    },
    mayCount && { to: '/inventory/counts', icon: <ClipboardCheckmark20Regular />, label: 'Count stock' },
    mayFindUnits && { to: '/inventory', icon: <BoxSearch20Regular />, label: 'Look through the stock' },
    // Last, as they come with the figures: the others keep their places.
    maySell &&
      drafts > 0 && {
        to: '/pos',
        state: OPEN_DRAFTS,
        icon: <History20Regular />,
        label: 'Resume a draft',
        note: `${countText(drafts)} held`,
      },
    mayReview &&
      payments > 0 && {
        to: '/payments/pending',
        icon: <Wallet20Regular />,
        label: 'Review payments',
        note: `${countText(payments)} waiting`,
      },
    mayReview &&
      balances !== undefined &&
      balances.owes.count > 0 && {
        to: '/transactions?balance=owes&start_date=&end_date=',
        icon: <MoneyHand20Regular />,
        label: 'Collect what sales owe',
        line: balanceText(balances.owes),
      },
    mayReview &&
      balances !== undefined &&
      balances.owed.count > 0 && {
        to: '/transactions?balance=owed&start_date=&end_date=',
        icon: <ArrowUndo20Regular />,
        label: 'Give money back',
        line: balanceText(balances.owed),
      },
  ];
  const shown = actions.filter((action) => action !== false);
  return (
    <Card title="Quick Actions" flush>
      {shown.length > 0 ? (
        <Stack as="ul">
          {shown.map((action) => (
            <Action key={action.label} {...action} />
          ))}
          {isLoading && maySell ? <WaitingAction /> : null}
          {isLoading && mayReview ? (
            <>
              <WaitingAction />
              <WaitingAction tall />
            </>
          ) : null}
        </Stack>
      ) : (
        <p className={styles.none}>
          <Info20Regular /> Your role has no action here yet. Ask an admin if something is missing.
        </p>
      )}
    </Card>
  );
}
