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
      <PageHeader title="This Till" line="You are working in a browser." />
      <Card className={styles.card} title="Devices are set up in the till program">
        <Text as="p" size="body" tone="text2">
          Receipt printers, cash drawers and serial scanners belong to the till program on the counter’s
          computer. Open this page there to set them up.
        </Text>
        <ul className={styles.list}>
          <li>Scanners that type like a keyboard work here too, with nothing to set up.</li>
          <li>Receipts and labels print through the browser’s dialog, on any printer of this computer.</li>
          <li>The cash drawer opens with its own key.</li>
        </ul>
      </Card>
    </Page>
  );
}
