import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Route } from '#contract/define-route.ts';
import { contract } from '#contract/index.ts';
import { z } from '#contract/zod.ts';

const SOURCE = path.join(import.meta.dirname, '../../src');

const read = (file: string) => readFileSync(path.join(SOURCE, file), 'utf8');
const screens = readdirSync(path.join(SOURCE, 'renderer'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => ({ file: file.replaceAll('\\', '/'), text: read(path.join('renderer', file)) }));

/** Returns the file that each module of the contract is declared in, without its ending. */
function filesOfModules(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of read('contract/index.ts').matchAll(
    /import \{(.+)\} from '\.\/(.+)\.ts'/g,
  )) {
    for (const name of names.split(',')) files.set(name.trim(), file);
  }
  return files;
}

it('shows each field of a create or an update on a screen of its module', () => {
  const files = filesOfModules();
  const missing: Record<string, string[]> = {};
  for (const [module, routes] of Object.entries(contract)) {
    const file = files.get(module) ?? module;
    const words = new Set(
      screens
        .filter(
          (screen) =>
            screen.file.startsWith(`features/${file}/`) || screen.text.includes(`contract/${file}.ts`),
        )
        .flatMap(({ text }) => text.match(/\w+/g) ?? []),
    );
    for (const [name, route] of Object.entries<Route>(routes)) {
      if (!['create', 'update'].includes(name) || !(route.body instanceof z.ZodObject)) continue;
      const fields = Object.keys(route.body.shape).filter((field) => !words.has(field));
      if (fields.length > 0) missing[`${module}.${name}`] = fields;
    }
  }
  expect(missing).toEqual({});
});
