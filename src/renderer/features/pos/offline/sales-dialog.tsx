import { makeStyles } from '@fluentui/react-components';
import { CloudArrowUp24Regular, Print20Regular, Save20Regular } from '@fluentui/react-icons';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { KeptSale } from '#bridge/offline-sales.ts';
import { unsentText } from '#domain/offline-sales.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { useKeptSales, useOfflineTill } from '#renderer/lib/offline-till.ts';
import { Button } from '#renderer/ui/button.tsx';
import { DialogShell } from '#renderer/ui/dialog-shell.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  list: {
    flexShrink: 1,
    minHeight: 0,
    height: '400px',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
    outlineStyle: 'none',
    [windows.phone]: { height: '70vh' },
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '72px',
    boxSizing: 'border-box',
    padding: '10px 16px 10px 24px',
    borderBottom: `1px solid ${palette.rowLine}`,
    [windows.phone]: {
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      rowGap: '4px',
      paddingLeft: '16px',
    },
  },
  text: { flexGrow: 1, minWidth: 0, [windows.phone]: { flexBasis: '100%' } },
  top: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '8px', rowGap: '2px' },
  number: { ...type.bodyStrong, overflowWrap: 'anywhere' },
});

/** Returns the state of a sale in the till's file, as its badge. */
function badgeOf({ state, invoice_number }: KeptSale) {
  if (state === 'recorded') return { tone: 'green', text: `Invoice ${invoice_number ?? ''}` } as const;
  if (state === 'kept') return { tone: 'orange', text: 'A manager settles it' } as const;
  return { tone: 'orange', text: 'Waiting' } as const;
}

/** Moves the focus between the rows' buttons by arrow keys. */
function walkRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const rows = [...event.currentTarget.querySelectorAll('li')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[Math.max(0, at + step)]?.querySelector('button')?.focus();
}

const ENDED = 'The access of this till was ended: save them to a file, which a manager sends.';

type SalesDialogProps = {
  timeZone: Zones;
  /** Prints a paper of a sale. */
  onPrint: (kept: KeptSale) => Promise<void>;
  /** Saves what waits to a file, for a manager to send. */
  onSave: () => Promise<void>;
  onClose: () => void;
};

/** Lists the sales that this till made without the server, newest first. */
export function SalesDialog({ timeZone, onPrint, onSave, onClose }: SalesDialogProps) {
  const styles = useStyles();
  const state = useOfflineTill();
  const sales = useKeptSales();
  const [printing, setPrinting] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const unsent = unsentText(state?.waiting ?? 0);
  const print = async (kept: KeptSale) => {
    setPrinting(kept.key);
    await onPrint(kept);
    setPrinting(null);
  };
  return (
    <DialogShell
      open
      onClose={onClose}
      width={840}
      flush
      title="Sales without the server"
      line={
        unsent
          ? `${unsent}. ${state?.is_ended ? ENDED : 'They go out by themselves, oldest first.'}`
          : 'Everything is sent.'
      }
      foot={
        <>
          {unsent ? (
            <Button size="till" icon={<Save20Regular />} onClick={() => void onSave()}>
              Save to a file
            </Button>
          ) : null}
          <Button size="till" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {sales?.length === 0 ? (
        <div className={styles.list}>
          <EmptyState icon={<CloudArrowUp24Regular />} title="No sales without the server">
            What this till sells while there is no connection stands here until 30 days after it was sent.
          </EmptyState>
        </div>
      ) : (
        <ul ref={list} className={styles.list} aria-label="Sales without the server" onKeyDown={walkRows}>
          {sales?.map((kept) => {
            const { tone, text } = badgeOf(kept);
            return (
              <li key={kept.key} className={styles.row}>
                <div className={styles.text}>
                  <div className={styles.top}>
                    <span className={styles.number}>{kept.number}</span>
                    <StatusBadge tone={tone}>{text}</StatusBadge>
                  </div>
                  <Text as="div" size="label" tone="text3">
                    {formatInstant(kept.made_at, timeZone)}
                  </Text>
                  {kept.problem ? (
                    <Text as="div" size="label" tone="text2" breaks>
                      {kept.problem}
                    </Text>
                  ) : null}
                </div>
                <MoneyText amount={kept.total} surface="payment" size="price" />
                <Button
                  size="till"
                  icon={<Print20Regular />}
                  aria-label={`Print ${kept.number}`}
                  disabled={printing !== null}
                  once
                  onClick={() => void print(kept)}
                >
                  Print
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </DialogShell>
  );
}
