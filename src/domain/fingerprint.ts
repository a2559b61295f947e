/** Returns a certificate's fingerprint in groups of four, to be compared aloud between server and till. */
export function fingerprintGroups(fingerprint: string): string[] {
  return (
    fingerprint
      .replaceAll(/[^0-9a-z]/gi, '')
      .toUpperCase()
      .match(/.{1,4}/g) ?? []
  );
}
