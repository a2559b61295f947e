import type { Ref } from 'react';

type CsvInputProps = {
  /** Its `click` opens the computer's own dialog. */
  ref: Ref<HTMLInputElement>;
  onChoose: (file: File) => void;
};

/** Chooses a CSV file; hidden, as a button stands for it. */
export const CsvInput = ({ ref, onChoose }: CsvInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    aria-label="CSV file"
    accept=".csv,.tsv,.txt,text/csv"
    onChange={(event) => {
      const [chosen] = event.target.files ?? [];
      // Allows choosing the same file again after it was corrected.
      event.target.value = '';
      if (chosen) onChoose(chosen);
    }}
  />
);
