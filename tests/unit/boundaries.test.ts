import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise, type ICruiseResult, type IConfiguration, type IViolation } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const rules = pathToFileURL(path.join(project, 'build/boundaries.mjs')).href;

/** Lints the `src` of a folder, by the project's own list of layers. */
async function lint(folder: string): Promise<IViolation[]> {
  const { default: boundaries } = (await import(/* @vite-ignore */ rules)) as { default: IConfiguration };
  const { options, forbidden } = boundaries;
  const { output } = await cruise(
    ['src'],
    { ...options, ruleSet: { forbidden }, validate: true, baseDir: folder },
    undefined,
    { tsConfig: extractTSConfig(path.join(project, 'tsconfig.json')) },
  );
  return (output as ICruiseResult).summary.violations;
}

/** Forbidden imports, each with the rule that must catch it. */
const plants = [
  ['domain-imports-nothing', 'src/domain/planted-relative.ts', '../server/db/access.ts'],
  ['domain-imports-nothing', 'src/domain/planted-subpath.ts', '#server/server.ts'],
  ['domain-is-pure', 'src/domain/planted-package.ts', 'zod'],
  ['domain-is-pure', 'src/domain/planted-node.ts', 'node:fs'],
  ['contract-imports-domain', 'src/contract/planted.ts', '#server/http/call.ts'],
  ['server-imports-domain-contract', 'src/server/planted.ts', '#bridge/channels.ts'],
  ['renderer-imports-domain-contract-bridge', 'src/renderer/planted.ts', '#server/db/access.ts'],
  ['http-knows-no-module', 'src/server/http/planted.ts', '../modules/stores/stores.public.ts'],
  ['module-only-through-its-public-api', 'src/server/modules/pos/planted.ts', '../stores/stores.guards.ts'],
  [
    'module-only-through-its-public-api',
    'src/server/modules/pos/planted-repository.ts',
    '../stores/stores.repository.ts',
  ],
  [
    'module-only-through-its-public-api',
    'src/server/demo/planted.ts',
    '../modules/stores/stores.handlers.ts',
  ],
  [
    'module-only-through-its-public-api',
    'src/server/db/planted.ts',
    '../modules/stores/stores.repository.ts',
  ],
  ['rules-are-pure', 'src/server/modules/pos/planted.rules.ts', '../../db/access.ts'],
  ['modules-and-pages-are-registered', 'src/renderer/routes/planted.tsx', '#domain/money.ts'],
  ['modules-and-pages-are-registered', 'src/server/modules/pos/planted.handlers.ts', '#domain/money.ts'],
  ['migrations-stand-alone', 'src/server/db/migrations/planted.ts', '#domain/refunds.ts'],
  ['engines-stay-in-db', 'src/server/modules/pos/planted-engine.ts', 'better-sqlite3'],
] as const;

/** Customers import the public API of stores: none of their files is in a circle with this one, but the modules are. */
const circle = ['src/server/modules/stores/planted-circle.ts', '../customers/customers.public.ts'] as const;

// That the tree itself keeps them is a check of its own, in `npm run lint` and `npm test`.
describe('the boundaries of the layers catch an import that is planted in a copy of the tree:', () => {
  // A copy, so that other users of the real tree never see the plants.
  const copy = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'tindahan-boundaries-')));
  let violations: IViolation[];

  beforeAll(async () => {
    for (const layer of ['domain', 'contract', 'bridge', 'server']) {
      cpSync(path.join(project, 'src', layer), path.join(copy, 'src', layer), { recursive: true });
    }
    for (const file of ['package.json', 'tsconfig.json']) {
      cpSync(path.join(project, file), path.join(copy, file));
    }
    symlinkSync(path.join(project, 'node_modules'), path.join(copy, 'node_modules'));
    for (const [file, target] of [...plants.map(([, ...plant]) => plant), circle]) {
      const planted = path.join(copy, file);
      mkdirSync(path.dirname(planted), { recursive: true });
      writeFileSync(planted, `import * as planted from '${target}';\nexport { planted };\n`);
    }
    violations = await lint(copy);
  }, 30_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it.each(plants)('%s catches %s, which imports %s', (rule, file) => {
    expect(violations.filter((each) => each.from === file).map((each) => each.rule.name)).toContain(rule);
  });

  it('no-circles-between-modules catches two modules that import each other, in whatever files', () => {
    const circles = violations.filter((each) => each.rule.name === 'no-circles-between-modules');
    expect(circles.map(({ from, to }) => [from, to].sort())).toContainEqual([
      'src/server/modules/customers',
      'src/server/modules/stores',
    ]);
  });

  it('and nothing else', () => {
    // Stores import settings, so what is planted leads through both.
    const moduleFolders = ['customers', 'settings', 'stores'].map((module) => `src/server/modules/${module}`);
    const planted = new Set<string>([...plants.map(([, file]) => file), ...moduleFolders]);
    expect(violations.filter((each) => !planted.has(each.from)).map((each) => each.from)).toEqual([]);
  });
});
