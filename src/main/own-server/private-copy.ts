import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setupCodes } from '#domain/server-setup.ts';

/** Returns the SHA-256 of each file of a folder, a line each, as sha256sum writes and reads them. */
export async function hashesOf(folder: string): Promise<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const lines: string[] = [];
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    const hash = createHash('sha256');
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    lines.push(`${hash.digest('hex')}  ${relative(folder, file)}`);
  }
  return lines.toSorted().join('\n');
}

// The files lie where the cashier may write, and so may whatever runs under their name, between the question for an
// administrator and the start of what it allowed. Only named files are copied, as what they are: a link is none. The copy is
// for its owner alone (mktemp), and nothing of it runs before it is compared.
const SCRIPT = `set -eu
umask 077
from=$1 hashes=$2 root=\${3%/}
shift 3
mkdir -p "$root/var/lib"
own=$(mktemp -d "$root/var/lib/tindahan-setup.XXXXXXXXXX")
trap 'rm -rf "$own"' EXIT
printf '%s\\n' "$hashes" | while IFS= read -r line; do
  name=\${line#*  }
  [ -r "$from/$name" ] || exit ${setupCodes.changed}
  mkdir -p "$(dirname "$own/$name")"
  cp "$from/$name" "$own/$name" || exit ${setupCodes.full}
done
(cd "$own" && printf '%s\\n' "$hashes" | sha256sum -c >/dev/null 2>&1) || exit ${setupCodes.changed}
"$own/node" "$own/src/server/installed/setup.ts" "$@"
`;

type Copied = {
  /** Where the files lie that an administrator may read. */
  from: string;
  /** As `hashesOf` returns them of the files that were looked at. */
  hashes: string;
  root: string;
};

/**
 * Returns what an administrator runs on Linux to set up the server from a copy of its files that they alone may write, compared
 * with the hashes on its command line.
 */
export const fromPrivateCopy = (
  { from, hashes, root }: Copied,
  words: readonly string[],
): [program: string, words: string[]] => [
  '/bin/sh',
  ['-c', SCRIPT, 'tindahan-setup', from, hashes, root, ...words],
];
