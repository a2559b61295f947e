import { makeStyles } from '@fluentui/react-components';
import { FullScreenMinimize20Regular } from '@fluentui/react-icons';
import { useFormContext } from 'react-hook-form';
import { logLevels } from '#bridge/settings.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { DeviceForm } from './device-form-values.ts';
import { logLevelText } from './device-text.ts';
import { SwitchField } from './switch-field.tsx';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '20px' },
  row: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: '16px' },
});

const levels = logLevels.map((level) => ({ value: level, label: logLevelText[level] }));

type TillCardProps = {
  /** Whether the full screen may be set and left: managers only. */
  mayLeaveKiosk: boolean;
  /** Whether the till was started in full screen. */
  isKiosk: boolean;
  onLeaveKiosk: () => void;
};

/** What this till is called, what it writes down, and whether it fills the screen. */
export function TillCard({ mayLeaveKiosk, isKiosk, onLeaveKiosk }: TillCardProps) {
  const styles = useStyles();
  const { register, formState } = useFormContext<DeviceForm>();
  return (
    <Card
      title="This till"
      side={
        isKiosk && mayLeaveKiosk ? (
          <Button icon={<FullScreenMinimize20Regular />} onClick={onLeaveKiosk}>
            Leave full screen
          </Button>
        ) : null
      }
    >
      <div className={styles.fields}>
        <div className={styles.row}>
          <TextField
            {...register('till_name')}
            label="Till name"
            maxLength={101}
            autoComplete="off"
            hint="Stands on test pages and in the log. “Counter 1”."
            error={formState.errors.till_name?.message}
          />
          <SelectField {...register('log_level')} label="Log" options={levels} />
        </div>
        <SwitchField
          name="kiosk"
          label="Fill the whole screen with the till"
          note={
            mayLeaveKiosk
              ? 'No other program can be reached until a manager leaves the full screen here.'
              : 'A manager who is signed in can change this.'
          }
          disabled={!mayLeaveKiosk}
        />
      </div>
    </Card>
  );
}
