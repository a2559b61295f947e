import { makeStyles } from '@fluentui/react-components';
import { Edit16Regular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { lowStockRoutes } from '#contract/low-stock.ts';
import { reorderPoint } from '#contract/product-types.ts';
import { parseCount } from '#domain/money.ts';
import { useLatest } from '#renderer/lib/use-latest.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { LeaveGuard } from '#renderer/ui/leave-guard.tsx';
import { CellLine } from '#renderer/ui/table-text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { tabular, windows } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';

const useStyles = makeStyles({
  /** Moved right by the field's padding, so that its figure ends with the column. */
  field: {
    width: '104px',
    marginTop: '-6px',
    marginRight: '-13px',
    marginBottom: '-6px',
    marginLeft: 'auto',
    '& input': { textAlign: 'right' },
    ':hover svg': { visibility: 'visible' },
    /** Its text stands beside the head of its pair. */
    [windows.onePane]: { marginTop: '-12px', marginBottom: '-12px' },
    /** The values of a wide card begin beside their heads. */
    '@media (min-width: 640px) and (max-width: 56.24em)': {
      marginLeft: '-13px',
      marginRight: 'auto',
      '& input': { textAlign: 'left' },
    },
  },
  pen: { visibility: 'hidden', [windows.onePane]: { visibility: 'visible' } },
  figures: tabular,
});

export type PointOf = {
  productId: number;
  variationId: number;
  store: { id: number; name: string };
  /** The variation's name: `iPhone 15, 128 GB Black`. */
  name: string;
  /** The reorder point in force, shown if the store has none of its own. */
  reorder_point: number;
  own_reorder_point: number | null;
};

const asText = (point: number | null) => (point === null ? '' : String(point));

/** Returns what is wrong with a typed reorder point; null if it is valid. */
function problemOf(text: string): string | null {
  if (text.trim() === '') return null;
  const parsed = reorderPoint.safeParse(parseCount(text) ?? Number.NaN);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

/** Returns the reorder point that a text means; null for an empty one, which is the type's. */
const pointIn = (text: string) => (text.trim() === '' ? null : parseCount(text));

/**
 * Edits the reorder point of a variation in a store, in place: Enter or leaving the field saves it, Esc restores it. An
 * empty field uses the product type's point, which stands there as its default. What is typed stays until it is saved.
 */
function PointField({ of: point }: { of: PointOf }) {
  const styles = useStyles();
  const notify = useNotify();
  const { own_reorder_point: own, store, name } = point;
  /** The text that is not saved yet; null while the field shows the point in force. */
  const [typed, setTyped] = useState<string | null>(null);
  const [saved, setSaved] = useState<{ before: number | null; now: number | null } | null>(null);
  const [isSaving, setSaving] = useState(false);
  const isFocused = useRef(false);
  const latest = useRef<string | null>(null);
  const take = (text: string | null) => {
    latest.current = text;
    setTyped(text);
  };
  const change = useRouteMutation(lowStockRoutes.setReorderPoint, {
    done: ({ own_reorder_point }) =>
      own_reorder_point === null
        ? `${name} is reordered as its type`
        : `Reorder point of ${name} set to ${own_reorder_point}`,
    failed: 'Failed to update reorder point',
  });
  // The table may still have the point of before.
  const held = saved && saved.before === own ? saved.now : own;
  const error = typed === null ? null : problemOf(typed);
  const params = { productId: point.productId, variationId: point.variationId };
  const keep = async () => {
    let holds = held;
    for (;;) {
      const text = latest.current;
      if (text === null || problemOf(text) !== null) return;
      const reorder_point = pointIn(text);
      if (reorder_point === holds) break;
      setSaving(true);
      const done = await change.run({ params, body: { reorder_point, store_id: store.id } });
      setSaving(false);
      // A failure is told in a toast; what was typed stays.
      if (!done) return;
      holds = done.own_reorder_point;
      setSaved({ before: own, now: holds });
      // A text typed during the save is saved too: once the field is left, or now if it was left already.
      if (latest.current !== text && isFocused.current) return;
    }
    take(null);
  };
  const leave = useLatest(() => {
    const isLeft = !isFocused.current;
    isFocused.current = false;
    if (typed === null || isSaving) return;
    if (error !== null) notify.warning(`Reorder point of ${name} was not changed`, `“${typed}”: ${error}`);
    else if (!isLeft) void keep();
  });
  // Its row goes: another page of the list is shown, or it is low no more.
  useEffect(() => () => leave.current(), [leave]);
  return (
    <>
      <TextField
        quiet
        label={`Reorder point of ${name} at ${store.name}`}
        labelHidden
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        error={error}
        placeholder={point.reorder_point ? String(point.reorder_point) : 'None'}
        value={typed ?? asText(held)}
        prefix={<Edit16Regular className={styles.pen} aria-hidden="true" />}
        onChange={(event) => take(event.target.value)}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={() => {
          isFocused.current = false;
          if (!isSaving) void keep();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isSaving) void keep();
          if (event.key === 'Escape') take(null);
        }}
      />
      {typed !== null && !isSaving ? <LeaveGuard when /> : null}
    </>
  );
}

/** Shows a reorder point in a table: a field for people who may edit it; says so if it comes from the product type. */
export function Point({ of: point, mayEdit }: { of: PointOf; mayEdit: boolean }) {
  const styles = useStyles();
  return (
    <>
      {mayEdit ? (
        <div className={styles.field}>
          <PointField of={point} />
        </div>
      ) : (
        <span className={styles.figures}>{point.reorder_point.toLocaleString('en-PH')}</span>
      )}
      {point.own_reorder_point === null ? <CellLine>Default</CellLine> : null}
    </>
  );
}
