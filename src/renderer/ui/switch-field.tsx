import { makeStyles, Switch } from '@fluentui/react-components';
import { useId, type Ref } from 'react';
import { palette, type } from './theme.ts';

const useStyles = makeStyles({
  /** Aligns the switch with the fields. */
  switch: { marginLeft: '-8px', '& label': { ...type.bodyStrong } },
  note: { ...type.meta, margin: '0 0 0 52px', color: palette.text3 },
});

type SwitchFieldProps = {
  label: string;
  /** What the setting does. */
  note?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
  className?: string;
};

/** A switch in a form. */
export function SwitchField({ label, note, checked, onChange, onBlur, ref, className }: SwitchFieldProps) {
  const styles = useStyles();
  const noteId = useId();
  return (
    <div className={className}>
      <Switch
        ref={ref}
        className={styles.switch}
        label={label}
        checked={checked}
        aria-describedby={note ? noteId : undefined}
        onBlur={onBlur}
        onChange={(_, data) => onChange(data.checked)}
      />
      {note ? (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      ) : null}
    </div>
  );
}
