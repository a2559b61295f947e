import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '#contract/index.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { projectRoot } from '#tests/support/compiler-options.ts';
import { notesOf, whyNotPublished } from '../../build/version.mjs';

const changelog = '# Changelog\n\n## Next\n\n- More\n\n## 1.2.0\n\n- It sells\n\n## 1.0.0\n\n- First\n';
const known = { packageVersion: '1.2.0', lockVersion: '1.2.0', changelog };

it('is published by a tag that package, lock and changelog agree with', () => {
  expect(whyNotPublished('v1.2.0', known)).toEqual([]);
  expect(notesOf(changelog, '1.2.0')).toBe('- It sells');
});

it.each([
  ['1.2.0', known, 'The tag 1.2.0 is none like v1.2.0'],
  ['v1.2.0', { ...known, packageVersion: '1.1.0' }, 'package.json has version 1.1.0'],
  ['v1.2.0', { ...known, lockVersion: '1.1.0' }, 'package-lock.json has version 1.1.0: run npm install'],
  [
    'v1.2.0',
    { ...known, changelog: '# Changelog\n\n## Next\n\n- It sells\n' },
    'CHANGELOG.md has no section 1.2.0: name it instead of Next',
  ],
])('is refused as %s where something else stands: %j', (tag, said, why) => {
  expect(whyNotPublished(tag, said)).toEqual([why]);
});

it('is the same in the package, its lock and the API’s document, and none that was published by then', () => {
  const read = (name: string) => readFileSync(path.join(projectRoot, name), 'utf8');
  const versionIn = (name: string) => (JSON.parse(read(name)) as { version: string }).version;
  const version = versionIn('package.json');
  expect(versionIn('package-lock.json')).toBe(version);
  const document = openApiDocument(contract, { version }) as { info: { version: string } };
  expect(document.info.version).toBe(version);
  const isReleased = notesOf(read('CHANGELOG.md'), version) !== null;
  // What is to come next is never called by a published version.
  expect(isReleased && notesOf(read('CHANGELOG.md'), 'Next') !== null).toBe(false);
});
