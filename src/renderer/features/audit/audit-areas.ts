import { area, isLookUp, type Area } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';

/** The areas in which something can be done, by title. */
export const auditAreas = Object.entries<Area>(contract)
  .filter(([, routes]) => Object.values(routes).some((route) => !isLookUp(route)))
  .map(([id, { [area]: words }]) => ({ id, name: words.title }))
  .sort((a, b) => a.name.localeCompare(b.name));
