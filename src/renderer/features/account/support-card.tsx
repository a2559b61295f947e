import { makeStyles } from '@fluentui/react-components';
import { ArrowDownload20Regular, Copy20Regular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { system } from '#contract/system.ts';
import { read } from '#renderer/lib/read.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { tillSettingsQuery } from '#renderer/lib/till-settings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { palette, type } from '#renderer/ui/theme.ts';
import { useNotify } from '#renderer/ui/toasts.tsx';
import { supportFacts, supportReport } from './support-report.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '20px' },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  note: { ...type.label, margin: 0, color: palette.text3 },
});

/** What whoever helps needs to know of this program and its server, and the same with the log to copy or save. */
export function SupportCard() {
  const styles = useStyles();
  const notify = useNotify();
  const health = useQuery(read(system.health));
  const settings = useQuery(tillSettingsQuery);
  const facts = supportFacts(health.data, settings.data);

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
    <div className={styles.root}>
      <Facts facts={facts} />
      <div className={styles.actions}>
        <Button appearance="primary" icon={<Copy20Regular />} onClick={() => void copy()}>
          Copy report
        </Button>
        <Button icon={<ArrowDownload20Regular />} onClick={() => void save()}>
          Save report
        </Button>
      </div>
      <p className={styles.note}>
        The report adds the last calls to the server and, on a till, its log. Passwords, sign-ins, e-mail
        addresses and card numbers are not in it.
      </p>
    </div>
  );
}
