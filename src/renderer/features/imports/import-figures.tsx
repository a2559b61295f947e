import type { ImportRecord } from '#contract/imports.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { countText, madeText, number, unitsText } from './import-text.ts';

function UndoneFigures({ record: { kind, undone_count, kept_count } }: { record: ImportRecord }) {
  const all = undone_count + kept_count;
  return (
    <FigureRow>
      <FigureCard
        label="Taken back"
        figure={number(undone_count)}
        foot={`Of ${madeText(kind, all)} that ${all === 1 ? 'was' : 'were'} imported`}
        tone="brand"
      />
      <FigureCard
        label="Stayed"
        figure={number(kept_count)}
        foot={kept_count > 0 ? `${madeText(kind, kept_count)} that somebody used or changed` : null}
        tone={kept_count > 0 ? 'danger' : undefined}
      />
    </FigureRow>
  );
}

/** Shows the counts of a file's rows by result. */
export function ImportFigures({ record }: { record: ImportRecord }) {
  const { state, kind, total_rows, good_rows, bad_rows, same_rows, warned_rows, made_rows, not_taken_rows } =
    record;
  if (state === 'undone') return <UndoneFigures record={record} />;
  const isOver = state === 'done';
  const ofAll = `Of ${countText(total_rows, 'row')} in the file`;
  return (
    <FigureRow>
      {isOver ? (
        <FigureCard label="Imported" figure={number(made_rows)} foot={ofAll} tone="brand" />
      ) : (
        <FigureCard
          label="Can be imported"
          figure={number(good_rows)}
          foot={
            warned_rows > 0
              ? `${countText(warned_rows, 'row')} to look at first`
              : (unitsText(record) ?? ofAll)
          }
          tone="brand"
        />
      )}
      <FigureCard
        label={isOver ? 'Left out' : 'With problems'}
        figure={number(bad_rows)}
        foot={isOver && bad_rows > 0 ? 'They had problems' : null}
        tone={bad_rows > 0 ? 'danger' : undefined}
      />
      {kind === 'prices' || same_rows > 0 ? (
        <FigureCard label="No change" figure={number(same_rows)} foot="They have these prices already" />
      ) : null}
      {isOver ? (
        <FigureCard
          label="Not taken"
          figure={number(not_taken_rows)}
          foot={not_taken_rows > 0 ? 'Something came first meanwhile' : null}
          tone={not_taken_rows > 0 ? 'danger' : undefined}
        />
      ) : null}
    </FigureRow>
  );
}
