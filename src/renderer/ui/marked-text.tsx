import { makeStyles } from '@fluentui/react-components';
import { palette } from './theme.ts';

const useStyles = makeStyles({
  mark: { padding: 0, borderRadius: '3px', backgroundColor: '#FBE3A2', color: palette.text1 },
});

/** Signs that people write between the groups of a number. */
const BETWEEN = String.raw`[\s\-/.]*`;
/** Shorter words are marked where a word begins with them, as they are searched. */
const WITHIN_MIN = 3;

const asPattern = (word: string) =>
  (word.length < WITHIN_MIN ? String.raw`(?<![\p{L}\p{N}])` : '') +
  [...word].map((sign) => RegExp.escape(sign)).join(BETWEEN);

/** A text with the words of a search marked, however a number is grouped. */
export function MarkedText({ text, search }: { text: string; search: string }) {
  const styles = useStyles();
  const words = [search.replaceAll(/[\s\-/.]/g, ''), ...search.split(/\s+/)].filter(Boolean);
  if (words.length === 0) return text;
  const parts = text.split(new RegExp(`(${words.map(asPattern).join('|')})`, 'iu'));
  return parts.map((part, place) =>
    place % 2 === 1 ? (
      <mark key={place} className={styles.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
