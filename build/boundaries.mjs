// The layers of the source and which may import which; docs/layout.md draws the same list.
// dependency-cruiser reads it; tests/unit/boundaries.test.ts plants a forbidden import and expects a refusal.

/** Each layer with the layers it may import, besides itself. */
export const layers = {
  domain: [],
  contract: ['domain'],
  bridge: ['domain', 'contract'],
  server: ['domain', 'contract'],
  main: ['bridge', 'contract', 'domain'],
  preload: ['bridge'],
  renderer: ['domain', 'contract', 'bridge'],
};

const layerRules = Object.entries(layers).map(([layer, allowed]) => ({
  name: `${layer}-imports-${allowed.join('-') || 'nothing'}`,
  comment: `src/${layer} may import ${allowed.length ? allowed.join(', ') : 'no other layer'}.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...allowed].join('|')})/` },
}));

/** The public API of a module. */
const publicApi = '^src/server/modules/([^/]+)/[^/]+\\.public\\.ts$';

const modules = '^src/server/modules/[^/]+$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'domain-is-pure',
      comment: 'The shop’s rules import no package but dayjs: no zod, no clock, no Node.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/domain/|(^|/)node_modules/dayjs/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'A .rules.ts decides without the database; it is given what was read.',
      severity: 'error',
      from: { path: '^src/server/modules/.*\\.rules\\.ts$' },
      to: { path: '^src/server/db/access\\.ts$' },
    },
    {
      name: 'http-knows-no-module',
      comment: 'src/server/http mounts the contract and knows no module.',
      severity: 'error',
      from: { path: '^src/server/http/' },
      to: { path: '^src/server/modules/' },
    },
    {
      name: 'module-only-through-its-public-api',
      comment: 'A module is reached through its .public.ts only; server.ts alone takes handlers as well.',
      severity: 'error',
      from: { path: '^src/server/(?!modules/)', pathNot: '^src/server/server\\.ts$' },
      to: { path: '^src/server/modules/', pathNot: publicApi },
    },
    {
      name: 'module-only-through-its-public-api',
      severity: 'error',
      from: { path: '^src/server/server\\.ts$' },
      to: { path: '^src/server/modules/', pathNot: '\\.(public|handlers)\\.ts$' },
    },
    {
      name: 'module-only-through-its-public-api',
      severity: 'error',
      from: { path: '^src/server/modules/([^/]+)/' },
      to: { path: '^src/server/modules/', pathNot: ['^src/server/modules/$1/', publicApi] },
    },
    {
      name: 'no-circles-between-modules',
      comment: 'Modules build on each other in one direction, also where no file does both.',
      severity: 'error',
      scope: 'folder',
      from: { path: modules },
      to: { circular: true, path: modules },
    },
    {
      name: 'engines-stay-in-db',
      comment: 'Only src/server/db speaks to a database engine; backups read their copies of it.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/(db|backups)/' },
      to: { path: '(^|/)node_modules/(better-sqlite3|pg)/' },
    },
    {
      name: 'migrations-stand-alone',
      comment: 'A migration means the same for ever: it imports nothing of src that may change.',
      severity: 'error',
      from: { path: '^src/server/db/migrations/' },
      to: { path: '^src/', pathNot: '^src/server/db/migrations/' },
    },
    {
      name: 'features-meet-in-routes',
      comment: 'A feature never imports another feature; they meet in src/renderer/routes.',
      severity: 'error',
      from: { path: '^src/renderer/features/([^/]+)/' },
      to: { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
    },
    {
      name: 'ui-has-no-data',
      comment: 'src/renderer/ui and lib know no feature, route or app.',
      severity: 'error',
      from: { path: '^src/renderer/(ui|lib)/' },
      to: { path: '^src/renderer/(features|routes|app)/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'modules-and-pages-are-registered',
      comment: 'A module is named in contract/index.ts and server/server.ts, a page in app/screens.tsx.',
      severity: 'error',
      module: {
        path: [
          '^src/server/modules/.*\\.handlers\\.ts$',
          '^src/renderer/routes/',
          '^src/contract/(?!.*\\.test\\.)',
        ],
        numberOfDependentsLessThan: 1,
      },
      from: { path: '^src/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
