import type { Ref } from 'react';

type FileInputProps = {
  /** Its `click` opens the computer's own dialog. */
  ref: Ref<HTMLInputElement>;
  label: string;
  /** The endings and media types that are offered. */
  accept: string;
  onChoose: (file: File) => void;
};

/** Chooses a file; hidden, as a button stands for it. */
export const FileInput = ({ ref, label, accept, onChoose }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    aria-label={label}
    accept={accept}
    onChange={(event) => {
      const [chosen] = event.target.files ?? [];
      // Allows choosing the same file again after it was corrected.
      event.target.value = '';
      if (chosen) onChoose(chosen);
    }}
  />
);

/** Chooses a CSV file. */
export const CsvInput = (props: Pick<FileInputProps, 'ref' | 'onChoose'>) => (
  <FileInput {...props} label="CSV file" accept=".csv,.tsv,.txt,text/csv" />
);
