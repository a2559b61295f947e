import type { StockCount } from '#contract/counts.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';

const number = (count: number) => count.toLocaleString('en-PH');

/** Shows the progress of a count; expected and missing units only to those who may see them. */
export function CountFigures({ count: { status, progress, people } }: { count: StockCount }) {
  const { found, unexpected, sold, unknown, quantities, expected, missing } = progress;
  const others = people.length > 1 ? `${people.length} people count` : null;
  return (
    <FigureRow>
      <FigureCard
        label="Found"
        figure={number(found)}
        foot={expected === undefined ? null : `${number(expected)} in stock when it began`}
        tone="brand"
      />
      {missing === undefined || status === 'cancelled' ? null : (
        <FigureCard
          label={status === 'open' ? 'Not scanned yet' : 'Missing'}
          figure={number(missing)}
          foot={[
            'With a code',
            quantities > 0
              ? `${number(quantities)} ${quantities === 1 ? 'number' : 'numbers'} entered`
              : null,
          ]
            .filter(Boolean)
            .join(' · ')}
          tone={missing > 0 && status !== 'open' ? 'danger' : undefined}
        />
      )}
      <FigureCard
        label="Not expected"
        figure={number(unexpected)}
        foot={[
          sold > 0 ? `${number(sold)} sold meanwhile` : null,
          unknown > 0 ? `${number(unknown)} unknown ${unknown === 1 ? 'code' : 'codes'}` : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <FigureCard label="Your scans" figure={number(progress.own)} foot={others} />
    </FigureRow>
  );
}
