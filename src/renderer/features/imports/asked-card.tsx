import { makeStyles } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { imports, type ImportRecord } from '#contract/imports.ts';
import { NEW_NAMES_MAX } from '#domain/import-limits.ts';
import { formatInstant, zonesOf } from '#domain/store-time.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { TextLink } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { countText, leftOutText } from './import-text.ts';

const useStyles = makeStyles({
  item: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
  text: { flex: '1 1 320px', minWidth: 0 },
});

type ItemProps = { children: ReactNode; label?: string | false; busy?: boolean; onAnswer?: () => void };

function Item({ children, label, busy, onAnswer }: ItemProps) {
  const styles = useStyles();
  return (
    <li className={styles.item}>
      <div className={styles.text}>
        <Text as="p" tone="text1" breaks>
          {children}
        </Text>
      </div>
      {label ? (
        <Button disabled={busy} onClick={onAnswer}>
          {label}
        </Button>
      ) : null}
    </li>
  );
}

/** Names the earlier import of the same file, and what is refused because of it. */
function Earlier({ record: { earlier, again_rows, takes_again } }: { record: ImportRecord }) {
  const { store } = useSignedIn();
  return (
    <>
      {'This file was imported before'}
      {earlier ? (
        <>
          {' as '}
          <TextLink to={`/imports/${earlier.id}`}>{earlier.file_name}</TextLink>
          {earlier.applied_at === null ? null : `, ${formatInstant(earlier.applied_at, zonesOf(store))}`}
          {earlier.applied_by ? `, by ${earlier.applied_by.name}` : null}
        </>
      ) : null}
      {'. '}
      {takes_again
        ? 'What has no numbers is imported once more.'
        : again_rows > 0
          ? `${countText(again_rows, 'row')} without numbers ${again_rows === 1 ? 'is' : 'are'} refused: otherwise the same goods would be here twice.`
          : null}
    </>
  );
}

/** Names what a checked file leaves out, repeats and brings anew; its uploader answers what is asked. */
export function AskedCard({ record }: { record: ImportRecord }) {
  const { staff } = useSignedIn();
  const { busy, run } = useRouteMutation(imports.match, { failed: 'Failed to check file' });
  const { columns, makes_names, takes_again, again_rows, new_names } = record;
  const isOwn = record.created_by.id === staff.id;
  const left = leftOutText(record);
  const isRepeated = record.earlier !== null || again_rows > 0 || takes_again;
  const isTooMany = new_names.some(({ names }) => names.length > NEW_NAMES_MAX);
  const answer = (answers: { make_names?: boolean; take_again?: boolean }) => {
    const body = { columns: { ...columns }, make_names: makes_names, take_again: takes_again, ...answers };
    void run({ params: { importId: record.id }, body });
  };
  if (!left && !isRepeated && new_names.length === 0) return null;
  return (
    <Card title="Before you import">
      <Stack as="ul" gap={16}>
        {left ? <Item>{`${left} Nothing of these columns is imported.`}</Item> : null}
        {isRepeated ? (
          <Item
            label={isOwn && again_rows > 0 && 'Take them all the same'}
            busy={busy}
            onAnswer={() => answer({ take_again: true })}
          >
            <Earlier record={record} />
          </Item>
        ) : null}
        {new_names.length > 0 ? (
          <Item
            label={isOwn && !makes_names && !isTooMany && 'Create them'}
            busy={busy}
            onAnswer={() => answer({ make_names: true })}
          >
            {makes_names ? 'Created with the import.' : 'Not there yet.'}
            {new_names.map(({ label, names }) => ` ${label}: ${names.slice(0, NEW_NAMES_MAX).join(', ')}.`)}
            {isTooMany ? ' There are more. So many come from a wrong column: match the columns again.' : null}
          </Item>
        ) : null}
      </Stack>
    </Card>
  );
}
