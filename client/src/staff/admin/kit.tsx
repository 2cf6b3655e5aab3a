import { useState } from 'react';
import { toast } from '../../shared/toasts/index.js';
import { ActionDialog } from '../kit/ActionDialog.js';
import { explained, Failure } from '../kit/Failure.js';

interface ConfirmProps {
  title: string;
  lead: string;
  label: string;
  failed: string;
  done: string;
  /** False where nothing is deleted. */
  danger?: boolean;
  act: () => Promise<unknown>;
  onDone: () => Promise<void>;
  onClose: () => void;
}
/** Asks for a plain confirmation. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, lead, label, failed, done, danger = true, act, onDone, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      toast.success(done);
      await onDone();
      onClose();
    } catch (error) {
      setFailure(explained(error));
      setBusy(false);
    }
  }
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      confirm={{ label, onConfirm: () => void confirm(), busy, danger }}
      error={failure !== null && <Failure title={failed} detail={failure} />}
    >
      {lead}
    </ActionDialog>
  );
}

interface OrganisationFieldProps {
  id: string;
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
}
/** For system-wide administrators: whose it is. */
export function OrganisationField({ id, ...field }: OrganisationFieldProps) {
  const staff = useStaff();
  const { data } = useQuery({
    queryKey: ['admin-organisations'],
    queryFn: ({ signal }) => staff.getOrganisations(signal),
  });
  return (
    <SmallField id={id} type="select" label={ORGANISATION_FIELD_TEXT.label} {...field}>
      <option value="">{ORGANISATION_FIELD_TEXT.choose}</option>
      {data?.organisations.map((organisation) => (
        <option key={organisation.id} value={organisation.id}>
          {organisation.name}
        </option>
      ))}
    </SmallField>
  );
}

interface SecretOnceProps {
  words: Readonly<
    Record<'onceTitle' | 'once' | 'secret' | 'copy' | 'copied' | 'copyFailed' | 'done', string>
  >;
  secret: string;
  onClose: () => void;
}
/** Shows a secret once. Only its button closes it, so that a stray click does not lose the secret. */
export function SecretOnceDialog({ words, secret, onClose }: SecretOnceProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(words.copied);
    } catch {
      toast.warning(words.copyFailed);
    }
  }
  return (
    <ActionDialog title={words.onceTitle} onClose={onClose} cancelLabel={words.done} sticky>
      <Stack spacing={2}>
        <Notice tone="warning">{words.once}</Notice>
        <Box
          component="output"
          aria-label={words.secret}
          sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', userSelect: 'all' }}
        >
          {secret}
        </Box>
        <Button variant="outlined" onClick={() => void copy()} sx={{ alignSelf: 'start' }}>
          {words.copy}
        </Button>
      </Stack>
    </ActionDialog>
  );
}
