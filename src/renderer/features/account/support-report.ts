import { browserName } from '#renderer/lib/browser-name.ts';
import { lastCalls } from '#renderer/lib/last-calls.ts';
import { till } from '#renderer/lib/till.ts';
import packageJson from '../../../../package.json' with { type: 'json' };

export type SupportFact = { label: string; value: string };

type Server = { version: string; engine: string } | undefined;
type Till = { till_name: string; server: { url: string } } | null | undefined;

/** What whoever helps asks first. */
export function supportFacts(server: Server, settings: Till): SupportFact[] {
  return [
    { label: 'Tindahan here', value: packageJson.version },
    { label: 'Server', value: server ? server.version : 'did not answer' },
    { label: 'Database', value: server ? server.engine : 'not known' },
    { label: 'Server address', value: settings?.server.url ?? location.origin },
    { label: 'Till', value: settings ? settings.till_name || 'without a name' : 'a browser' },
    { label: 'Runs in', value: browserName(navigator.userAgent) },
  ];
}

/** Everything as text, with the till's log; there is no secret in either. */
export async function supportReport(facts: readonly SupportFact[]): Promise<string> {
  const log = await till.support.log().catch(() => '');
  return [
    `Tindahan, ${new Date().toISOString()}`,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    `Window: ${window.innerWidth} x ${window.innerHeight}, ${navigator.language}, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    '',
    'Last calls',
    ...lastCalls(),
    ...(log ? ['', 'Log of the till', log] : []),
    '',
  ].join('\n');
}
