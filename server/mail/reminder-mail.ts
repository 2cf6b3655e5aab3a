import { compose, type MailContent } from './templates.js';

/** Says that there is something to do, but not what: a mailbox is not a medical record. */
export const reminderMail = (publicOrigin: string): MailContent =>
  compose({
    subject: 'A reminder from the TRT Program',
    paragraphs: ['You have something to take care of in the TRT Program.'],
    action: { label: 'See what is next', url: `${publicOrigin}/trt/patient` },
    closing: ['You can turn off these emails on your My Plan page.'],
  });
