export function packagesOf(bundle: string, dependencies: string[]): string[];
export function withWhatTheyNeed(project: string, names: string[]): string[];
export function patternsAgainst(needed: string[], installed: string[]): string[];
export function installedPackages(project: string): string[];
