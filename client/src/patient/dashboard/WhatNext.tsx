import Box from '@mui/material/Box';
import type { DashboardResponse } from '#common/api/index.js';
import { Panel, TextLink } from '../../shared/ui/index.js';
import { useToday } from '../kit/useToday.js';
import { isOnTreatment, nextSteps, type Standing } from './standing.js';
import { DASHBOARD_TEXT } from './text/en.js';

const text = DASHBOARD_TEXT.next;

/** The steps ahead, so that patients know when it is their turn. */
export function WhatNext({ dashboard, standing }: { dashboard: DashboardResponse; standing: Standing }) {
  const today = useToday();
  return (
    <Panel title={text.title}>
      <Box component="ol" sx={{ margin: 0, paddingLeft: 2.75, display: 'grid', gap: 1 }}>
        {nextSteps(dashboard, standing, today).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Box>
      {isOnTreatment(standing) && (
        <Box sx={{ marginTop: 2 }}>
          <TextLink to="/trt/patient/progress">{text.toProgress}</TextLink>
        </Box>
      )}
    </Panel>
  );
}
