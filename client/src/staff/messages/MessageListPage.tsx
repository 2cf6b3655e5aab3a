import Box from '@mui/material/Box';
import { useGetList } from 'react-admin';
import type { StaffMessageThread } from '#common/api/index.js';
import { Page, Panel, TextLink } from '../../shared/ui/index.js';
import { BACKGROUND } from '../data/dataProvider.js';
import { ListBody } from '../lists/ListBody.js';
import { isStale, SourceBanner } from '../lists/SourceBanner.js';
import { useLiveList } from '../lists/useLiveList.js';
import { usePageParams } from '../lists/usePageParams.js';
import { ViewTabs } from '../lists/ViewTabs.js';
import { Pager, type Sort } from '../lists/Worklist.js';
import { MESSAGES_TEXT as words, MESSAGE_LIST_PAGE_TEXT, MESSAGE_VIEWS_TEXT } from './text/en.js';
import { NewMessageToSomeone } from './PickPatient.js';
import { ThreadList } from './ThreadList.js';
import { ThreadView } from './ThreadView.js';

const PER_PAGE = 25;
const VIEWS: Record<'waiting' | 'all', { label: string; filter: object; sort: Sort }> = {
  waiting: {
    label: MESSAGE_VIEWS_TEXT.waiting,
    filter: { waiting: true },
    sort: { field: 'waiting_since', order: 'ASC' },
  },
  all: { label: MESSAGE_VIEWS_TEXT.all, filter: {}, sort: { field: 'last_message_at', order: 'DESC' } },
};

/** /trt/provider/messages: who is waiting for a reply, longest wait first, with the conversation beside it. */
export default function MessageListPage() {
  const { params, page, setPage, change } = usePageParams([], VIEWS.waiting.sort);
  const view = params.get('view') === 'all' ? 'all' : 'waiting';
  const openId = params.get('thread');
  const { filter, sort } = VIEWS[view];
  const list = useLiveList<StaffMessageThread>('messages', {
    pagination: { page, perPage: PER_PAGE },
    sort,
    filter: { ...filter },
  });
  const { data, total = 0, meta } = list;
  const open = useOpenThread(openId, data);
  const linkTo = (id: string) => {
    const next = new URLSearchParams(params);
    next.set('thread', id);
    return `?${next.toString()}`;
  };
  return (
    <Page
      title={words.title}
      width={1440}
      count={data ? total : undefined}
      actions={!isStale(meta?.source) && <NewMessageToSomeone />}
    >
      {isStale(meta?.source) && <SourceBanner kind="fallback messages" asOf={meta?.as_of} />}
      <ViewTabs
        label={words.views}
        value={view}
        views={VIEWS}
        onChange={(next) => change({ view: next, thread: null })}
      >
        <Box
          sx={{
            display: 'grid',
            gap: 2.5,
            alignItems: 'start',
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' },
          }}
        >
          {/* On a phone an open conversation replaces the list. */}
          <Box sx={{ minWidth: 0, display: { xs: openId ? 'none' : 'block', lg: 'block' } }}>
            <Panel title={words.threads} flush hideTitle>
              <ListBody
                list={list}
                failed={words.failed}
                loading={MESSAGE_LIST_PAGE_TEXT.loadingMessages}
                empty={words.none[view]}
              >
                {(threads) => (
                  <>
                    <ThreadList threads={threads} openId={openId} linkTo={linkTo} />
                    <Pager page={page} perPage={PER_PAGE} total={total} onPage={setPage} />
                  </>
                )}
              </ListBody>
            </Panel>
          </Box>
          <Box sx={{ minWidth: 0 }}>
            {openId && (
              <Box sx={{ display: { lg: 'none' }, marginBottom: 1.5 }}>
                <TextLink to={`?view=${view}`}>{words.back}</TextLink>
              </Box>
            )}
            {open ? (
              <ThreadView thread={open} readOnly={isStale(meta?.source)} />
            ) : (
              <Box
                sx={{
                  color: 'text.secondary',
                  padding: 2,
                  display: { xs: openId ? 'block' : 'none', lg: 'block' },
                }}
              >
                {openId && data ? words.gone : words.choose}
              </Box>
            )}
          </Box>
        </Box>
      </ViewTabs>
    </Page>
  );
}

/** The open conversation, also after a reply has removed it from the waiting list. */
function useOpenThread(
  openId: string | null,
  threads: StaffMessageThread[] | undefined,
): StaffMessageThread | undefined {
  const listed = threads?.find((thread) => thread.thread_id === openId);
  const { data } = useGetList<StaffMessageThread>(
    'messages',
    { pagination: { page: 1, perPage: 1 }, sort: VIEWS.all.sort, filter: { id: openId }, meta: BACKGROUND },
    { enabled: openId !== null && threads !== undefined && !listed },
  );
  return listed ?? data?.find((thread) => thread.thread_id === openId);
}
