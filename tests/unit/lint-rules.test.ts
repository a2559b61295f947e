import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';

type Plugin = { rules: { injected: Parameters<RuleTester['run']>[1] } };

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
