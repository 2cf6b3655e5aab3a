import type { Config } from './config/config.js';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './demo/demo-people.js';

interface Started {
  embedded: boolean;
  /** The database answers. */
  ready: boolean;
}

/** What a person who just started the portal needs to know, once. */
export function startupBlock(config: Config, { embedded, ready }: Started): string {
  const lines = [
    '',
    ready
      ? `  TRT Program is ready: ${config.publicOrigin}`
      : `  TRT Program runs without its database, and tries to reach it: ${config.publicOrigin}`,
    '',
  ];
  if (config.demoData) {
    lines.push(`  Demo sign-ins (password ${DEMO_PASSWORD}):`);
    for (const { email, who } of DEMO_SIGN_INS) lines.push(`    ${email.padEnd(24)} ${who}`);
    lines.push('');
  }
  if (config.devRoutes) lines.push(`  Mails:  ${config.publicOrigin}/dev/mailbox`);
  lines.push(`  Data:   ${config.dataDir}${embedded ? ' (PostgreSQL included)' : ''}`, '');
  return `${lines.join('\n')}\n`;
}
