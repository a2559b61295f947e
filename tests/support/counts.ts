import type { z } from 'zod';
import type { counts } from '#contract/counts.ts';
import type { DifferenceKind } from '#domain/counts.ts';
import type { Caller, CallOptions, Refusal } from './http.ts';
import { expectDone } from './selling.ts';

// Calls of the people who count and close, as on the wire.

export type WireCount = z.input<typeof counts.get.response>;
export type WireCounts = z.input<typeof counts.list.response>;
export type WireScans = z.input<typeof counts.scan.response>;
export type WireDifferences = z.input<typeof counts.differences.response>;
export type WireQuantity = z.input<typeof counts.setQuantity.response>;

const PATH = '/inventory/counts';

export const start = <T = Refusal>(by: Caller, body: object = {}, options?: CallOptions) =>
  by.post<T>(PATH, body, options);

export const started = async (by: Caller, body: object = {}) => expectDone(await start<WireCount>(by, body));

export const look = async (by: Caller, countId: number) =>
  expectDone(await by.get<WireCount>(`${PATH}/${countId}`));

export const scan = <T = Refusal>(
  by: Caller,
  countId: number,
  codes: readonly (string | null | undefined)[],
  options?: CallOptions,
) => by.post<T>(`${PATH}/${countId}/scans`, { codes }, options);

/** Scans codes and returns the result of each. */
export const scanned = async (by: Caller, countId: number, codes: readonly (string | null | undefined)[]) =>
  expectDone(await scan<WireScans>(by, countId, codes)).data;

export const setQuantity = <T = Refusal>(
  by: Caller,
  countId: number,
  product_variation_id: number,
  quantity: number,
) => by.put<T>(`${PATH}/${countId}/quantities`, { product_variation_id, quantity });

export const differences = async (by: Caller, countId: number, kind: DifferenceKind) =>
  expectDone(await by.get<WireDifferences>(`${PATH}/${countId}/differences?kind=${kind}`)).data;

/** The ids of the units in one of a report's lists. */
export const unitsIn = async (by: Caller, countId: number, kind: DifferenceKind) =>
  (await differences(by, countId, kind))
    .map(({ unit }) => unit?.inventory_item_id ?? 0)
    .sort((a, b) => a - b);

export const close = <T = Refusal>(
  by: Caller,
  countId: number,
  options?: CallOptions,
  reason = 'Yearly stock count',
) => by.post<T>(`${PATH}/${countId}/close`, { reason }, options);

export const closed = async (by: Caller, countId: number) => expectDone(await close<WireCount>(by, countId));

export const cancel = <T = Refusal>(by: Caller, countId: number, reason = 'Wrong store') =>
  by.post<T>(`${PATH}/${countId}/cancel`, { reason });
