import { useQuery } from '@tanstack/react-query';
import type { SystemStatusResponse } from '#common/api/index.js';
import { systemStatusQuery } from '../../shared/api/index.js';
import { Notice } from '../../shared/ui/index.js';
import { login as words } from '../text/en/login.js';

const MESSAGE_MAX = 180;

function warning(failed: boolean, status: SystemStatusResponse | undefined): string | null {
  if (failed) return words.statusUnknown;
  const message = (status?.database?.message ?? '').slice(0, MESSAGE_MAX);
  if (!status || status.database?.connected) return message || null;
  return message ? `${words.databaseDown}: ${message}` : `${words.databaseDown}.`;
}

/** Warns users before they type a password into a portal that cannot answer. */
export function SystemStatusWarning() {
  const { data, isError } = useQuery(systemStatusQuery);
  const text = warning(isError, data);
  return text ? (
    <Notice tone="warning" role="status">
      {text}
    </Notice>
  ) : null;
}
