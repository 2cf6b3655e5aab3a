import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import type { RuleSetDescription } from '#common/clinical/index.js';
import { SEVERITY_TONE } from '#common/vocabulary/index.js';
import { formatDate, Page, Panel, StatusChip } from '#client/shared/ui/index.js';
import { Filters, SearchRoom } from '../../lists/Filters.js';
import { ListBody } from '../../lists/ListBody.js';
import { SmallField } from '../../forms/SmallField.js';
import { useStaff } from '../../data/useStaff.js';
import { Cell, Head, Row, WorkTable } from '../../lists/Worklist.js';
import { RULE_EFFECT, RULE_PHASE, RULES_TEXT as words } from '../text/en.js';

type Rule = RuleSetDescription['rules'][number];

const phaseWords = ({ phases }: Rule): string => phases.map((phase) => RULE_PHASE[phase] ?? phase).join(', ');
/** One effect or several: `FLAG+RXBLOCK`, `BLOCK/STOP`. */
const effectWords = ({ effect }: Rule): string =>
  effect
    .split(/[+/]/)
    .map((part) => RULE_EFFECT[part] ?? part)
    .join(', ');

const holds = (rule: Rule, text: string): boolean =>
  [
    rule.rule_key,
    rule.threshold,
    rule.recommendation,
    rule.source,
    rule.effect,
    effectWords(rule),
    phaseWords(rule),
  ].some((part) => part.toLowerCase().includes(text));

/** /admin/rules: the clinical rules, in words. */
export default function RuleSetPage() {
  const staff = useStaff();
  const [search, setSearch] = useState('');
  const query = useQuery({ queryKey: ['admin-rules'], queryFn: ({ signal }) => staff.getRules(signal) });
  const text = search.trim().toLowerCase();
  const set = query.data;
  const rules = set?.rules.filter((rule) => !text || holds(rule, text));
  return (
    <Page title={words.title} width={1440} count={rules?.length} lead={words.lead}>
      <Stack spacing={3}>
        <Box>
          <Filters>
            <SearchRoom>
              <SmallField
                id="rule-search"
                type="search"
                label={words.search}
                value={search}
                onChange={setSearch}
              />
            </SearchRoom>
            {set && (
              <Typography sx={{ color: 'text.secondary', paddingBottom: 1 }}>
                {words.version} {set.version}
              </Typography>
            )}
          </Filters>
          <Panel title={words.title} flush hideTitle>
            <ListBody
              list={{ ...query, data: rules && [...rules] }}
              failed={words.failed}
              loading={words.loading}
              empty={{ title: words.noMatch, hint: words.noMatchHint }}
              noMatch={text ? { words, onClear: () => setSearch('') } : undefined}
            >
              {(rows) => <RuleTable rows={rows} />}
            </ListBody>
          </Panel>
        </Box>
        {set && <Background set={set} />}
      </Stack>
    </Page>
  );
}

function RuleTable({ rows }: { rows: Rule[] }) {
  const { columns } = words;
  return (
    <WorkTable
      label={words.title}
      stackBelow="lg"
      head={
        <>
          <Head>{columns.key}</Head>
          <Head>{columns.severity}</Head>
          <Head>{columns.phase}</Head>
          <Head>{columns.text}</Head>
          <Head>{columns.effect}</Head>
          <Head>{columns.source}</Head>
        </>
      }
    >
      {rows.map((rule) => (
        <Row key={rule.rule_key}>
          <Cell sx={{ fontWeight: 600, overflowWrap: { xs: 'anywhere', lg: 'normal' } }}>
            <KeyText text={rule.rule_key} />
          </Cell>
          <Cell name={columns.severity}>
            <StatusChip tone={SEVERITY_TONE[rule.severity]}>{rule.severity}</StatusChip>
          </Cell>
          <Cell name={columns.phase}>{phaseWords(rule)}</Cell>
          <Cell name={columns.text}>
            <Box sx={{ minWidth: { lg: 300 }, maxWidth: '60ch', overflowWrap: 'anywhere' }}>
              <Box>{rule.threshold}</Box>
              <Box sx={{ color: 'text.secondary' }}>{rule.recommendation}</Box>
            </Box>
          </Cell>
          <Cell name={columns.effect}>{effectWords(rule)}</Cell>
          <Cell name={columns.source} sx={{ overflowWrap: 'anywhere' }}>
            {rule.source}
          </Cell>
        </Row>
      ))}
    </WorkTable>
  );
}

function Background({ set }: { set: RuleSetDescription }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { lg: '1fr 2fr' }, alignItems: 'start' }}>
      <Panel title={words.changes}>
        <Stack component="ul" spacing={1.5} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
          {set.changes.map((change) => (
            <li key={change.version}>
              <strong>{change.version}</strong>, {formatDate(change.date)}: {change.text}
            </li>
          ))}
        </Stack>
      </Panel>
      <Panel title={words.sources}>
        <Stack component="ul" spacing={1.5} sx={{ margin: 0, paddingLeft: 2.5 }}>
          {set.sources.map((source) => (
            <li key={source.id}>
              <strong>{source.id}</strong>{' '}
              {source.url ? (
                <Link href={source.url} target="_blank" rel="noreferrer">
                  {source.citation}
                </Link>
              ) : (
                source.citation
              )}
            </li>
          ))}
        </Stack>
      </Panel>
    </Box>
  );
}

/** Lets a key break after each of its words. */
function KeyText({ text }: { text: string }) {
  return (
    <span>
      {text.split(/(?<=_)/).map((part, i) => (
        <Fragment key={i}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
