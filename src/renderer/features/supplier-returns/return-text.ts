import type { ReturnableUnit, SupplierReturnRow } from '#contract/supplier-returns.ts';

/** Whether the supplier has all of a return, some of it, or nothing any more. */
export function returnState({ units_count, back_count }: SupplierReturnRow): 'away' | 'partial' | 'back' {
  if (back_count === 0) return 'away';
  return back_count < units_count ? 'partial' : 'back';
}

type Chosen = { id: number } | null;

/** Why a unit does not go back to the supplier who was chosen; null where it does. */
export function problemFor({ problem, supplier }: ReturnableUnit, chosen: Chosen): string | null {
  if (problem !== null) return problem;
  return chosen && supplier && supplier.id !== chosen.id ? `It came from ${supplier.name}` : null;
}
