import type { IntakeForm, IntakeResponse, IntakeSaveRequest, IntakeSaveResponse } from '#common/api/index.js';
import type { IntakeStatus } from '#common/vocabulary/index.js';
import { api, isApiError, type RequestOptions } from '../../shared/api/index.js';
import type { SaveRequest, SaveResult, StoredForm, Transport, Values } from '../../shared/autosave/index.js';
import { INTAKE_TEXT } from './text/en.js';

export interface IntakeRecord extends StoredForm {
  status: IntakeStatus;
  submittedAt: string | null;
  /** When answers came from another clinic's record, until they are submitted. */
  importedAt: string | undefined;
  /** Answers were changed after submission. */
  unsent: boolean;
}

const PATH = '/api/trt/intake';
/** Browsers reject keepalive requests above 64 KiB. */
const KEEPALIVE_MAX = 60_000;

export function toRecord(form: IntakeForm): IntakeRecord {
  return {
    version: form.version,
    data: form.data as Values,
    savedAt: form.saved_at,
    status: form.status,
    submittedAt: form.submitted_at,
    importedAt: form.imported_at,
    unsent: form.unsent_changes !== null,
  };
}

const isForm = (value: unknown): value is IntakeForm =>
  typeof value === 'object' && value !== null && 'version' in value && 'data' in value;

/** `current` of a 409 is the form itself; a wrapped one is accepted too. */
function currentOf(body: Record<string, unknown>): IntakeRecord | null {
  const current = body['current'];
  if (isForm(current)) return toRecord(current);
  const inner = (current as { intake_form?: unknown } | undefined)?.intake_form;
  return isForm(inner) ? toRecord(inner) : null;
}

function failureOf(error: unknown): SaveResult<IntakeRecord> {
  if (!isApiError(error)) return { kind: 'failed', stored: 'unknown' };
  const { status, code, message, fromServer } = error;
  if (status === 401) return { kind: 'signed-out' };
  if (status === 409 && code === 'version_conflict')
    return { kind: 'conflict', current: currentOf(error.body) };
  if (status === 413) return { kind: 'refused', message: INTAKE_TEXT.tooLarge, fields: {} };
  if (status === 422 || status === 400) return { kind: 'refused', message, fields: error.fields };
  return {
    kind: 'failed',
    // A "not now" answer means nothing was stored; no answer at all proves nothing.
    stored: status === 429 || status === 503 ? 'no' : 'unknown',
    ...(fromServer ? { message } : {}),
    ...(error.retryAfterSeconds ? { retryAfterMs: error.retryAfterSeconds * 1000 } : {}),
  };
}

export const intakeTransport: Transport<IntakeRecord> = {
  async load() {
    try {
      const answer = await api.get<IntakeResponse>(PATH, { label: 'your intake' });
      return { kind: 'loaded', form: toRecord(answer.intake_form) };
    } catch {
      // Ignored: the form opens empty and the engine retries.
      return { kind: 'failed' };
    }
  },

  async save(request: SaveRequest) {
    const { data, version, submit, signedBy, idempotencyKey } = request;
    const body: IntakeSaveRequest = {
      data,
      version,
      ...(submit ? { submit } : {}),
      ...(signedBy ? { signature: { name: signedBy } } : {}),
    };
    const options: RequestOptions = {
      keepalive: request.keepalive && JSON.stringify(body).length < KEEPALIVE_MAX,
      ...(idempotencyKey ? { idempotencyKey } : {}),
    };
    try {
      const answer = await api.post<IntakeSaveResponse>(PATH, body, options);
      return { kind: 'saved', form: toRecord(answer.intake_form) };
    } catch (error) {
      return failureOf(error);
    }
  },
};
