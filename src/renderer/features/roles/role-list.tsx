import { Checkbox, makeStyles, mergeClasses } from '@fluentui/react-components';
import { ArrowReset20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import { roleDescriptions } from '#domain/role-texts.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Stack } from '#renderer/ui/layout.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, tones } from '#renderer/ui/theme.ts';
import { changeableOf, differs, grantOf, groups, type GrantsProps } from './grants.ts';

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  row: { ':not(:last-child)': { borderBottom: `1px solid ${palette.rowLine}` } },
  changed: { backgroundColor: tones.yellow[0] },
  unsaved: { backgroundColor: palette.brandFill },
  /** The whole row is the target of a finger. */
  box: { display: 'flex', width: '100%', maxWidth: 'none', minHeight: '44px' },
  input: { width: '100%' },
  indicator: { margin: '12px 4px 12px 16px' },
  label: { flexGrow: 1, minWidth: 0, margin: 0, padding: '10px 16px 10px 8px', color: palette.text1 },
});

/** The permissions of one role by group, where a window is too narrow for the matrix of all. */
export function RoleList({ roles, wantedOf, onChange, onRestore }: GrantsProps) {
  const styles = useStyles();
  const changeable = changeableOf(roles);
  const [chosen, setChosen] = useState(changeable[0]?.role);
  const role = changeable.find((each) => each.role === chosen) ?? changeable[0];
  if (!role) return null;
  const held = wantedOf(role.role);
  return (
    <Stack gap={12}>
      <SelectField
        label="Role"
        options={changeable.map((each) => ({ value: each.role, label: each.label }))}
        value={role.role}
        onChange={({ target }) => setChosen(changeable.find((each) => each.role === target.value)?.role)}
      />
      <Text as="p" size="label" tone="text3">
        {roleDescriptions[role.role]}. An admin may do everything.
      </Text>
      {differs(role) ? (
        <Button
          size="till"
          icon={<ArrowReset20Regular />}
          aria-label={`Back to the defaults: ${role.label}`}
          onClick={() => onRestore(role)}
        >
          Back to the defaults
        </Button>
      ) : null}
      {groups.map(([group, listed]) => (
        <Card key={group} flush title={group}>
          <ul className={styles.list}>
            {listed.map(({ permission, label, opens }) => {
              const { isGranted, isUnsaved, isChanged, lacking } = grantOf(role, permission, held);
              const note = isUnsaved ? 'Not saved' : isChanged ? 'Differs from the default' : null;
              return (
                <li
                  key={permission}
                  className={mergeClasses(
                    styles.row,
                    isChanged && styles.changed,
                    isUnsaved && styles.unsaved,
                  )}
                >
                  <Checkbox
                    className={styles.box}
                    input={{ className: styles.input }}
                    indicator={{ className: styles.indicator }}
                    checked={isGranted}
                    onChange={(_, { checked }) => onChange(role.role, permission, checked === true)}
                    label={{
                      className: styles.label,
                      children: (
                        <>
                          <Text size="bodyStrong" tone="text1" block>
                            {label}
                          </Text>{' '}
                          <Text size="meta" tone="text3" block>
                            {[opens, note].filter(Boolean).join(' · ')}
                          </Text>{' '}
                          {lacking.length > 0 ? (
                            <Text size="meta" tone="danger" block>
                              {`Needs “${lacking.join('” and “')}”`}
                            </Text>
                          ) : null}
                        </>
                      ),
                    }}
                  />
                </li>
              );
            })}
          </ul>
        </Card>
      ))}
    </Stack>
  );
}
