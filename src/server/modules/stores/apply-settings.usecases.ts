import { ApiError } from '#contract/errors.ts';
import type { RouteInput } from '#contract/define-route.ts';
import type { storeSettingsRoutes } from '#contract/store-settings.ts';
import { store as storeShape, type StoreSettings } from '#contract/stores.ts';
import { z } from '#contract/zod.ts';
import { withOwnPos } from '#domain/store-rules.ts';
import type { Reader, Writer } from '../../db/access.ts';
import { appendAudit, changesBetween } from '../../http/audit.ts';
import type { Session } from '../../http/call.ts';
import {
  currentSettings,
  managedStore,
  replaceSettings,
  withFittedRules,
} from './store-settings.usecases.ts';
import { refuseForeign } from './stores.guards.ts';
import { presentStore } from './stores.present.ts';
import { claimStore } from './stores.repository.ts';

type Input = RouteInput<typeof storeSettingsRoutes.applySettings>;
type Caller = { session: Session; now: number };

/** Locks a store of the caller's for a change of its settings. 404 `store_not_found`, 409 `store_inactive`. */
async function claimManaged(writer: Writer, storeId: number, session: Session) {
  refuseForeign(session, storeId);
  const row = await claimStore(writer, storeId);
  if (!row) throw new ApiError('store_not_found');
  const store = presentStore(row);
  if (!store.is_active) {
    throw new ApiError('store_inactive', { message: `${store.name} is inactive. Nothing was changed` });
  }
  return store;
}

/**
 * Applies the named settings of a store, as they hold there, to other stores: to all of them or, if one refuses, to none.
 * 404 `store_not_found`, 409 `store_inactive`, 409 `illegal_state` where shifts would end while one is open.
 */
export async function applySettings(
  reader: Reader,
  { params, body }: Pick<Input, 'params' | 'body'>,
  { session, now }: Caller,
): Promise<(writer: Writer) => Promise<{ message: string }>> {
  const source = await managedStore(reader, session, params.storeId);
  const from = currentSettings(source);
  const named = Object.fromEntries(
    body.fields.map((field) => [field, from[field]]),
  ) as Partial<StoreSettings>;
  // In the order of their ids, so that two calls never wait for each other in a circle.
  const targets = [...new Set(body.store_ids)].filter((id) => id !== source.id).sort((a, b) => a - b);
  return async (writer) => {
    for (const storeId of targets) {
      const before = await claimManaged(writer, storeId, session);
      const current = currentSettings(before);
      const settings = withFittedRules({ ...current, ...named }, {});
      const after = await replaceSettings(
        writer,
        before,
        before.is_warehouse === source.is_warehouse
          ? settings
          : withOwnPos(settings, current.features.pos_enabled),
        now,
      );
      await appendAudit(writer, {
        action: 'stores.updateSettings',
        session,
        storeId: null,
        params: { storeId },
        body: null,
        wire: null,
        target: { name: before.name },
        changes: changesBetween(z.encode(storeShape, before), z.encode(storeShape, after)),
        now,
      });
    }
    const count = targets.length === 1 ? 'one store' : `${targets.length} stores`;
    return { message: `Settings applied to ${count}` };
  };
}
