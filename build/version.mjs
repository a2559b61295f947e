// What has to agree before a version is published (CONTRIBUTING.md): the tag, package.json, its lock and the changelog. The API's document
// takes its version from package.json. In the release workflow: `node build/version.mjs v1.2.0 notes.md` refuses, or writes the notes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = new URL('..', import.meta.url);
const text = (name) => readFileSync(new URL(name, project), 'utf8');

/** Returns what a changelog says of a version; null where it has no section of it. */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.split('\n')[0].trim() === version);
  return own === undefined ? null : own.slice(own.indexOf('\n')).trim();
}

/** Returns why a tag names no version that can be published, in sentences; none where it does. */
export function whyNotPublished(tag, { packageVersion, lockVersion, changelog }) {
  const version = tag.replace(/^v/, '');
  return [
    ...(tag === `v${version}` && /^\d+\.\d+\.\d+$/.test(version)
      ? []
      : [`The tag ${tag} is none like v1.2.0`]),
    ...(packageVersion === version ? [] : [`package.json has version ${packageVersion}`]),
    ...(lockVersion === version ? [] : [`package-lock.json has version ${lockVersion}: run npm install`]),
    ...(notesOf(changelog, version)
      ? []
      : [`CHANGELOG.md has no section ${version}: name it instead of Next`]),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tag = '', file] = process.argv.slice(2);
  const changelog = text('CHANGELOG.md');
  const why = whyNotPublished(tag, {
    packageVersion: JSON.parse(text('package.json')).version,
    lockVersion: JSON.parse(text('package-lock.json')).version,
    changelog,
  });
  for (const sentence of why) console.error(sentence);
  if (why.length > 0) process.exit(1);
  if (file) writeFileSync(file, `${notesOf(changelog, tag.slice(1))}\n`);
}
