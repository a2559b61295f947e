import { area, isReadRoute, type Area } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';

/** The areas in which something can be done, by title. */
export const auditAreas = Object.entries<Area>(contract)
  .filter(([, routes]) => Object.values(routes).some((route) => !isReadRoute(route)))
  .map(([id, { [area]: text }]) => ({ id, name: text.title }))
  .sort((a, b) => a.name.localeCompare(b.name));
