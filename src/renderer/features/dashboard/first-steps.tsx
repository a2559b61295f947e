import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, ChevronRight16Regular, Circle20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dashboard, firstSteps, type FirstSteps as Steps } from '#contract/dashboard.ts';
import type { Store } from '#contract/stores.ts';
import { paymentMethodLabels, tenders } from '#domain/payments.ts';
import type { Permission } from '#domain/permissions.ts';
import { methodsOf } from '#domain/store-rules.ts';
import { read } from '#renderer/lib/read.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { OpenLink } from '#renderer/ui/open-card.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { focusRing, palette, sizes, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  item: { ':not(:first-child)': { borderTop: `1px solid ${palette.rowLine}` } },
  entry: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '56px',
    boxSizing: 'border-box',
    padding: `8px ${sizes.cardSide}`,
    color: palette.text1,
    textDecorationLine: 'none',
    [windows.narrow]: { padding: '8px 16px' },
  },
  link: {
    ':hover': { backgroundColor: palette.canvas },
    ':focus-visible': { ...focusRing, outlineOffset: '-2px' },
  },
  icon: { display: 'flex', flexShrink: 0, color: palette.brand },
  text: { flexGrow: 1, minWidth: 0 },
  chevron: { flexShrink: 0 },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '4px 16px',
    padding: `12px ${sizes.cardSide}`,
    borderTop: `1px solid ${palette.rowLine}`,
    [windows.narrow]: { padding: '12px 16px' },
  },
});

type Step = { step: keyof Steps; permission: Permission | 'admin'; to: string; label: string; note: string };

const steps: readonly Step[] = [
  {
    step: 'products',
    permission: 'products.create',
    to: '/products/new',
    label: 'Add your products',
    note: 'One by one, or all at once under Imports. Units with their numbers follow under Inventory.',
  },
  {
    step: 'suppliers',
    permission: 'inventory.create',
    to: '/suppliers/create',
    label: 'Add a supplier',
    note: 'You order from suppliers, and receive what they deliver.',
  },
  {
    step: 'staff',
    permission: 'staff.manage',
    to: '/staff/new',
    label: 'Add your staff',
    note: 'Each with a role, a store and a first password.',
  },
  {
    step: 'till',
    permission: 'transactions.create',
    to: '/pos',
    label: 'Set up a till',
    note: 'Open Point of Sale on it: it gets its name, and its drawer is opened.',
  },
  {
    step: 'backups',
    permission: 'admin',
    to: '/settings/backups',
    label: 'Write down the key of your backups',
    note: 'The shop is copied by itself. Without the key nobody can restore it, and a second disk makes it safe.',
  },
];

const REMEMBERED = 'tindahan.first-steps';

function remembered(): Steps | null {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(REMEMBERED) ?? 'null');
    return firstSteps.safeParse(kept).data ?? null;
  } catch {
    return null;
  }
}

function remember(done: Steps): void {
  try {
    window.localStorage.setItem(REMEMBERED, JSON.stringify(done));
  } catch {
    // Storage may be full or forbidden: the page waits for the answer again.
  }
}

type Person = { isAdmin: boolean; may: (permission: Permission) => boolean };

/** What somebody may do of the first steps. */
const ownSteps = ({ isAdmin, may }: Person) =>
  steps.filter(({ permission }) => (permission === 'admin' ? isAdmin : may(permission)));

/**
 * Returns which first steps were done: at once as this computer knew them last, so that nothing below moves when the answer
 * comes; undefined while nobody knows, null where they cannot be asked for.
 */
export function useFirstSteps(person: Person): Steps | null | undefined {
  const [before] = useState(remembered);
  const isAsked = ownSteps(person).length > 0;
  const { data, isError } = useQuery({ ...read(dashboard.firstSteps), enabled: isAsked });
  useEffect(() => {
    if (data) remember(data);
  }, [data]);
  return data ?? before ?? (isError || !isAsked ? null : undefined);
}

type FirstStepsProps = Person & { store: Store; done: Steps };

/** Leads a new shop to its first sale: what somebody may do of the first steps. Gone once all of these are done. */
export function FirstSteps({ store, done, isAdmin, may }: FirstStepsProps) {
  const styles = useStyles();
  const own = ownSteps({ isAdmin, may });
  if (own.every(({ step }) => done[step])) return null;
  const methods = methodsOf(store.settings);
  const left = own.filter(({ step }) => !done[step]).length;
  return (
    <Card title="First steps" side={left === 1 ? '1 left' : `${left} left`} flush>
      <Stack as="ul">
        {own.map(({ step, to, label, note }) => (
          <li key={step} className={styles.item}>
            {done[step] ? (
              <div className={styles.entry}>
                <span className={styles.icon}>
                  <CheckmarkCircle20Filled aria-label="Done" />
                </span>
                <Text size="body" tone="text3">
                  {label}
                </Text>
              </div>
            ) : (
              <Link to={to} className={mergeClasses(styles.entry, styles.link)}>
                <span className={styles.icon}>
                  <Circle20Regular aria-hidden="true" />
                </span>
                <span className={styles.text}>
                  <Text size="bodyStrong" block>
                    {label}
                  </Text>
                  <Text size="label" tone="text3" block>
                    {note}
                  </Text>
                </span>
                <ChevronRight16Regular className={styles.chevron} aria-hidden="true" />
              </Link>
            )}
          </li>
        ))}
      </Stack>
      {may('stores.settings') && methods.length < tenders.length ? (
        <div className={styles.foot}>
          <Text size="label" tone="text3">
            {`${store.name} takes only: ${methods.map((method) => paymentMethodLabels[method]).join(', ')}`}
          </Text>
          <OpenLink to={`/stores/${store.id}/settings`}>Choose payment methods</OpenLink>
        </div>
      ) : null}
    </Card>
  );
}
