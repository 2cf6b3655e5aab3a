import type { LabReportState } from '#common/api/lab-reports.js';
import { TransitionTable } from '../platform/lifecycle/transition-table.js';

export const LAB_REPORT_LIFECYCLE = new TransitionTable<LabReportState>(
  'report',
  { waiting: ['transcribed'], transcribed: [] },
  { waiting: ['waiting', 'put back'] },
);
