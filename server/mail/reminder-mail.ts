import { compose, type MailContent } from './templates.js';

/** Says that there is something to do, and nothing of what: a mailbox is not a medical record. */
export const reminderMail = (publicOrigin: string): MailContent =>
  compose({
    subject: 'A reminder from the TRT Program',
    paragraphs: ['There is something for you to do in your TRT Program.'],
    action: { label: 'See what is next', url: `${publicOrigin}/trt/patient` },
    closing: ['You can switch these mails off in your reminder settings.'],
  });
