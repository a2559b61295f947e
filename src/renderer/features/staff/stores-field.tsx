import { makeStyles } from '@fluentui/react-components';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { margin: 0, padding: 0, border: 'none', minWidth: 0 },
  legend: { ...type.bodyStrong, padding: 0, color: palette.text1 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    columnGap: '16px',
    maxHeight: '240px',
    overflowY: 'auto',
  },
  note: { ...type.meta, margin: '2px 0 4px', color: palette.text3 },
  error: { ...type.meta, margin: '4px 0 0', color: palette.danger },
});

export type StoreChoice = {
  id: number;
  name: string;
  /** Not the reader's to give or take. */ fixed?: boolean;
};

type StoresFieldProps = {
  stores: readonly StoreChoice[];
  primary: number | null;
  value: readonly number[];
  onChange: (storeIds: number[]) => void;
  error?: string | undefined;
};

/** Where else somebody works; the primary store is always one of theirs. */
export function StoresField({ stores, primary, value, onChange, error }: StoresFieldProps) {
  const styles = useStyles();
  const others = stores.filter(({ id }) => id !== primary);
  if (others.length === 0) return null;
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...value, id] : value.filter((other) => other !== id));
  return (
    <fieldset className={styles.root}>
      <legend className={styles.legend}>Additional stores</legend>
      <p className={styles.note}>
        {others.some(({ fixed }) => fixed)
          ? 'Stores that are not yours stay as they are.'
          : 'Stores where they may work as well.'}
      </p>
      <div className={styles.list}>
        {others.map(({ id, name, fixed }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.includes(id)}
            disabled={fixed}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
      </div>
      {error ? (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
