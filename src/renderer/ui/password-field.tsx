import { makeStyles } from '@fluentui/react-components';
import { Eye20Regular, EyeOff20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

const useStyles = makeStyles({ eye: { marginRight: '-2px' } });

/** A text field for a secret, with an eye button that shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const styles = useStyles();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff20Regular : Eye20Regular;
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <Button
          className={styles.eye}
          appearance="subtle"
          aria-label={shown ? 'Hide password' : 'Show password'}
          icon={<Icon />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
