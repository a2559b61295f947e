import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { settleReasonFacts } from '#domain/settle-reasons.ts';
import { projectRoot } from '#tests/support/compiler-options.ts';

it('the guide says of each reason why a sale waits what the page says', () => {
  const guide = readFileSync(path.join(projectRoot, 'docs/guide/sales-to-settle.md'), 'utf8');
  const rows = Object.values(settleReasonFacts).flatMap(({ label, means, toDo, ...others }) => [
    `| ${label} | ${means} | ${toDo} |`,
    ...('onOpening' in others
      ? [`| ${label} (opening of a shift) | ${others.onOpening.means} | ${others.onOpening.toDo} |`]
      : []),
  ]);
  expect(guide).toContain(`\n${rows.join('\n')}\n`);
});
