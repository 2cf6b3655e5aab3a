import Button from '@mui/material/Button';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Organisation, SsoTrialOutcome } from '#common/api/index.js';
import { useSession } from '#client/shared/session/index.js';
import { Notice, Page } from '#client/shared/ui/index.js';
import { ListFrame } from '../../lists/ListFrame.js';
import type { CsvColumns } from '../../lists/listCsv.js';
import { ActsColumn, Column, StaffTable } from '../../lists/StaffTable.js';
import { usePageParams } from '../../lists/usePageParams.js';
import { useStaffList } from '../../lists/useStaffList.js';
import { ORGANISATIONS_TEXT as words } from '../text/en.js';
import { SSO_TEXT } from '../text/sso.js';
import { OrganisationDialog } from './OrganisationDialog.js';
import { SsoDialog } from './SsoDialog.js';

/** The result of a test sign-in at the provider; the URL says which. */
function TrialOutcome() {
  const [params, setParams] = useSearchParams();
  const outcome = params.get('sso_trial');
  if (outcome === null) return null;
  const passed = outcome === 'passed';
  const text = Object.hasOwn(SSO_TEXT.outcomes, outcome)
    ? SSO_TEXT.outcomes[outcome as SsoTrialOutcome]
    : SSO_TEXT.outcomes.provider;
  return (
    <Notice
      tone={passed ? 'success' : 'danger'}
      role={passed ? 'status' : 'alert'}
      onClose={() => setParams({})}
      sx={{ marginBottom: 2 }}
    >
      {text}
    </Notice>
  );
}

/** /admin/organisations: the clinics and the policies for their staff. */
export default function OrganisationListPage() {
  const session = useSession();
  const [open, setOpen] = useState<Organisation | 'new' | null>(null);
  const [sso, setSso] = useState<Organisation | null>(null);
  const place = usePageParams([], { field: 'name', order: 'ASC' });
  const list = useStaffList<Organisation>('organisations', { place, filter: {}, perPage: 100, live: false });
  return (
    <Page
      title={words.title}
      width={1180}
      count={list.data ? list.total : undefined}
      actions={
        session?.orgId === null && (
          <Button variant="contained" onClick={() => setOpen('new')}>
            {words.create}
          </Button>
        )
      }
    >
      <TrialOutcome />
      <ListFrame
        title={words.title}
        list={list}
        csv={CSV}
        failed={words.failed}
        loading={words.loading}
        empty={{ title: words.none, hint: words.noneHint }}
      >
        <OrganisationTable onEdit={setOpen} onSso={setSso} />
      </ListFrame>
      {sso && <SsoDialog organisation={sso} onClose={() => setSso(null)} />}
      {open && (
        <OrganisationDialog organisation={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

const askedOrNot = (asked: boolean): string => (asked ? words.asked : words.notAsked);
const { columns } = words;
const CSV: CsvColumns<Organisation> = {
  [columns.name]: (one) => one.name,
  [columns.timezone]: (one) => one.timezone,
  [columns.mfa]: (one) => askedOrNot(one.policies.mfa_required_for_staff),
  [columns.stepUp]: (one) => askedOrNot(one.policies.step_up_for_prescribing),
  [columns.monitoring]: (one) => one.policies.monitoring_mode,
};

interface OrganisationTableProps {
  onEdit: (one: Organisation) => void;
  onSso: (one: Organisation) => void;
}
function OrganisationTable({ onEdit, onSso }: OrganisationTableProps) {
  return (
    <StaffTable label={words.title}>
      <Column<Organisation>
        source="name"
        fixed
        label={columns.name}
        unlabeled
        sx={{ fontWeight: 600 }}
        render={(one) => one.name}
      />
      <Column<Organisation> source="timezone" label={columns.timezone} render={(one) => one.timezone} />
      <Column<Organisation>
        source="mfa"
        label={columns.mfa}
        render={(one) => askedOrNot(one.policies.mfa_required_for_staff)}
      />
      <Column<Organisation>
        source="step_up"
        label={columns.stepUp}
        render={(one) => askedOrNot(one.policies.step_up_for_prescribing)}
      />
      <Column<Organisation>
        source="monitoring"
        label={columns.monitoring}
        render={(one) => one.policies.monitoring_mode}
      />
      <ActsColumn<Organisation>
        label={columns.acts}
        render={(one) => (
          <>
            <Button size="small" onClick={() => onEdit(one)} aria-label={`${words.edit} ${one.name}`}>
              {words.edit}
            </Button>
            <Button size="small" onClick={() => onSso(one)} aria-label={`${SSO_TEXT.open}: ${one.name}`}>
              {SSO_TEXT.open}
            </Button>
          </>
        )}
      />
    </StaffTable>
  );
}
