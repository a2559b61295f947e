import { makeStyles, mergeClasses } from '@fluentui/react-components';
import type { FormEventHandler, ReactNode } from 'react';

const useStyles = makeStyles({ stacked: { display: 'flex', flexDirection: 'column', gap: '16px' } });

/** How a form stands, and how it is sent. */
export type FormState = {
  /** Of the form element, for a button elsewhere. */
  id: string;
  isDirty: boolean;
  busy: boolean;
  /** How many fields show an error. */
  errors: number;
  submit: FormEventHandler<HTMLFormElement>;
};

export type FormProps = { form: FormState; className?: string; children: ReactNode };

/** The form element of a contract form, its fields below each other. */
export function Form({ form, className, children }: FormProps) {
  const styles = useStyles();
  return (
    <form
      id={form.id}
      noValidate
      className={mergeClasses(styles.stacked, className)}
      onSubmit={(event) => {
        // A dialog lies inside its page's React tree: its form must not submit the page's.
        event.stopPropagation();
        form.submit(event);
      }}
    >
      {children}
    </form>
  );
}
