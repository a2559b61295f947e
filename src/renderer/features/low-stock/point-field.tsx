import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { lowStockRoutes } from '#contract/low-stock.ts';
import { reorderPoint } from '#contract/product-types.ts';
import { parseCount } from '#domain/money.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { MutedText } from '#renderer/ui/table-text.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { tabular } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({ field: { width: '136px' }, figures: tabular });

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

/**
 * Edits the reorder point of a variation in a store, in place: Enter or leaving the field saves it, Esc restores it. An
 * empty field uses the product type's point, which stands there in grey.
 */
function PointField({ of: point }: { of: PointOf }) {
  const { own_reorder_point: own, store, name } = point;
  const [text, setText] = useState(asText(own));
  const [known, setKnown] = useState(own);
  if (own !== known) {
    setKnown(own);
    setText(asText(own));
  }
  const change = useRouteMutation(lowStockRoutes.setReorderPoint, {
    done: ({ own_reorder_point }) =>
      own_reorder_point === null
        ? `${name} is reordered as its type`
        : `Reorder point of ${name} set to ${own_reorder_point}`,
    failed: 'Failed to change the reorder point',
  });
  const error = problemOf(text);
  const keep = async () => {
    const wanted = text.trim() === '' ? null : parseCount(text);
    if (error !== null || wanted === own || change.busy) return;
    const { productId, variationId } = point;
    await change.run({
      params: { productId, variationId },
      body: { reorder_point: wanted, store_id: store.id },
    });
  };
  return (
    <TextField
      label={`Reorder point of ${name} at ${store.name}`}
      labelHidden
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      error={error}
      placeholder={point.reorder_point ? String(point.reorder_point) : 'None'}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => void keep()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void keep();
        if (event.key === 'Escape') setText(asText(own));
      }}
    />
  );
}

/** Shows a reorder point in a table: a field for people who may edit it; grey if it comes from the product type. */
export function Point({ of: point, mayEdit }: { of: PointOf; mayEdit: boolean }) {
  const styles = useStyles();
  if (mayEdit) {
    return (
      <div className={styles.field}>
        <PointField of={point} />
      </div>
    );
  }
  const figures = <span className={styles.figures}>{point.reorder_point.toLocaleString('en-PH')}</span>;
  return point.own_reorder_point === null ? <MutedText>{figures}</MutedText> : figures;
}
