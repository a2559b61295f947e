import type { RouteInput, RouteOutput } from '#contract/define-route.ts';
import { ApiError } from '#contract/errors.ts';
import { variationPoint, type lowStockRoutes } from '#contract/low-stock.ts';
import type { Writer } from '../../db/access.ts';
import { insertedColumns } from '../../db/columns.ts';
import type { Call } from '../../http/call.ts';
import { claimProduct, noteField, requireProduct, requireVariation } from '../products/products.public.ts';
import { ownStore } from '../stores/stores.public.ts';
import { findPoint, putPoint } from './points.repository.ts';

type Route = typeof lowStockRoutes.setReorderPoint;
type Changer = Pick<Call<Route>, 'session' | 'storeId' | 'now' | 'noteChange' | 'noteTarget'>;

/**
 * Sets a variation's reorder point in the store that is named, else in the caller's; null takes it away. 404 `not_found`,
 * 403 `foreign_store`, 409 `store_inactive`.
 */
export async function setPoint(
  writer: Writer,
  { productId, variationId }: RouteInput<Route>['params'],
  { store_id, reorder_point, ...form }: RouteInput<Route>['body'],
  { session, storeId, now, noteChange, noteTarget }: Changer,
): Promise<RouteOutput<Route>> {
  const { id, name, is_active } = await ownStore(writer, session, store_id ?? storeId);
  if (!is_active) throw new ApiError('store_inactive');
  await claimProduct(writer, productId);
  const product = await requireProduct(writer, productId, session.staff.store_ids);
  const variation = requireVariation(product, variationId);
  noteTarget(product);
  const before = await findPoint(writer, variationId, id);
  const shown = (own_reorder_point: number | null) => ({
    store: { id, name },
    product_variation: { id: variation.id, name: variation.name },
    own_reorder_point,
  });
  if (before !== reorder_point) {
    const key = { product_variation_id: variationId, store_id: id };
    await putPoint(writer, insertedColumns('reorder_points', { ...form, ...key }), reorder_point);
    const asText = (point: number | null) => `${name}: ${point ?? 'as its type'}`;
    const change = { field: 'reorder_point', before: asText(before), after: asText(reorder_point) };
    await noteField(writer, { productId, variationId, staffId: session.staff.id, at: now }, change);
  }
  noteChange(variationPoint, shown(before), shown(reorder_point));
  return shown(reorder_point);
}
