import { makeStyles } from '@fluentui/react-components';
import { Warning12Filled } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { payments } from '#contract/payments.ts';
import { needsReference, referenceKey, type PaymentMethod, type Tender } from '#domain/payments.ts';
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

type Referenced = { method: PaymentMethod; reference_number: string | null };

/**
 * Returns where else this reference was used: "this sale" if one of its other payments has it, else the number of another
 * sale, once typing pauses; null if nowhere.
 */
export function useReferenceUse(
  method: Tender,
  reference: string,
  transactionId: number,
  others: readonly Referenced[] = [],
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
  const isHere = others.some(
    (other) => key !== '' && other.method === method && referenceKey(other.reference_number ?? '') === key,
  );
  if (needsReference(method) && isHere) return 'this sale';
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
