import { compose, type MailContent } from './templates.js';

/** They say that there is something to see, but not what: a mailbox is not a medical record. */
const notice = (subject: string, sentence: string, label: string, url: string): MailContent =>
  compose({ subject, paragraphs: [sentence, 'Sign in to see it.'], action: { label, url } });

export const APPOINTMENT_NEWS = {
  scheduled: ['Your appointment is scheduled', 'The care team scheduled your appointment.'],
  moved: ['Your appointment was changed', 'The care team changed your appointment.'],
  cancelled: ['Your appointment was canceled', 'The care team canceled your appointment.'],
} as const satisfies Record<string, readonly [subject: string, sentence: string]>;
export type AppointmentNews = keyof typeof APPOINTMENT_NEWS;

export function appointmentMail(news: AppointmentNews, url: string): MailContent {
  const [subject, sentence] = APPOINTMENT_NEWS[news];
  return notice(subject, sentence, 'See your appointments', url);
}

export const messageMail = (url: string): MailContent =>
  notice('You have a new message', 'The care team wrote to you.', 'Read your messages', url);

/** One wording for every kind of news, so that the email reveals nothing about a treatment. */
export const newsMail = (url: string): MailContent =>
  notice(
    'There is news in your TRT Program',
    'Something changed in your TRT Program.',
    'Open your TRT Program',
    url,
  );

export const intakeReceivedMail = (url: string): MailContent =>
  compose({
    subject: 'We received your intake',
    paragraphs: [
      'Your care team usually reviews it within 1 to 2 business days.',
      'We will email you when there is news.',
    ],
    action: { label: 'Open your TRT Program', url },
  });
