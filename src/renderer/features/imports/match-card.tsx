import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { columnText, leftOut, missingFields } from '#domain/import-columns.ts';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { leftOutText } from './import-text.ts';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
    columnGap: '24px',
    rowGap: '16px',
  },
  sample: { ...type.meta, margin: '4px 0 0', color: palette.text3, overflowWrap: 'anywhere' },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px', marginTop: '20px' },
  left: { ...type.body, margin: '20px 0 0', color: palette.text2, overflowWrap: 'anywhere' },
  repeated: { ...type.bodyStrong, margin: '0 0 16px', color: palette.danger },
});

const NONE = '';

/** Matches the file's columns to fields; shows the first row's cell of each. */
export function MatchCard({ record, onClose }: { record: ImportRecord; onClose?: (() => void) | undefined }) {
  const styles = useStyles();
  const [columns, setColumns] = useState<Readonly<Record<string, number>>>(record.columns);
  const { busy, run } = useRouteMutation(imports.match, { failed: 'Failed to match columns' });
  const options = [
    { value: NONE, label: 'Not in this file' },
    ...record.headings.map((_, at) => ({
      value: String(at),
      label: columnText(record.headings, at),
    })),
  ];
  const missing = missingFields(record.kind, columns, record.fields);
  const left = leftOut(record.headings, record.filled, columns);
  const choose = (field: string, value: string) => {
    // A column belongs to one field at most, so it leaves the field it had.
    const others = Object.entries(columns).filter(([name, at]) => name !== field && String(at) !== value);
    setColumns(Object.fromEntries(value === NONE ? others : [...others, [field, Number(value)]]));
  };
  const send = async () => {
    if (await run({ params: { importId: record.id }, body: { columns: { ...columns } } })) onClose?.();
  };
  return (
    <Card title="Columns" side="Which column of the file is what">
      {record.repeated.length ? (
        <p className={styles.repeated}>
          {`Several columns are called ${record.repeated.join(', ')}. The first is taken, unless you choose another one.`}
        </p>
      ) : null}
      <div className={styles.grid}>
        {record.fields.map(({ name, label }) => {
          const at = columns[name];
          const sample = at === undefined ? null : record.sample[at];
          return (
            <div key={name}>
              <SelectField
                label={label}
                options={options}
                value={at === undefined ? NONE : String(at)}
                onChange={(event) => choose(name, event.target.value)}
              />
              {sample ? <p className={styles.sample}>{`First row: ${sample}`}</p> : null}
            </div>
          );
        })}
      </div>
      {left.length ? (
        <p className={styles.left}>
          <Text size="bodyStrong" tone="text1">
            {leftOutText({ left_out: left })}
          </Text>{' '}
          {left.length === 1
            ? 'Nothing of this column is imported, unless you match it.'
            : 'Nothing of these columns is imported, unless you match them.'}
        </p>
      ) : null}
      <div className={styles.foot}>
        <Button appearance="primary" disabled={busy} onClick={() => void send()}>
          Check with these columns
        </Button>
        {onClose ? (
          <Button disabled={busy} onClick={onClose}>
            Keep as they are
          </Button>
        ) : null}
        {missing.length ? (
          <Text as="p" size="bodyStrong" tone="danger">{`Still to be matched: ${missing.join(', ')}`}</Text>
        ) : null}
      </div>
    </Card>
  );
}
