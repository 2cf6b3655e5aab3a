import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type {
  AppDecision,
  AppGroup,
  AppQuestion,
  AppRequest,
  AppRequestAnswer,
} from '#common/api/patient-apps.js';
import { actionErrorMessage, api, isApiError } from '../../shared/api/index.js';
import { Choice } from '../../shared/forms/Choice.js';
import { useAct } from '../../shared/forms/useAct.js';
import { useSession, useZone } from '../../shared/session/index.js';
import { ButtonLink, Loading, Notice, Page } from '../../shared/ui/index.js';
import { dayIn, momentIn } from '../../shared/ui/zones.js';
import { CONNECT_TEXT as text, GROUP_TEXT } from './text/en.js';

const PARAMETERS = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'aud',
  'code_challenge',
  'code_challenge_method',
] as const;

const requestIn = (search: URLSearchParams): AppRequest =>
  Object.fromEntries(
    PARAMETERS.flatMap((name) => {
      const value = search.get(name);
      return value === null ? [] : [[name, value]];
    }),
  ) as unknown as AppRequest;

/** /trt/patient/connect: an app asks to read the patient's record. */
export default function ConnectPage() {
  const [search] = useSearchParams();
  const request = requestIn(search);
  const query = useQuery({
    queryKey: ['patient', 'app-request', search.toString()],
    queryFn: ({ signal }) =>
      api.post<AppRequestAnswer>('/api/patient/apps/request', request, { signal, label: text.pageTitle }),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const { question, redirect } = query.data ?? {};
  useEffect(() => {
    if (redirect) window.location.replace(redirect);
  }, [redirect]);
  if (question) return <Question question={question} request={request} />;
  return (
    <Page title={text.pageTitle} width={640}>
      {query.error ? <Refused error={query.error} /> : <Loading rows={6} label={text.loading} />}
    </Page>
  );
}

/** Shown here, because an address that the clinic does not know must not be followed. */
function Refused({ error }: { error: Error }) {
  const unreadable = isApiError(error) && error.status === 422;
  return (
    <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
      <Notice tone="danger" role="alert" title={text.refused}>
        {unreadable ? text.incomplete : actionErrorMessage(error, text.failed)}
      </Notice>
      <ButtonLink to="/trt/patient" variant="outlined">
        {text.home}
      </ButtonLink>
    </Box>
  );
}

function Question({ question, request }: { question: AppQuestion; request: AppRequest }) {
  const { name, organisation, host, stays, until } = question;
  const zone = useZone();
  const session = useSession();
  const [groups, setGroups] = useState<readonly AppGroup[]>(question.groups);
  const [leaving, setLeaving] = useState(false);
  const answer = async (allow: boolean) => {
    const decision = await api.post<AppDecision>('/api/patient/apps/decision', {
      ...request,
      allow,
      groups: allow ? groups : [],
    });
    setLeaving(true);
    window.location.replace(decision.redirect);
  };
  const allowing = useAct({
    check: () => (groups.length === 0 ? { groups: text.choose } : ({} as Record<string, string>)),
    act: () => answer(true),
    failed: text.failed,
  });
  const declining = useAct({ act: () => answer(false), failed: text.failed });
  const busy = allowing.busy || declining.busy || leaving;
  const problem = allowing.problems.form ?? declining.problems.form;
  return (
    <Page title={text.title(name)} lead={text.lead(name, organisation)} width={640}>
      <Box
        component="form"
        noValidate
        aria-label={text.title(name)}
        onSubmit={allowing.submit}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}
      >
        <Notice tone="warning">{text.outside(name, organisation)}</Notice>
        <Groups
          asked={question.groups}
          chosen={groups}
          onChange={setGroups}
          error={allowing.problems.fields['groups']}
        />
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography>
            {stays ? text.stays(dayIn(until, zone)) : text.until(momentIn(until, zone))}
          </Typography>
          <Typography>{text.onlyReads}</Typography>
          <Typography>{text.later}</Typography>
        </Box>
        {problem && (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <Button type="submit" variant="contained" loading={allowing.busy} disabled={busy}>
            {text.allow}
          </Button>
          <Button type="submit" form="decline" variant="outlined" loading={declining.busy} disabled={busy}>
            {text.decline}
          </Button>
        </Box>
        <Typography
          role={leaving ? 'status' : undefined}
          sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}
        >
          {leaving
            ? text.leaving
            : `${session ? `${text.signedInAs(session.displayName ?? session.email ?? '')} ` : ''}${text.back(host)}`}
        </Typography>
      </Box>
      <form id="decline" onSubmit={declining.submit} />
    </Page>
  );
}

interface GroupsProps {
  asked: readonly AppGroup[];
  chosen: readonly AppGroup[];
  onChange: (chosen: AppGroup[]) => void;
  error: string | undefined;
}
function Groups({ asked, chosen, onChange, error }: GroupsProps) {
  const toggle = (group: AppGroup, on: boolean) =>
    onChange(asked.filter((one) => (one === group ? on : chosen.includes(one))));
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}
      aria-describedby="groups-help"
    >
      <Typography component="legend" variant="h3" sx={{ padding: 0 }}>
        {text.reads}
      </Typography>
      <Typography
        id="groups-help"
        role={error ? 'alert' : undefined}
        sx={{ marginBlock: 1, color: error ? 'error.main' : 'text.secondary' }}
      >
        {error ?? text.readsHint}
      </Typography>
      {asked.map((group) => (
        <Box
          key={group}
          component="label"
          htmlFor={`group-${group}`}
          sx={(theme) => ({
            position: 'relative',
            display: 'flex',
            alignItems: 'center',
            gap: 1.25,
            minHeight: 48,
            paddingBlock: 0.75,
            cursor: 'pointer',
            '&:has(input:focus-visible)': {
              outline: `3px solid ${theme.vars.palette.primary.main}`,
              outlineOffset: 2,
              borderRadius: '8px',
            },
          })}
        >
          <Choice
            type="checkbox"
            id={`group-${group}`}
            name="groups"
            checked={chosen.includes(group)}
            aria-invalid={error ? true : undefined}
            onChange={(on) => toggle(group, on)}
          />
          {GROUP_TEXT[group]}
        </Box>
      ))}
    </Box>
  );
}
