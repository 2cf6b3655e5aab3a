import Button from '@mui/material/Button';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Organisation, SsoTrialOutcome } from '../../../../../common/api/index.js';
import { useSession } from '../../../shared/session/index.js';
import { Notice, Page, Panel } from '../../../shared/ui/index.js';
import { ListBody } from '../../kit/ListBody.js';
import { Cell, Head, Row, WorkTable } from '../../kit/Worklist.js';
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
  const list = useGetList<Organisation>('organisations', {
    pagination: { page: 1, perPage: 100 },
    sort: { field: 'name', order: 'ASC' },
  });
  const { columns } = words;
  return (
    <Page
      title={words.title}
      width={1180}
      count={list.data?.length}
      actions={
        session?.orgId === null && (
          <Button variant="contained" onClick={() => setOpen('new')}>
            {words.create}
          </Button>
        )
      }
    >
      <TrialOutcome />
      <Panel title={words.title} flush hideTitle>
        <ListBody
          list={list}
          failed={words.failed}
          loading={words.loading}
          empty={{ title: words.none, hint: words.noneHint }}
        >
          {(rows) => (
            <WorkTable
              label={words.title}
              head={
                <>
                  <Head>{columns.name}</Head>
                  <Head>{columns.timezone}</Head>
                  <Head>{columns.mfa}</Head>
                  <Head>{columns.stepUp}</Head>
                  <Head>{columns.monitoring}</Head>
                  <Head end>{columns.acts}</Head>
                </>
              }
            >
              {rows.map((row) => (
                <Row key={row.id}>
                  <Cell sx={{ fontWeight: 600 }}>{row.name}</Cell>
                  <Cell name={columns.timezone}>{row.timezone}</Cell>
                  <Cell name={columns.mfa}>
                    {row.policies.mfa_required_for_staff ? words.asked : words.notAsked}
                  </Cell>
                  <Cell name={columns.stepUp}>
                    {row.policies.step_up_for_prescribing ? words.asked : words.notAsked}
                  </Cell>
                  <Cell name={columns.monitoring}>{row.policies.monitoring_mode}</Cell>
                  <Cell end>
                    <Button
                      size="small"
                      onClick={() => setOpen(row)}
                      aria-label={`${words.edit} ${row.name}`}
                    >
                      {words.edit}
                    </Button>
                    <Button
                      size="small"
                      onClick={() => setSso(row)}
                      aria-label={`${SSO_TEXT.open}: ${row.name}`}
                    >
                      {SSO_TEXT.open}
                    </Button>
                  </Cell>
                </Row>
              ))}
            </WorkTable>
          )}
        </ListBody>
      </Panel>
      {sso && <SsoDialog organisation={sso} onClose={() => setSso(null)} />}
      {open && (
        <OrganisationDialog organisation={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}
