// Imports each icon from its own file: the package's index keeps those of all pages together, and the sign-in would load them.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const IMPORT = /^import \{([^}]*)\} from ["']@fluentui\/react-icons["'];?$/gm;
/** `ArrowExit20Regular`, of `arrow-exit`. */
const ICON = /^([A-Z]\w*?)\d*(?:Regular|Filled)$/;

const folder = path.dirname(fileURLToPath(import.meta.resolve('@fluentui/react-icons/svg/home')));

const dashed = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();

/** A plugin of the build. */
export function iconsByName() {
  const files = new Set(readdirSync(folder));
  const importOf = (name) => {
    const file = dashed(ICON.exec(name)?.[1] ?? '');
    const from = files.has(`${file}.js`) ? `@fluentui/react-icons/svg/${file}` : '@fluentui/react-icons';
    return `import { ${name} } from '${from}';`;
  };
  return {
    name: 'icons-by-name',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { code: '@fluentui/react-icons', id: /\/src\/renderer\// },
      handler: (code) =>
        code.replace(IMPORT, (_, names) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name && !name.startsWith('type '))
            .map(importOf)
            .join(' '),
        ),
    },
  };
}
