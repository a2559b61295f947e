import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { BarcodeScanner20Regular } from '@fluentui/react-icons';
import { useId, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { SCAN_CODE_MAX } from '#contract/codecs.ts';
import type { SettleDetail } from '#contract/offline-sales.ts';
import { unitCategoryLabels, unitStatusLabels } from '#domain/units.ts';
import { SCANNED_INTO } from '#renderer/lib/keyboard-scanner.ts';
import { useF2 } from '#renderer/lib/use-f2-key.ts';
import { Button } from '#renderer/ui/button.tsx';
import { SelectField } from '#renderer/ui/select-field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { palette, type, windows } from '#renderer/ui/theme.ts';

const useStyles = makeStyles({
  ways: { display: 'grid', gap: '8px', margin: 0, padding: 0, border: 'none', minWidth: 0 },
  way: {
    display: 'grid',
    gridTemplateColumns: '18px minmax(0, 1fr)',
    columnGap: '14px',
    padding: '9px 14px',
    border: `1px solid ${palette.buttonBorder}`,
    borderRadius: '8px',
    backgroundColor: palette.surface,
  },
  chosen: {
    border: `1px solid ${palette.brand}`,
    boxShadow: `inset 0 0 0 1px ${palette.brand}`,
    backgroundColor: palette.brandFill,
  },
  radio: { width: '18px', height: '18px', margin: '1px 0 0', accentColor: palette.brand },
  title: { ...type.bodyStrong, fontWeight: 600, color: palette.text1, cursor: 'pointer' },
  consequence: { ...type.label, color: palette.text3, margin: 0 },
  /** An error below each field has room there. */
  within: {
    gridColumnStart: 2,
    display: 'grid',
    gap: '24px',
    marginTop: '6px',
    paddingBottom: '14px',
    minWidth: 0,
    [windows.phone]: { gap: '12px', paddingBottom: 0 },
  },
  unit: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'end',
    gap: '8px',
    // An error stands above the button, whatever its length.
    [windows.phone]: { gridTemplateColumns: 'minmax(0, 1fr)', '& [id$="-error"]': { marginBottom: 0 } },
  },
});

export type Way = 'name' | 'accept' | 'void';

export type WayOut = {
  way: Way;
  title: string;
  /** What becomes of sale, money and goods. */
  consequence: string | null;
  /** What else has to be said, below. */
  within?: ReactNode;
};

type WaysOutProps = { ways: readonly WayOut[]; value: Way; onChange: (way: Way) => void };

/** The ways to settle an entry as cards, each with its consequence. */
export function WaysOut({ ways, value, onChange }: WaysOutProps) {
  const styles = useStyles();
  const name = useId();
  return (
    <fieldset className={styles.ways} aria-label="How to settle it">
      {ways.map(({ way, title, consequence, within }) => (
        <div
          key={way}
          className={mergeClasses(styles.way, way === value && styles.chosen)}
          onClick={() => onChange(way)}
        >
          <input
            type="radio"
            id={`${name}-${way}`}
            name={name}
            className={styles.radio}
            aria-describedby={consequence === null ? undefined : `${name}-${way}-then`}
            checked={way === value}
            onChange={() => onChange(way)}
          />
          <div>
            <label htmlFor={`${name}-${way}`} className={styles.title}>
              {title}
            </label>
            {consequence === null ? null : (
              <p id={`${name}-${way}-then`} className={styles.consequence}>
                {consequence}
              </p>
            )}
          </div>
          {within && way === value ? <div className={styles.within}>{within}</div> : null}
        </div>
      ))}
    </fieldset>
  );
}

/** The value of a line that stays without a unit, beside others that get one. */
export const NO_UNIT = 'without a unit';

type UnitToNameProps = {
  label: string;
  /** True where there are several lines: each says which it is, and may stay without a unit. */
  isOneOfSeveral: boolean;
  choices: SettleDetail['choices'];
  value: string;
  error: string | undefined;
  /** True for the line that F2 and the next scan are for. */
  isNext: boolean;
  onChange: (code: string) => void;
};

/** Chooses the unit that left among those that fit, or takes its code. */
export function UnitToName(props: UnitToNameProps) {
  const { label, isOneOfSeveral, choices, value, error, isNext, onChange } = props;
  const styles = useStyles();
  const isListed = value === '' || value === NO_UNIT || choices.some(({ code }) => code === value);
  const [isTyped, setTyped] = useState(choices.length === 0);
  const isScan = isTyped || !isListed;
  const field = useRef<HTMLInputElement>(null);
  const scan = () => {
    // The field is there before the cursor goes to it.
    flushSync(() => setTyped(true));
    field.current?.focus();
    field.current?.select();
  };
  useF2(isNext ? scan : null);
  return (
    <div className={styles.unit}>
      {isScan ? (
        <TextField
          {...SCANNED_INTO}
          ref={field}
          label={label}
          labelHidden={!isOneOfSeveral}
          placeholder="Scan or type its IMEI, serial number or label"
          autoComplete="off"
          maxLength={SCAN_CODE_MAX}
          error={error}
          value={value === NO_UNIT ? '' : value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <SelectField
          label={label}
          labelHidden={!isOneOfSeveral}
          error={error}
          options={[
            { value: '', label: 'Choose the unit, or scan it' },
            ...choices.map((unit) => ({ value: unit.code, label: choiceText(unit) })),
            ...(isOneOfSeveral ? [{ value: NO_UNIT, label: 'Not known: without a unit' }] : []),
          ]}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {isScan && (choices.length > 0 || isOneOfSeveral) ? (
        <Button
          onClick={() => {
            setTyped(false);
            onChange('');
          }}
        >
          Choose from a list
        </Button>
      ) : isScan ? null : (
        <Button icon={<BarcodeScanner20Regular />} keyCap={isNext ? 'F2' : undefined} onClick={scan}>
          Scan
        </Button>
      )}
    </div>
  );
}

function choiceText({ label, category, status }: SettleDetail['choices'][number]): string {
  const condition = category === 'new' ? [] : [unitCategoryLabels[category]];
  return [label, ...condition, unitStatusLabels[status].toLowerCase()].join(' · ');
}
