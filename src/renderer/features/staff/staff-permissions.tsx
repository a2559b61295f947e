import { makeStyles } from '@fluentui/react-components';
import { Checkmark16Filled } from '@fluentui/react-icons';
import { defaultPermissions, permissionList, type Permission } from '#domain/permissions.ts';
import { roleTexts } from '#domain/role-texts.ts';
import type { Role } from '#domain/roles.ts';
import { Row, Stack } from '#renderer/ui/layout.tsx';
import { RoleBadge } from '#renderer/ui/role-badge.tsx';
import { Text } from '#renderer/ui/text.tsx';
import { palette, sizes, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  root: { padding: `20px ${sizes.cardSide}` },
  areas: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    columnGap: '32px',
    rowGap: '24px',
    marginTop: '24px',
    [windows.onePane]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: { ...type.bodyStrong, margin: '0 0 6px', color: palette.text1 },
  entry: {
    ...type.body,
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '2px 0',
    color: palette.text2,
  },
  mark: { flexShrink: 0, color: palette.brand },
});

const isDefault = (role: Role, held: readonly Permission[]) =>
  new Set(defaultPermissions(role)).symmetricDifference(new Set(held)).size === 0;

/** The permissions of a person's role; three roles have a summary sentence while their defaults are unchanged. */
export function StaffPermissions({ role, held }: { role: Role; held: readonly Permission[] }) {
  const styles = useStyles();
  const text = isDefault(role, held) ? roleTexts[role] : undefined;
  const shown = permissionList.filter(({ permission }) => held.includes(permission));
  const groups = [...Map.groupBy(shown, ({ group }) => group)];
  return (
    <div className={styles.root}>
      <Row gap={12} align="center" wraps>
        <RoleBadge role={role} />
        <Text as="p" size="body" tone="text1">
          {text ?? (groups.length === 0 ? 'This role has no permissions yet.' : '')}
        </Text>
      </Row>
      <div className={styles.areas}>
        {groups.map(([group, listed]) => (
          <section key={group} aria-label={group}>
            <h2 className={styles.title}>{group}</h2>
            <Stack as="ul">
              {listed.map(({ permission, label }) => (
                <li key={permission} className={styles.entry}>
                  <Checkmark16Filled className={styles.mark} aria-hidden="true" />
                  {label}
                </li>
              ))}
            </Stack>
          </section>
        ))}
      </div>
    </div>
  );
}
