import { spoken } from '../../platform/text/spoken.js';

/** What this room says to people. */
export const TEXT = spoken(import.meta.url, {
  chooseAtLeastOneEvent: 'Choose at least one event, each once.',
  onlyMessageGivenUp: 'Only a message that was given up on can be sent again.',
  organizationCanWebhooks: (most: number) => `An organization can have ${most} webhooks. Remove one first.`,
  webhookPaused: 'This webhook is paused. Resume it first.',
});
