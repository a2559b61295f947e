// Selects the packages of the till: those that its main bundle loads, and their dependencies. The server's stay out.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches a bundle's imports: `from "x"`, `import "x"`, `import("x")` and `require("x")`. */
const loads = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'`]([^"'`\n]+)["'`]/g;

/** Returns the project's dependencies that a bundle loads; its other imports are Node's, or inside it. */
export function packagesOf(bundle, dependencies) {
  const loaded = [...bundle.matchAll(loads)].map(([, specifier]) => specifier);
  return dependencies
    .filter((name) => loaded.some((specifier) => specifier === name || specifier.startsWith(`${name}/`)))
    .sort();
}

/** Returns packages with all their dependencies, found as Node finds them: first beside the importing package. */
export function withWhatTheyNeed(project, names) {
  const found = new Map();
  const visit = (name, from, optional) => {
    const folder = folderOf(project, name, from);
    if (!folder) {
      if (optional) return;
      throw new Error(`${name}, which the till needs, is not installed`);
    }
    if (found.has(folder)) return;
    found.set(folder, name);
    const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    for (const needed of Object.keys(manifest.dependencies ?? {})) visit(needed, folder, false);
    for (const needed of Object.keys(manifest.optionalDependencies ?? {})) visit(needed, folder, true);
  };
  for (const name of names) visit(name, project, false);
  return [...found.keys()].map((folder) => path.relative(project, folder).split(path.sep).join('/')).sort();
}

function folderOf(project, name, from) {
  for (let folder = from; folder.startsWith(project); folder = path.dirname(folder)) {
    const candidate = path.join(folder, 'node_modules', name);
    if (existsSync(path.join(candidate, 'package.json'))) return candidate;
  }
  return null;
}

/**
 * Returns patterns that exclude the packages that the till does not load, as electron-builder takes every dependency of
 * the project. A package inside another goes or stays with it.
 */
export function patternsAgainst(needed, installed) {
  const kept = new Set(
    needed.map((folder) => folder.replace(/^node_modules\//, '').split('/node_modules/')[0]),
  );
  return installed.filter((name) => !kept.has(name)).map((name) => `!node_modules/${name}/**`);
}

/** The names of all packages directly under node_modules. */
export function installedPackages(project) {
  const folder = path.join(project, 'node_modules');
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
    );
}
