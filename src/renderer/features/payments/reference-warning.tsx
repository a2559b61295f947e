import { makeStyles } from '@fluentui/react-components';
import { Warning12Filled } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { payments } from '#contract/payments.ts';
import { needsReference, referenceKey, type PaymentMethod } from '#domain/payments.ts';
import { numberOf } from '#domain/transactions.ts';
import { read } from '#renderer/lib/read.ts';
import { useDebounced } from '#renderer/lib/use-debounced.ts';
import { Text } from '#renderer/ui/text.tsx';
import { tones, type } from '#renderer/ui/theme.ts';

/** Characters; a shorter reference is still being typed. */
const SHORTEST = 4;

const useStyles = makeStyles({
  root: { ...type.metaStrong, display: 'flex', gap: '4px', color: tones.orange[1] },
  icon: { flexShrink: 0, marginTop: '2px' },
});

/** Returns the number of another sale paid with this reference, once typing pauses; null if there is none. */
export function useReferenceUse(
  method: PaymentMethod,
  reference: string,
  transactionId: number,
): string | null {
  const key = referenceKey(reference);
  const settled = useDebounced(key);
  const isAsked = needsReference(method) && key.length >= SHORTEST && settled === key;
  const query = useQuery({
    ...read(payments.reference, {
      query: { method, reference_number: reference.trim(), transaction_id: transactionId },
    }),
    enabled: isAsked,
    retry: false,
  });
  const used = query.data?.used_in;
  return isAsked && used ? numberOf(used) : null;
}

/** Warns in a reference field's hint; blocks nothing. */
export function ReferenceWarning({ usedIn }: { usedIn: string }) {
  const styles = useStyles();
  return (
    <span className={styles.root} role="status">
      <Warning12Filled className={styles.icon} aria-hidden="true" />
      <span>
        Already used in <Text noWrap>{usedIn}</Text>
      </span>
    </span>
  );
}
