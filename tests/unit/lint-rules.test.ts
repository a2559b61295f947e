import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';

type Rule = Parameters<RuleTester['run']>[1];
type Plugin = { rules: { injected: Rule; words: Rule } };

const plugin = pathToFileURL(path.resolve(import.meta.dirname, '../../build/lint-rules.mjs')).href;
const { default: ours } = (await import(/* @vite-ignore */ plugin)) as { default: Plugin };

RuleTester.describe = describe;
RuleTester.it = it;

new RuleTester().run('what decides is given the time and its chance', ours.rules.injected, {
  valid: [
    'new Date(instant)',
    'dayjs.utc(instant)',
    'clock.now()',
    'random.integer(1, 6)',
    'Date.parse(text)',
  ],
  invalid: [
    { code: 'Date.now()', errors: [{ messageId: 'clock' }] },
    { code: 'new Date()', errors: [{ messageId: 'clock' }] },
    { code: 'dayjs()', errors: [{ messageId: 'dayjs' }] },
    { code: 'dayjs(instant)', errors: [{ messageId: 'dayjs' }] },
    { code: 'dayjs.utc()', errors: [{ messageId: 'dayjs' }] },
    { code: 'Math.random()', errors: [{ messageId: 'chance' }] },
  ],
});

new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } }).run(
  'what stands on a screen is written in one way',
  ours.rules.words,
  {
    valid: [
      "title('Receipt email')",
      '<p>The store’s timezone</p>',
      "busy('Saving…')",
      "failed('Failed to open shift')",
      'text("You don\'t have permission to edit suppliers.")',
      'spread(...rows) // e-mails',
    ],
    invalid: [
      '<p>Sent by e-mail</p>',
      "label('Time zone')",
      'busy(`Batch ${made} …`)',
      "busy('Saving...')",
      "failed('Failed to open the shift')",
      'text("The store\'s settings")',
    ].map((code) => ({ code, errors: [{ messageId: 'other' }] })),
  },
);
