export const MESSAGES_TEXT = {
  title: 'Messages',
  views: 'Kinds of messages',
  failed: 'Unable to load messages.',
  none: {
    waiting: { title: 'No one is waiting', hint: 'A thread appears here when a patient writes.' },
    all: { title: 'No messages yet', hint: 'A thread appears here when a patient writes.' },
  },
  threads: 'Threads',
  emergency: 'open emergency',
  unread: (count: number) => `${count} unread`,
  waiting: (age: string) => `waiting ${age}`,
  answered: 'answered',
  toReview: 'to review',
  keepsBack: 'A provider has to review this before a plan is approved or a prescription is sent.',
  choose: 'Choose a thread to read it.',
  gone: 'This thread is not on this page of the list.',
  back: 'Back to the threads',
  toCase: 'Open the case',
  toPrescriptions: 'Prescriptions',
  answer: 'Your answer',
  reply: 'Message',
  send: 'Send',
  missing: 'Enter a message.',
  sendFailed: 'The message could not be sent',
  sent: 'Message sent.',
  sentToReview: 'Message sent. What the patient wrote still waits for a review.',
  staysToReview:
    'Without an answer to the question above, the message is sent and what the patient wrote stays to review.',
  reviewsToo: 'Sending also marks what the patient wrote as reviewed, with your answer above.',
  noReply: 'No reply needed',
  noReplyDone: 'The thread no longer counts as waiting.',
  noReplyFailed: 'The thread still counts as waiting',
  noReplyChanged: 'The patient has written again. Read the new message first.',
};

export const NEW_MESSAGE_TEXT = {
  open: 'Message patient',
  to: (name: string) => `Message patient ${name}`,
  title: (name: string) => `New message to ${name}`,
  lead: 'The patient gets an email saying that there is a message, with nothing of what it says.',
  subject: 'Subject',
  body: 'Message',
  send: 'Send message',
  missing: { subject: 'Enter a subject.', body: 'Enter a message.' },
  failed: 'The message could not be sent',
  done: (name: string) => `Message to ${name} sent.`,
};

export const PICK_PATIENT_TEXT = {
  open: 'New message',
  title: 'New message',
  lead: 'Choose the patient to write to.',
  search: 'Patient name or email',
  none: 'No patient found.',
  row: (name: string, dob: string, id: string) => `${name}, DOB ${dob}, MRN ${id}`,
  loading: 'Searching',
  failed: 'Patients could not be searched',
};

export const MESSAGE_LIST_PAGE_TEXT = {
  loadingMessages: 'Loading messages',
};

export const MESSAGE_VIEWS_TEXT = { waiting: 'Waiting', all: 'All' };
