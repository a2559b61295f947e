import { ArrowDownload20Regular, Copy20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import type { UpdateStatus } from '#bridge/updates.ts';
import { system } from '#contract/system.ts';
import { browserName } from '#renderer/lib/browser-name.ts';
import { lastCalls } from '#renderer/lib/last-calls.ts';
import { read } from '#renderer/lib/read.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { till } from '#renderer/lib/till.ts';
import { useUpdateStatus } from '#renderer/lib/till-update.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { useNotify } from '#renderer/ui/toasts.tsx';
import packageJson from '../../../../package.json' with { type: 'json' };

/** Returns what becomes of the till's own program, as a fact; null in a browser. */
function updateFact(status: UpdateStatus | null): SupportFact | null {
  if (!status?.is_on) return null;
  const { ready, problem } = status;
  const isReady = ready === null ? 'Nothing is ready' : `${ready} is installed when the till is closed`;
  return { label: 'Updates', value: problem ?? isReady };
}

type SupportFact = { label: string; value: string };

type Server = { version: string; engine: string } | undefined;
type Till = { till_name: string; server: { url: string } } | null | undefined;

const engineNames: Record<string, string> = { sqlite: 'SQLite', postgresql: 'PostgreSQL' };

/** Returns the facts that support asks for first. */
function supportFacts(server: Server, settings: Till): SupportFact[] {
  return [
    { label: 'Tindahan version', value: packageJson.version },
    { label: 'Server version', value: server ? server.version : 'Did not answer' },
    { label: 'Database', value: server ? (engineNames[server.engine] ?? server.engine) : 'Not known' },
    { label: 'Server address', value: settings?.server.url ?? location.origin },
    { label: 'Till', value: settings ? settings.till_name || 'Unnamed' : 'None: this is a browser' },
    { label: 'Runs in', value: browserName(navigator.userAgent) },
  ];
}

/** Returns the facts and the till's log as text; neither holds a secret. */
async function supportReport(facts: readonly SupportFact[]): Promise<string> {
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

/** Shows what support needs to know of this program and its server; copies or saves it together with the log. */
export function SupportCard() {
  const notify = useNotify();
  const health = useQuery(read(system.health));
  const settings = useQuery(tillSettingsQuery);
  const update = updateFact(useUpdateStatus());
  const facts = [...supportFacts(health.data, settings.data), ...(update ? [update] : [])];

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await supportReport(facts));
      notify.success('Report copied', 'Paste it into a message to whoever helps you.');
    } catch {
      notify.error('The report could not be copied', 'Save it instead.');
    }
  };
  const save = async () => {
    const report = new Blob([await supportReport(facts)], { type: 'text/plain' });
    saveFile(report, `tindahan-report-${new Date().toISOString().slice(0, 10)}.txt`);
  };
  return (
    <Stack gap={20}>
      <Facts facts={facts} />
      <Text as="p" size="label" tone="text3">
        The report adds the last calls to the server and, on a till, its log. Passwords, sign-ins, email
        addresses and card numbers are not in it.
      </Text>
      <Row gap={8} wraps>
        <Button icon={<Copy20Regular />} onClick={() => void copy()}>
          Copy report
        </Button>
        <Button icon={<ArrowDownload20Regular />} onClick={() => void save()}>
          Save report
        </Button>
      </Row>
    </Stack>
  );
}
