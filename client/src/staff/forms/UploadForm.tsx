import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useId, useState, type FormEvent } from 'react';
import { FileField } from '../../shared/ui/FileField.js';

/** As the server takes imported files. */
const LARGEST_BYTES = 5 * 1024 * 1024;

interface UploadFormProps {
  title: string;
  label: string;
  accept: string;
  /** What the button says; null: there is nothing to send. */
  action: string | null;
  busy: boolean;
  words: { missing: string; tooLarge: string };
  /** Another file was chosen. */
  onChoose: () => void;
  /** Answers what is wrong with the text of the file, if anything is. */
  onSend: (text: string) => Promise<string | null>;
}

/** One file that is previewed and then imported; it stays chosen whatever happens. */
export function UploadForm({ title, label, accept, action, busy, words, onChoose, onSend }: UploadFormProps) {
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function choose(chosen: File | null) {
    setFile(chosen);
    setProblem(null);
    onChoose();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = !file ? words.missing : file.size > LARGEST_BYTES ? words.tooLarge : null;
    setProblem(wrong);
    if (file && !wrong) setProblem(await onSend(await file.text()));
  }
  return (
    <Box
      component="form"
      noValidate
      aria-label={title}
      onSubmit={(event: FormEvent) => void submit(event)}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2, marginBlock: 2 }}
    >
      <FileField id={id} label={label} accept={accept} disabled={busy} error={problem} onChoose={choose} />
      {action && (
        <Button type="submit" variant="contained" loading={busy}>
          {action}
        </Button>
      )}
    </Box>
  );
}
