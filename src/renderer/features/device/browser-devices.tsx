import { makeStyles } from '@fluentui/react-components';
import { Card } from '#renderer/ui/card.tsx';
import { Page, PageHeader } from '#renderer/ui/page-header.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, type } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  card: { maxWidth: '720px' },
  list: { ...type.body, margin: '12px 0 0', paddingLeft: '20px', color: palette.text2 },
});

/** Tells a browser, which has no devices, what it can do and where devices are set up. */
export function BrowserDevices() {
  const styles = useStyles();
  return (
    <Page>
      <PageHeader title="This till" line="You are working in a browser." />
      <Card className={styles.card} title="Devices are set up in the till program">
        <Text as="p" size="body" tone="text2">
          Receipt printers, cash drawers and scanners on a serial port belong to the till program that is
          installed on the counter’s computer. There, open “This till” in the menu with your name.
        </Text>
        <ul className={styles.list}>
          <li>Scanners that type like a keyboard work here too; nothing has to be set up.</li>
          <li>
            Receipts and labels are printed with the browser’s print dialog, on any printer of this computer.
          </li>
          <li>The cash drawer opens by its key.</li>
        </ul>
      </Card>
    </Page>
  );
}
