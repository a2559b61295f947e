import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowDown20Regular, ArrowUp20Regular } from '@fluentui/react-icons';
import { inSentence } from '#renderer/lib/in-sentence.ts';
import { Button } from './button.tsx';
import { SelectField } from './select-field.tsx';
import { directionOf, nextSort } from './sort-names.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'flex-end', gap: '8px', flexShrink: 0, minWidth: 0 },
  choice: { flexGrow: 1, minWidth: 0 },
});

type Sortable = { head: string; sort?: string };

/** The orders of a list whose rows are cards, and the chosen one. */
export type CardOrder = {
  choices: readonly { name: string; head: string }[];
  sort: string | undefined;
  sortBy: (sort: string) => void;
};

/** Returns the orders that the columns of a list allow; null where there is no choice. */
export function orderOf(
  columns: readonly Sortable[],
  { sort, sortBy }: { sort?: string | undefined; sortBy?: ((sort: string) => void) | undefined },
): CardOrder | null {
  const choices = columns.flatMap(({ sort: name, head }) => (name === undefined ? [] : [{ name, head }]));
  return sortBy && choices.length > 0 ? { choices, sort, sortBy } : null;
}

type CardOrderProps = { order: CardOrder; labelHidden: boolean; className?: string };

/** Chooses the order of rows that are cards: by what, and in which direction. */
export function CardOrderFields({
  order: { choices, sort, sortBy },
  labelHidden,
  className,
}: CardOrderProps) {
  const styles = useStyles();
  const chosen = choices.find(({ name }) => directionOf(name, sort) !== null);
  const isUp = chosen !== undefined && directionOf(chosen.name, sort) === 'ascending';
  const [only] = choices;
  const isSingle = choices.length === 1 && only !== undefined && only === chosen;
  const turned = chosen && (isUp ? `-${chosen.name}` : chosen.name);
  const direction = isUp ? 'Ascending: turn the order around' : 'Descending: turn the order around';
  const icon = isUp ? <ArrowUp20Regular /> : <ArrowDown20Regular />;
  return (
    <div className={mergeClasses(styles.root, className)}>
      {isSingle ? null : (
        <SelectField
          className={styles.choice}
          label="Sort by"
          labelHidden={labelHidden}
          options={[
            ...(chosen === undefined ? [{ value: '', label: 'Sort by…', disabled: true }] : []),
            ...choices.map(({ name, head }) => ({ value: name, label: `Sort by ${inSentence(head)}` })),
          ]}
          value={chosen?.name ?? ''}
          onChange={(event) => sortBy(nextSort(event.target.value, undefined))}
        />
      )}
      {turned === undefined ? null : isSingle ? (
        <Button
          icon={icon}
          aria-label={`${only.head}, ${inSentence(direction)}`}
          onClick={() => sortBy(turned)}
        >
          {only.head}
        </Button>
      ) : (
        <Button icon={icon} label={direction} onClick={() => sortBy(turned)} />
      )}
    </div>
  );
}
