// Versions of packages (semver.org, 2.0.0): 1.4.0, 1.5.0-beta.2, 1.5.0+build.7.

/** The header with a till's version. */
export const CLIENT_VERSION_HEADER = 'x-tindahan-client';

type Version = { numbers: number[]; preRelease: string[] };

const PATTERN = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9a-z-]+(?:\.[0-9a-z-]+)*))?(?:\+[0-9a-z.-]+)?$/i;

function parse(text: string): Version | null {
  const found = PATTERN.exec(text);
  if (!found) return null;
  const [, major, minor, patch, preRelease] = found;
  return { numbers: [major, minor, patch].map(Number), preRelease: preRelease?.split('.') ?? [] };
}

const isNumber = (part: string) => /^\d+$/.test(part);

/** Identifiers of digits compare as numbers and come before words; the shorter of two equal lists comes first. */
function comparePart(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined)
    return Number(one !== undefined) - Number(other !== undefined);
  if (isNumber(one) && isNumber(other)) return Math.sign(Number(one) - Number(other));
  if (isNumber(one) !== isNumber(other)) return isNumber(one) ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}

function comparePreReleases(one: string[], other: string[]): number {
  // 1.0.0 comes after every 1.0.0-something.
  if (one.length === 0 || other.length === 0) return Number(one.length === 0) - Number(other.length === 0);
  for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
    const difference = comparePart(one[index], other[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compare(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const difference = Math.sign(number - (other.numbers[index] ?? 0));
    if (difference !== 0) return difference;
  }
  return comparePreReleases(one.preRelease, other.preRelease);
}

/** True if a text is a version. */
export function isVersion(text: string): boolean {
  return parse(text) !== null;
}

/** True if a version comes before another one; false if either is no version. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [parse(version), parse(than)];
  return one !== null && other !== null && compare(one, other) < 0;
}
