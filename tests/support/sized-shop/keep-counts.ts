// Computes the triggers' counts anew from all rows: the sized shop is filled without triggers.

const IN_STOCK = `('available', 'locked')`;

const countStock = [
  ...['stock_of_stores', 'stock_of_variations', 'stock_of_products', 'chain_counts'].map(
    (name) => `delete from ${name}`,
  ),
  `insert into stock_of_variations (store_id, product_variation_id, units, known)
    select store_id, product_variation_id, sum(case when status in ${IN_STOCK} then 1 else 0 end), count(*)
    from inventory_items group by store_id, product_variation_id`,
  `insert into stock_of_products (store_id, product_id, name_key, units)
    select stock.store_id, product.id, product.name_key, sum(stock.units)
    from stock_of_variations stock
      join product_variations variation on variation.id = stock.product_variation_id
      join products product on product.id = variation.product_id
    group by stock.store_id, product.id, product.name_key`,
  `insert into stock_of_stores (store_id, units, low, out)
    select store_id, sum(units), 0, 0 from stock_of_variations group by store_id`,
  `insert into chain_counts (name, count)
    select 'customers', count(*) from customers where deleted_at is null`,
];

/** A variation is low with fewer units than its own reorder point, else its type's, else 1. */
const findLow = [
  `insert into stock_of_variations (store_id, product_variation_id, units, known)
    select store_id, product_variation_id, 0, 0 from reorder_points where true on conflict do nothing`,
  `update stock_of_variations set reorder_point = coalesce((
    select case when variation.is_active = 0 or product.status <> 'active' then 0
        when own.reorder_point is not null then own.reorder_point
        when stock_of_variations.known > 0 then coalesce(type.reorder_point, 1) else 0 end
      from product_variations variation join products product on product.id = variation.product_id
        join product_types type on type.id = product.product_type_id
        left join reorder_points own on own.product_variation_id = variation.id
          and own.store_id = stock_of_variations.store_id
      where variation.id = stock_of_variations.product_variation_id), 0)`,
  'delete from low_stock',
  `insert into low_stock (store_id, product_variation_id, spare, is_out, name_key, product_type_id, manufacturer_id)
    select stock.store_id, variation.id, stock.units - stock.reorder_point,
      case when stock.units = 0 then 1 else 0 end, product.name_key, product.product_type_id, product.manufacturer_id
    from product_variations variation join products product on product.id = variation.product_id
      join stock_of_variations stock on stock.product_variation_id = variation.id
    where stock.units < stock.reorder_point`,
  `update stock_of_stores set
    low = (select count(*) from low_stock where low_stock.store_id = stock_of_stores.store_id),
    out = (select count(*) from low_stock where low_stock.store_id = stock_of_stores.store_id and is_out = 1)`,
];

const countSuppliers = [
  'delete from supplier_totals',
  `insert into supplier_totals (supplier_id, units, value)
    select supplier_id, count(*), sum(coalesce(purchase_cost, 0)) from inventory_items
    where supplier_id is not null group by supplier_id`,
];

/** Statements that compute all counts anew. */
export const keepCounts: readonly string[] = [...countStock, ...findLow, ...countSuppliers];
