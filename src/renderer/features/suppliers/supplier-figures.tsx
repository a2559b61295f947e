import { useQuery } from '@tanstack/react-query';
import { suppliers } from '#contract/suppliers.ts';
import { read } from '#renderer/lib/read.ts';
import { FigureCard, FigureRow } from '#renderer/ui/figure-card.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { LoadingNote, SkeletonText } from '#renderer/ui/skeleton.tsx';

type SupplierFiguresProps = {
  supplierId: number;
  /** False hides the figures about costs. */
  seesCosts: boolean;
};

/** The figures of the chain's purchases from a supplier. */
export function SupplierFigures({ supplierId, seesCosts }: SupplierFiguresProps) {
  const { data, isPending, isError } = useQuery(read(suppliers.stats, { params: { supplierId } }));
  const waiting = isError ? '–' : <SkeletonText width={120} />;
  const foot = (text: string) => (isError ? 'Could not be loaded' : text);
  const counted = (count: number | undefined) => count?.toLocaleString('en-PH') ?? waiting;
  return (
    <FigureRow note={isPending ? <LoadingNote>Loading figures</LoadingNote> : null}>
      <FigureCard
        label="Inventory items"
        figure={counted(data?.total_inventory_items)}
        foot={foot('Received so far, sold ones too')}
      />
      <FigureCard
        label="Active items"
        figure={counted(data?.active_inventory_items)}
        foot={foot('In stock at all stores')}
      />
      {seesCosts ? (
        <FigureCard
          label="Total value"
          figure={
            data?.total_value === undefined ? (
              waiting
            ) : (
              <MoneyText amount={data.total_value} surface="purchasing" />
            )
          }
          foot={foot('What they cost')}
        />
      ) : null}
    </FigureRow>
  );
}
