import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { EmergencyCard } from '../shared/emergency/EmergencyCard.js';
import { EMERGENCY_TEXT } from '../shared/emergency/text.js';
import { Notice, TextLink, visuallyHidden } from '../shared/ui/index.js';
import { askAgain, type ChatMessage } from './conversation.js';
import { ASSISTANT_TEXT as text, HELP_TEXT } from './text/en.js';

interface ChatLogProps {
  messages: readonly ChatMessage[];
  pending: boolean;
  /** A link closes the chat. */
  onLeave: () => void;
  onTell: (words: string) => void;
}

/** The conversation, scrolled to the newest message. New messages are announced. */
export function ChatLog({ messages, pending, onLeave, onTell }: ChatLogProps) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' });
  }, [messages, pending]);
  return (
    <Box
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', padding: 2 }}
      tabIndex={0}
      role="region"
      aria-label={text.log}
    >
      <Box
        role="log"
        aria-label={text.log}
        sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
      >
        <Bubble sender="assistant" words={text.greeting} />
        {messages.map((message) => (
          <Message key={message.id} message={message} pending={pending} onLeave={onLeave} onTell={onTell} />
        ))}
      </Box>
      <Box role="status" sx={{ minHeight: 24, marginTop: 1, color: 'text.secondary', fontSize: '0.875rem' }}>
        {pending && text.typing}
      </Box>
      <div ref={end} />
    </Box>
  );
}

function Message({
  message,
  pending,
  onLeave,
  onTell,
}: Omit<ChatLogProps, 'messages'> & { message: ChatMessage }) {
  const { sender, sources, suggestions, emergency, error, tell, passedOn } = message;
  if (emergency)
    return (
      <div>
        <EmergencyCard kind={emergency} advice={message.text}>
          {message.received === false && EMERGENCY_TEXT.notTold}
        </EmergencyCard>
        {passedOn && <PassedOn onLeave={onLeave} />}
        <Articles lead={text.sources} articles={sources} onLeave={onLeave} />
      </div>
    );
  if (error)
    return (
      <Notice
        tone="danger"
        action={
          <Button
            color="inherit"
            variant="outlined"
            sx={{ minHeight: 44 }}
            disabled={pending}
            onClick={() => void askAgain()}
          >
            {text.retry}
          </Button>
        }
      >
        {message.text}
      </Notice>
    );
  return (
    <div>
      <Bubble sender={sender} words={message.text} />
      {passedOn && <PassedOn onLeave={onLeave} />}
      {tell && (
        <Button
          variant="contained"
          sx={{ minHeight: 44, marginTop: 1, marginBottom: 0.5 }}
          onClick={() => onTell(tell)}
        >
          {text.tell}
        </Button>
      )}
      <Articles lead={text.sources} articles={sources} onLeave={onLeave} />
      <Articles lead={text.suggestions} articles={suggestions} onLeave={onLeave} />
    </div>
  );
}

function PassedOn({ onLeave }: Pick<ChatLogProps, 'onLeave'>) {
  return (
    <Notice tone="info" sx={{ marginTop: 1 }}>
      {text.passedOn}{' '}
      <TextLink to="/trt/patient/messages" onClick={onLeave}>
        {text.passedOnLink}
      </TextLink>
    </Notice>
  );
}

function Bubble({ sender, words }: { sender: ChatMessage['sender']; words: string }) {
  const own = sender === 'user';
  const paragraphs = words.split('\n\n');
  return (
    <Box
      sx={({ vars }) => ({
        width: 'fit-content',
        maxWidth: '90%',
        marginLeft: own ? 'auto' : 0,
        padding: '10px 14px',
        borderRadius: own ? '14px 14px 4px 14px' : '14px 14px 14px 4px',
        backgroundColor: own ? vars.palette.primary.main : vars.palette.portal.sunken,
        color: own ? vars.palette.primary.contrastText : vars.palette.text.primary,
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-wrap',
      })}
    >
      <Box component="span" sx={visuallyHidden}>
        {own ? text.you : text.assistant}:{' '}
      </Box>
      {/* React escapes the text, so typed markup stays plain characters. */}
      {own
        ? words
        : paragraphs.map((paragraph, i) => (
            <Box
              key={i}
              dir="auto"
              sx={{
                '& + &': { marginTop: 1 },
                ...(paragraph === HELP_TEXT.disclaimer && { fontSize: '0.8125rem', color: 'text.secondary' }),
              }}
            >
              {CALL_911.test(paragraph) ? <CallLine words={paragraph} /> : paragraph}
            </Box>
          ))}
    </Box>
  );
}

const CALL_911 = /\bcall 911\.$/;

/** On a phone the number can be called with one tap. */
function CallLine({ words }: { words: string }) {
  return (
    <>
      {words.slice(0, -'call 911.'.length)}
      <a href="tel:911">{text.call911}</a>.
    </>
  );
}

interface ArticlesProps {
  lead: string;
  articles: ChatMessage['sources'];
  /** A link closes the chat. */
  onLeave: () => void;
}

function Articles({ lead, articles, onLeave }: ArticlesProps) {
  if (!articles?.length) return null;
  return (
    <Box sx={{ marginTop: 0.75, paddingLeft: 0.5, fontSize: '0.875rem', color: 'text.secondary' }}>
      {lead}:{' '}
      {articles.map(({ slug, title, awaiting_review: awaits }, i) => (
        <span key={slug}>
          {i > 0 && ', '}
          <TextLink
            to={`/help/${slug}`}
            onClick={onLeave}
            sx={{ display: 'inline-block', paddingBlock: '3px' }}
          >
            {title}
          </TextLink>
          {awaits && ` (${HELP_TEXT.awaiting})`}
        </span>
      ))}
    </Box>
  );
}
