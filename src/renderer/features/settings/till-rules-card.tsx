import { makeStyles } from '@fluentui/react-components';
import { Controller, type Control } from 'react-hook-form';
import type { z } from '#contract/zod.ts';
import type { chainSettingsForm } from '#contract/settings.ts';
import { Card } from '#renderer/ui/card.tsx';
import { SwitchField } from '#renderer/ui/switch-field.tsx';

const useStyles = makeStyles({
  fields: { display: 'flex', flexDirection: 'column', gap: '16px' },
});

const wishes = [
  {
    name: 'approve_no_sale',
    label: 'A manager approves opening the drawer without a sale',
    note: 'Who may approve does it alone.',
  },
  {
    name: 'approve_colleague_cart',
    label: 'A manager approves taking over a colleague’s cart',
    note: 'Resuming it, and deleting it.',
  },
] as const;

type TillRulesCardProps = {
  control: Control<z.input<typeof chainSettingsForm>, unknown, z.output<typeof chainSettingsForm>>;
};

/** What a manager is asked for at every till. */
export function TillRulesCard({ control }: TillRulesCardProps) {
  const styles = useStyles();
  return (
    <Card title="Tills">
      <div className={styles.fields}>
        {wishes.map(({ name, label, note }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field: { value, ...field } }) => (
              <SwitchField {...field} label={label} note={note} checked={value} />
            )}
          />
        ))}
      </div>
    </Card>
  );
}
