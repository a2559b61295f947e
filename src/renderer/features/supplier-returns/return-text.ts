import type { ReturnableUnit, SupplierReturnRow } from '#contract/supplier-returns.ts';

/** Returns if all units of a return are with the supplier, some came back, or all did. */
export function returnState({ units_count, back_count }: SupplierReturnRow): 'away' | 'partial' | 'back' {
  if (back_count === 0) return 'away';
  return back_count < units_count ? 'partial' : 'back';
}

type Chosen = { id: number } | null;

/** Returns why a unit cannot go back to the chosen supplier; null if it can. */
export function problemFor({ problem, supplier }: ReturnableUnit, chosen: Chosen): string | null {
  if (problem !== null) return problem;
  return chosen && supplier && supplier.id !== chosen.id ? `It came from ${supplier.name}` : null;
}
