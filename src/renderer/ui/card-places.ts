/**
 * A cell's place on the card that a row becomes in a window of one pane: the title at the left of the first line, the
 * amount and below it the state at the right, a line of its own without its head, a pair of head and value, the row's
 * menu in the corner, its tick box before the title, buttons at the foot, or nowhere.
 */
export type CardPlace = 'title' | 'amount' | 'state' | 'line' | 'pair' | 'menu' | 'tick' | 'foot' | 'hidden';

export type Placed = { key: string; headHidden?: boolean; phone?: CardPlace };

/** Returns the place of each column: what it says itself, else by its key and by where it stands. */
export function cardPlaces(columns: readonly Placed[]): CardPlace[] {
  const isGiven = columns.some(({ phone }) => phone === 'title');
  const title = isGiven ? -1 : columns.findIndex(({ headHidden, phone }) => !headHidden && !phone);
  return columns.map(({ key, headHidden, phone }, index) => {
    if (phone) return phone;
    if (index === title) return 'title';
    if (headHidden) return index === 0 ? 'tick' : 'menu';
    if (key === 'status' || key === 'state') return 'state';
    return key === 'total' || key === 'amount' ? 'amount' : 'pair';
  });
}
