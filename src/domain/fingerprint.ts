/** A certificate's fingerprint in groups of four, as two people read it to each other; at the server and at the till. */
export function fingerprintGroups(fingerprint: string): string[] {
  return (
    fingerprint
      .replaceAll(/[^0-9a-z]/gi, '')
      .toUpperCase()
      .match(/.{1,4}/g) ?? []
  );
}
