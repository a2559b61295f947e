import { makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { Transaction, TransactionItem } from '#contract/transactions.ts';
import type { Disposition } from '#domain/refunds.ts';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { useReturnScans } from './return-scans.tsx';
import { goesTo, identifierOf, mayComeBack, productOf } from './transaction-text.ts';

const useStyles = makeStyles({
  error: { ...type.metaStrong, margin: '-8px 0 0', color: palette.danger },
});

type Chosen = ReadonlyMap<number, Disposition>;

type Begin = {
  /** The items that are ticked at first, each with where it goes. */
  ticked: (items: readonly TransactionItem[]) => Chosen;
  reason?: string;
  /** True while scans tick nothing, as it is being sent. */
  isLocked?: boolean;
};

export type Returning = {
  /** The items that are still with the customer. */
  items: readonly TransactionItem[];
  /** The disposition of each chosen item, by item id. */
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  /** As it was typed. */
  reason: string;
  reasonError: string | undefined;
  reasonField: ReactNode;
  /** What a scan did, and that items are missing. */
  told: ReactNode;
  /** Returns true if it can be sent; else says what is missing. */
  check: (missingItems: string | null) => boolean;
};

/** Which items of a sale come back, where each goes, and why: by ticks, scans and a reason. */
export function useReturning(transaction: Transaction, begin: Begin): Returning {
  const styles = useStyles();
  const items = transaction.transaction_items.filter(mayComeBack);
  const [ticked, setTicked] = useState<Chosen>(() => begin.ticked(items));
  // Somebody else may have taken one of them back meanwhile.
  const chosen = new Map([...ticked].filter(([id]) => items.some((item) => item.id === id)));
  const [reason, setReason] = useState(begin.reason ?? '');
  const [errors, setErrors] = useState<{ reason?: string; items?: string }>({});
  const choose = (next: Chosen) => {
    setTicked(next);
    setErrors({});
  };
  const scanned = useReturnScans(transaction, (found) => {
    const item = found.find(({ id }) => !chosen.has(id));
    if (begin.isLocked || !item) return null;
    choose(new Map(chosen).set(item.id, goesTo(item)));
    return `${productOf(item)}, ${identifierOf(item)} is ticked`;
  });
  return {
    items,
    chosen,
    choose,
    reason,
    reasonError: errors.reason,
    reasonField: (
      <TextArea
        label="Reason"
        required
        maxLength={500}
        value={reason}
        error={errors.reason}
        onChange={(event) => {
          setReason(event.target.value);
          setErrors({});
        }}
      />
    ),
    told: (
      <>
        {scanned}
        {errors.items ? (
          <p role="alert" className={styles.error}>
            {errors.items}
          </p>
        ) : null}
      </>
    ),
    check: (missingItems) => {
      const missing = {
        ...(reason.trim() ? {} : { reason: 'Reason required' }),
        ...(missingItems === null || chosen.size > 0 ? {} : { items: missingItems }),
      };
      setErrors(missing);
      return Object.keys(missing).length === 0;
    },
  };
}
