// The rooms of the house and who may import whom; docs/decisions and the README draw the same list.
// dependency-cruiser reads it; tests/unit/boundaries.test.ts plants a forbidden import and expects a refusal.

/** Each room with the rooms it may import, besides itself. */
export const rooms = {
  domain: [],
  contract: ['domain'],
  bridge: ['domain', 'contract'],
  server: ['domain', 'contract'],
  main: ['bridge', 'domain'],
  preload: ['bridge'],
  renderer: ['domain', 'contract', 'bridge'],
};

const outsideOf = Object.entries(rooms).map(([room, allowed]) => ({
  name: `${room}-imports-${allowed.join('-') || 'nothing'}`,
  comment: `src/${room} may import ${allowed.length ? allowed.join(', ') : 'no other room'}.`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
}));

/** What an area shows the others. */
const door = '^src/server/modules/([^/]+)/[^/]+\\.public\\.ts$';

const areas = '^src/server/modules/[^/]+$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...outsideOf,
    {
      name: 'domain-is-pure',
      comment: 'The shop’s rules import no package but dayjs: no zod, no clock, no Node.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/domain/|(^|/)node_modules/dayjs/' },
    },
    {
      name: 'http-knows-no-area',
      comment: 'src/server/http mounts the contract and knows no area.',
      severity: 'error',
      from: { path: '^src/server/http/' },
      to: { path: '^src/server/modules/' },
    },
    {
      name: 'area-only-through-its-door',
      comment: 'An area is reached through its .public.ts only; server.ts alone takes handlers as well.',
      severity: 'error',
      from: { path: '^src/server/(?!modules/)', pathNot: '^src/server/server\\.ts$' },
      to: { path: '^src/server/modules/', pathNot: door },
    },
    {
      name: 'area-only-through-its-door',
      severity: 'error',
      from: { path: '^src/server/server\\.ts$' },
      to: { path: '^src/server/modules/', pathNot: '\\.(public|handlers)\\.ts$' },
    },
    {
      name: 'area-only-through-its-door',
      severity: 'error',
      from: { path: '^src/server/modules/([^/]+)/' },
      to: { path: '^src/server/modules/', pathNot: ['^src/server/modules/$1/', door] },
    },
    {
      name: 'no-circles-between-areas',
      comment: 'Areas build on each other in one direction, also where no file does both.',
      severity: 'error',
      scope: 'folder',
      from: { path: areas },
      to: { circular: true, path: areas },
    },
    {
      name: 'engines-stay-in-db',
      comment: 'Only src/server/db speaks to a database engine.',
      severity: 'error',
      from: { path: '^src/server/', pathNot: '^src/server/db/' },
      to: { path: '(^|/)node_modules/(better-sqlite3|pg)/' },
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
  ],
  options: {
    // db/tables.ts gathers the tables of all areas, by type alone, as boundaries.test.ts sees; followed, it would make a circle
    // of any two areas.
    doNotFollow: { path: ['node_modules', '^src/server/db/tables\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
