/** Returns the direction of an order in which `name` is the field that decides; null if another one does. */
export const directionOf = (name: string, sort: string | undefined) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : null;

/** Returns the order by a field that is chosen next: descending first, then turned around. */
export const nextSort = (name: string, sort: string | undefined) => (sort === `-${name}` ? name : `-${name}`);
