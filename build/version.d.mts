export function notesOf(changelog: string, version: string): string | null;
export function whyNotPublished(
  tag: string,
  known: { packageVersion: string; lockVersion: string; changelog: string },
): string[];
