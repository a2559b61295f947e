// The reference page of the API, built from what @redocly/cli brings: its reader as a script of our own server, nothing from elsewhere.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The reader's script, which lies beside the program's own: a version that has it elsewhere stops the build. */
const reader = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
  'lib/chunks/redoc.standalone.js',
);

/** Pictures that the reader would ask for elsewhere; the server's policy would refuse them. */
const ELSEWHERE = /https:\/\/cdn\.(?:redoc\.ly|redocly\.com)\/[^"'`\s)]*/g;

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tindahan: the API</title>
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <div id="redoc"></div>
    <script type="module" src="/api-docs/start.js"></script>
  </body>
</html>
`;

const start = `import { init } from './redoc.js';

init('/api/v1/openapi.json', { disableTelemetry: true }, document.getElementById('redoc'));
`;

/** Returns the files of the page, by their names below the screens. */
export const apiDocsFiles = () => ({
  'api-docs/index.html': page,
  'api-docs/start.js': start,
  'api-docs/redoc.js': readFileSync(reader, 'utf8').replaceAll(ELSEWHERE, 'data:,'),
});
