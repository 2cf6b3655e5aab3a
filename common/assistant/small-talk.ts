import { normalise } from '../text/normalise.js';

const KINDS = ['greeting', 'thanks', 'who', 'help'] as const;
export type SmallTalk = (typeof KINDS)[number];

const HELLO = `(hi+|hiya|hell?o+|hallo|hey+|heya|howdy|yo|hola|greetings|good (morning|afternoon|evening|day))`;
const TO_WHOM = `( (there|again|all|everyone|doc|bot|assistant|trt assistant|team|how are (you|u)( doing)?( today)?|how is it going|what is up))*`;

/** The whole message is nothing else; a question behind a greeting is a question. Read in this order. */
const PATTERNS: Readonly<Record<SmallTalk, RegExp>> = {
  greeting: new RegExp(
    `^(${HELLO}( ${HELLO})*${TO_WHOM}|how are (you|u)( doing)?( today)?|how is it going|what is up|sup)$`,
  ),
  thanks:
    /^((ok|okay|great|good|perfect|awesome|cool|nice|alright|got it|no|that helps|that helped) )*(thanks|thank (you|u)|thankyou|thx|tnx|ty|cheers|much appreciated|i appreciate it|appreciate it|bye|goodbye|good ?bye|see you|good night)( (so|very) much| a lot| a bunch| again| bye| (for|4) (the|your|that|all the|all your) ?(help|info|information|answers?)?| (you|there))*$/,
  who: /^(so |and |but )?((who|what|who or what) (are|r) (you|u)( exactly)?|who (is|am i) (this|talking to|speaking (to|with)|chatting with)|what is your name|(do you|have you) (have|got) a name|(are|r) (you|u) (really |actually )?(a |an |the )?(ro)?(bot|human|real|real person|person|ai|computer|machine|program|chat ?gpt|chat ?bot|doctor|nurse|robot)( being)?( or (a )?(bot|robot|human|person|real))?)$/,
  help: /^(please |so |and )?(help( me)?( please)?|i need (some )?help|can (you|u) help( me)?( please)?|(what|how) (can|could|do|would|will) (you|u|this|this chat|the assistant) (do|help|know|answer|offer)( me)?( with| about| for me| here)*|what (can|should|may) i ask( you| here| about)*|what (questions|things|kind of questions) can (i ask( you)?|you answer)|what (are you|is this) for|how (does|do) (this|it|you|this chat|the chat|the assistant) work|how do i use (this|you|the chat|this chat)|what do you (do|know)( about)?)$/,
};

const ABILITIES =
  'I can explain testosterone treatment and this program: gels, injections and capsules, blood tests, side effects, fertility, storage and travel, refills, and what the statuses mean.';
const LIMITS =
  "I answer from reviewed articles and name them. I don't see your record, and I can't change a dose, judge your results or order anything: your care team can. In an emergency, call 911.";

/** What is said back, paragraph by paragraph. */
export const SMALL_TALK: Readonly<Record<SmallTalk, readonly string[]>> = {
  greeting: ['Hello.', ABILITIES, 'What would you like to know?'],
  thanks: [
    "You're welcome. Ask whenever something else comes up; for anything about your own care, message your care team.",
  ],
  who: ["I'm the TRT assistant: a computer program, not a clinician.", ABILITIES, LIMITS],
  help: [ABILITIES, LIMITS],
};

/** What kind of small talk a message is, or null. Emergencies and refusals are looked for before this. */
export function smallTalkIn(message: string): SmallTalk | null {
  const text = normalise(message)
    .replace(/[^a-z0-9' ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return KINDS.find((kind) => PATTERNS[kind].test(text)) ?? null;
}
