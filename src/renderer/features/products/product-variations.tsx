import { makeStyles } from '@fluentui/react-components';
import {
  Add20Regular,
  ArrowCounterclockwise20Regular,
  Delete20Regular,
  Edit20Regular,
  Image20Regular,
  Prohibited20Regular,
} from '@fluentui/react-icons';
import { useState } from 'react';
import { type Product, products, type Variation, variationForm } from '#contract/products.ts';
import { basisPointsToPercent, type Centavos, formatMoney } from '#domain/money.ts';
import type { Permission } from '#domain/permissions.ts';
import { categoryPriceName, ownListCategories } from '#domain/pricing.ts';
import { marginOf } from '#domain/product-prices.ts';
import { unitCategoryLabels } from '#domain/units.ts';
import { taxRuleOf } from '#domain/store-rules.ts';
import { beforeTax } from '#domain/totals.ts';
import { useSignedIn } from '#renderer/app/session.tsx';
import { useRouteMutation } from '#renderer/lib/use-route-mutation.ts';
import { useReload, useVersionedForm } from '#renderer/lib/use-versioned-form.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ConfirmDialog } from '#renderer/ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#renderer/ui/data-table.tsx';
import { WholeParts } from '#renderer/ui/facts-line.tsx';
import { FormDialog } from '#renderer/ui/form-dialog.tsx';
import { Row } from '#renderer/ui/layout.tsx';
import { MoneyText } from '#renderer/ui/money-text.tsx';
import { ProductPicture } from '#renderer/ui/product-picture.tsx';
import { actionsColumn, type RowAction } from '#renderer/ui/row-menu.tsx';
import { StateBadge } from '#renderer/ui/state-badge.tsx';
import { StockBadge } from '#renderer/ui/stock-badge.tsx';
import { CellLine, MutedText } from '#renderer/ui/table-text.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { ONE_PANE, useMedia } from '#renderer/ui/use-media.ts';
import { variationAlone } from './named-fields.ts';
import { VariationPhotoDialog } from './photos/variation-photo-dialog.tsx';
import { VariationFields } from './variation-fields.tsx';
import { emptyVariation, valuesOf } from './variation-values.ts';

type VariationDialogProps = {
  product: Pick<Product, 'id' | 'name'>;
  /** Null for a new one. */
  variation: Variation | null;
  seesCosts: boolean;
  onClose: () => void;
};

function VariationDialog({ product, variation, seesCosts, onClose }: VariationDialogProps) {
  const create = useRouteMutation(products.createVariation, {
    done: ({ name }) => `${name} added`,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const update = useRouteMutation(products.updateVariation, {
    done: ({ name }) => `${name} updated`,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const params = { productId: product.id };
  const reload = useReload(products.get, { params });
  const form = useVersionedForm(variationForm, {
    thing: variation,
    valuesOf: (shown) => (shown ? valuesOf(shown, seesCosts) : emptyVariation(seesCosts)),
    load: async () => (await reload())?.product_variations.find(({ id }) => id === variation?.id) ?? null,
    send: async (body, { onError, changed, known }) => {
      const saved = variation
        ? await update.run(
            { params: { ...params, variationId: variation.id }, body: { ...changed, known } },
            onError,
          )
        : await create.run({ params, body }, onError);
      if (saved) onClose();
    },
  });
  return (
    <FormDialog
      form={form.state}
      width={600}
      title={variation ? `Edit ${variation.name}` : 'Add Variation'}
      line={product.name}
      submitLabel={variation ? 'Update Variation' : 'Add Variation'}
      asksFirst
      onClose={onClose}
    >
      <VariationFields form={variationAlone(form)} seesCosts={seesCosts} autoFocus />
    </FormDialog>
  );
}

const useStyles = makeStyles({
  // Prices need the room in narrower windows; the photo is a click away.
  picture: { '@media (max-width: 1499px)': { display: 'none' } },
  text: { minWidth: 0 },
  prices: {
    display: 'grid',
    // Three beside each other on a phone, all of them in a window of 640 px.
    gridTemplateColumns: 'repeat(auto-fill, minmax(92px, 1fr))',
    gap: '8px 12px',
    margin: 0,
  },
  amount: { margin: 0 },
});

type ProductVariationsProps = { product: Product; may: (permission: Permission) => boolean };

const Price = ({ of }: { of: Centavos | null | undefined }) =>
  of === null || of === undefined ? <MutedText>–</MutedText> : <MoneyText amount={of} surface="inventory" />;

function Margin({ of: { retail_price, cost } }: { of: Variation }) {
  const tax = taxRuleOf(useSignedIn().store.settings);
  // As of a sale: what the tax takes is no margin.
  const share = cost === undefined ? null : marginOf(beforeTax(retail_price, tax), cost);
  if (share === null) return null;
  const text = `${basisPointsToPercent(share).toFixed(1)}% margin`;
  return share < 0 ? <CellLine tone="danger">{`${text}, below cost`}</CellLine> : <CellLine>{text}</CellLine>;
}

const wordsOf = (text: string) => text.split(/[\s,/+]+/);

/** Returns a variation's barcode as text, after its attributes if its name does not say them all. */
function detailsOf({ name: known, attributes, barcode }: Variation): string[] {
  const words = wordsOf(known);
  const isNamed = attributes.every(({ value }) => wordsOf(value).every((word) => words.includes(word)));
  const told = isNamed ? [] : attributes.map(({ name, value }) => `${name}: ${value}`);
  return barcode ? [...told, barcode] : told;
}

const price = (
  key: 'retail_price' | 'member_price' | 'wholesale_price' | 'minimum_price' | 'cost',
  head: string,
  spare?: number,
): Column<Variation> => ({
  key,
  head,
  width: 'content',
  spare,
  align: 'end',
  cell: (row) => <Price of={row[key]} />,
});

function NamedVariation({ product, row }: { product: Product; row: Variation }) {
  const styles = useStyles();
  const photo = row.image_url ?? product.image_url;
  const details = detailsOf(row);
  return (
    <Row as="span" gap={8} align="center" shrinks>
      {photo === null ? null : (
        <span className={styles.picture}>
          <ProductPicture photo={photo} kind={product.kind} colour={row.name} size={40} />
        </span>
      )}
      <span className={styles.text}>
        {row.name}
        {details.length > 0 ? (
          <CellLine>
            <WholeParts parts={details} />
          </CellLine>
        ) : null}
      </span>
    </Row>
  );
}

/** All prices of a variation beside each other, on the card that its row becomes. */
function Prices({ row, heads }: { row: Variation; heads: readonly Column<Variation>[] }) {
  const styles = useStyles();
  return (
    <dl className={styles.prices}>
      {heads.map(({ key, head, cell }) => (
        <div key={key}>
          <Text as="dt" size="meta" tone="text3">
            {head}
          </Text>
          <dd className={styles.amount}>{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function columnsOf(product: Product, seesCosts: boolean, isCard: boolean): Column<Variation>[] {
  const prices: Column<Variation>[] = [
    {
      ...price('retail_price', 'Retail'),
      cell: (row) => (
        <>
          <Price of={row.retail_price} />
          {ownListCategories.map((category) => {
            const amount = row[categoryPriceName(category, 'retail_price')];
            if (amount === null) return null;
            return (
              <CellLine key={category}>
                {`${unitCategoryLabels[category]} ${formatMoney(amount, 'inventory')}`}
              </CellLine>
            );
          })}
        </>
      ),
    },
    price('member_price', 'Member'),
    price('wholesale_price', 'Wholesale', 2),
    price('minimum_price', 'Minimum', 1),
    ...(seesCosts
      ? [
          {
            ...price('cost', isCard ? 'Cost' : 'Cost and margin'),
            cell: (row: Variation) => (
              <>
                <Price of={row.cost} />
                <Margin of={row} />
              </>
            ),
          },
        ]
      : []),
  ];
  return [
    {
      key: 'name',
      head: 'Variation',
      least: 160,
      cell: (row) => <NamedVariation product={product} row={row} />,
    },
    ...(isCard
      ? [
          {
            key: 'prices',
            phone: 'foot' as const,
            head: 'Prices',
            cell: (row: Variation) => <Prices row={row} heads={prices} />,
          },
        ]
      : prices),
    {
      key: 'stock',
      phone: 'amount',
      head: 'Stock',
      width: 'content',
      cell: (row) => <StockBadge available={row.inventory_items_count} />,
    },
    {
      key: 'status',
      head: 'Status',
      width: 'content',
      cell: (row) => <StateBadge of="product" state={row.is_active ? 'active' : 'inactive'} />,
    },
  ];
}

type Asked = { variation: Variation; to: 'deactivate' | 'delete' };

/** Returns the actions on a variation and their confirmation dialog. */
function useVariationActions(
  { product, may }: ProductVariationsProps,
  { onEdit, onPhoto }: Record<'onEdit' | 'onPhoto', (variation: Variation) => void>,
) {
  const [asking, setAsking] = useState<Asked | null>(null);
  const update = useRouteMutation(products.updateVariation, {
    done: ({ name, is_active }) => `${name} ${is_active ? 'activated' : 'deactivated'}`,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const remove = useRouteMutation(products.deleteVariation, {
    done: ({ message }) => message,
    failed: 'Failed to update product',
    isFixed: true,
  });
  const placeOf = ({ id }: Variation) => ({ productId: product.id, variationId: id });
  const setActive = (row: Variation, is_active: boolean) =>
    update.run({ params: placeOf(row), body: { is_active } });
  const confirm = async ({ variation, to }: Asked) => {
    const done =
      to === 'delete' ? await remove.run({ params: placeOf(variation) }) : await setActive(variation, false);
    if (done) setAsking(null);
  };
  const actionsFor = (row: Variation): RowAction[] => [
    ...(may('products.edit')
      ? [
          { label: 'Edit', icon: <Edit20Regular />, onClick: () => onEdit(row) },
          { label: 'Photo', icon: <Image20Regular />, onClick: () => onPhoto(row) },
          row.is_active
            ? {
                label: 'Deactivate',
                icon: <Prohibited20Regular />,
                onClick: () => setAsking({ variation: row, to: 'deactivate' }),
              }
            : {
                label: 'Activate',
                icon: <ArrowCounterclockwise20Regular />,
                onClick: () => void setActive(row, true),
              },
        ]
      : []),
    ...(may('products.delete')
      ? [
          {
            label: 'Delete',
            icon: <Delete20Regular />,
            danger: true,
            onClick: () => setAsking({ variation: row, to: 'delete' }),
          },
        ]
      : []),
  ];
  const verb = asking?.to === 'delete' ? 'Delete' : 'Deactivate';
  const question = asking ? (
    <ConfirmDialog
      open
      title={`${verb} ${asking.variation.name}?`}
      consequence={
        asking.to === 'delete'
          ? `${asking.variation.name} of ${product.name} is deleted. If there were ever units of it, it is deactivated instead.`
          : `${asking.variation.name} of ${product.name} is no longer shown at the till. Units of it that are there can still be scanned and sold.`
      }
      confirmLabel={`${verb} ${asking.variation.name}`}
      busy={update.busy || remove.busy}
      onConfirm={() => void confirm(asking)}
      onCancel={() => setAsking(null)}
    />
  ) : null;
  return { actionsFor, question };
}

/** The variations of a product with their prices and actions. */
export function ProductVariations(props: ProductVariationsProps) {
  const { product, may } = props;
  const [open, setOpen] = useState<{ variation: Variation | null } | null>(null);
  const [photoOf, setPhotoOf] = useState<number | null>(null);
  const variationOf = (wanted: number | null | undefined) =>
    product.product_variations.find(({ id }) => id === wanted);
  const photographed = variationOf(photoOf);
  const { actionsFor, question } = useVariationActions(props, {
    onEdit: (variation) => setOpen({ variation }),
    onPhoto: ({ id }) => setPhotoOf(id),
  });
  const seesCosts = may('costs.view');
  const columns = columnsOf(product, seesCosts, useMedia(ONE_PANE));
  const mayAct = may('products.edit') || may('products.delete');
  return (
    <Card
      flush
      title="Variations"
      side={
        may('products.create') ? (
          <Button icon={<Add20Regular />} onClick={() => setOpen({ variation: null })}>
            Add Variation
          </Button>
        ) : null
      }
    >
      <DataTable
        bare
        label="Variations"
        columns={mayAct ? [...columns, actionsColumn((row) => row.name, actionsFor)] : columns}
        rows={product.product_variations}
        rowKey={(row) => row.id}
      />
      {open ? (
        <VariationDialog
          product={product}
          variation={variationOf(open.variation?.id) ?? open.variation}
          seesCosts={seesCosts}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {photographed ? (
        <VariationPhotoDialog product={product} variation={photographed} onClose={() => setPhotoOf(null)} />
      ) : null}
      {question}
    </Card>
  );
}
