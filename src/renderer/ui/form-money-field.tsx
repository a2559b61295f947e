import { useMergedRefs } from '@fluentui/react-components';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { MoneyField, type MoneyFieldProps } from './money-field.tsx';

type FormMoneyFieldProps<Values extends FieldValues, Sent> = Omit<
  MoneyFieldProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error'
> & {
  control: Control<Values, unknown, Sent>;
  name: FieldPath<Values>;
  /** The form's value while the field is empty. */
  empty?: null | undefined | typeof NaN;
};

/** An amount field of a form, in pesos. */
export function FormMoneyField<Values extends FieldValues, Sent>(props: FormMoneyFieldProps<Values, Sent>) {
  const { control, name, ref, ...own } = props;
  const { empty, ...field } = own;
  const { field: held, fieldState } = useController({ control, name });
  const merged = useMergedRefs(held.ref, ref);
  return (
    <MoneyField
      {...field}
      ref={merged}
      name={held.name}
      value={(held.value as number | null | undefined) ?? null}
      error={fieldState.error?.message}
      onBlur={held.onBlur}
      onChange={(pesos) => held.onChange(pesos ?? ('empty' in own ? empty : null))}
    />
  );
}
