import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkCircle20Filled, ShieldCheckmark28Filled, ShieldError28Filled } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { BACKUP_LATE, type BackupState } from '#contract/backups.ts';
import { countText } from '#domain/count-text.ts';
import { relativeTime } from '#domain/relative-time.ts';
import { formatInstant, type Zones } from '#domain/store-time.ts';
import { serverNow } from '#renderer/lib/server-time.ts';
import { Card } from '#renderer/ui/card.tsx';
import { wholeFacts } from '#renderer/ui/facts-line.tsx';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, tones, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  head: { padding: `16px ${sizes.cardSide}` },
  shield: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '52px',
    height: '52px',
    borderRadius: '8px',
  },
  good: { backgroundColor: tones.green[0], color: tones.green[1] },
  bad: { backgroundColor: tones.red[0], color: tones.red[1] },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    borderTop: `1px solid ${palette.hairline}`,
    '& > * + *': { borderLeft: `1px solid ${palette.hairline}` },
    [windows.phone]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      '& > * + *': { borderLeft: 'none', borderTop: `1px solid ${palette.hairline}` },
    },
  },
  fact: {
    display: 'flex',
    gap: '10px',
    padding: `12px ${sizes.cardSide}`,
    [windows.narrow]: { padding: '12px' },
    [windows.onePane]: { padding: `12px ${sizes.cardSide}` },
  },
  mark: { flexShrink: 0, color: tones.green[1] },
});

function Fact({ name, children }: { name: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.fact}>
      <CheckmarkCircle20Filled className={styles.mark} aria-hidden="true" />
      <Stack shrinks>
        <Text size="body" tone="text1" block>
          {name}
        </Text>
        <Text size="label" tone="text3" block>
          {children}
        </Text>
      </Stack>
    </div>
  );
}

type LastGoodProps = { state: NonNullable<BackupState['state']>; zones: Zones };

/** The last moment that can be restored, as the server has tried, and what it compared. */
export function LastGoodCard({ state: { good, whole_at, copied_at, is_running }, zones }: LastGoodProps) {
  const styles = useStyles();
  const now = serverNow();
  const isLate = good === null || now - good.at > BACKUP_LATE;
  const title = good ? `Last good backup ${relativeTime(good.at, now)}` : 'No backup yet';
  const first = is_running
    ? 'The first one is being made.'
    : 'The first one is made a minute after the server has started.';
  return (
    <Card flush>
      <div className={styles.head}>
        <Row gap={16} align="center">
          <span className={mergeClasses(styles.shield, isLate ? styles.bad : styles.good)} aria-hidden="true">
            {isLate ? <ShieldError28Filled /> : <ShieldCheckmark28Filled />}
          </span>
          <Stack shrinks gap={2}>
            <Text as="h2" size="dialogTitle" tone={good && isLate ? 'danger' : 'text1'}>
              {wholeFacts(title)}
            </Text>
            <Text size="body" tone="text3">
              {good
                ? `${formatInstant(good.at, zones)}. Each minute follows by itself${
                    copied_at && copied_at > good.at ? `, last ${relativeTime(copied_at, now)}` : ''
                  }.`
                : first}
            </Text>
          </Stack>
        </Row>
      </div>
      {good ? (
        <div className={styles.facts}>
          <Fact name="Restored and compared">{wholeFacts(formatInstant(good.checked_at, zones))}</Fact>
          <Fact name="Every page read">
            {wholeFacts(whole_at ? formatInstant(whole_at, zones) : 'Not yet')}
          </Fact>
          <Fact name="The same in both">
            {countText(good.units)} units, {countText(good.sales)} sales
          </Fact>
        </div>
      ) : null}
    </Card>
  );
}
