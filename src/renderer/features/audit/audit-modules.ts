import { moduleText, isReadRoute, type ContractModule } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';

/** The modules that have mutations, sorted by title. */
export const auditModules = Object.entries<ContractModule>(contract)
  .filter(([, routes]) => Object.values(routes).some((route) => !isReadRoute(route)))
  .map(([id, { [moduleText]: text }]) => ({ id, name: text.title }))
  .sort((a, b) => a.name.localeCompare(b.name));
