import type { VisitStatus } from '#common/api/patient.js';
import type { Tone } from '#common/vocabulary/index.js';

export const VISIT_TONE: Record<VisitStatus, Tone> = {
  completed: 'success',
  needs_paperwork: 'warning',
  in_progress: 'info',
};
