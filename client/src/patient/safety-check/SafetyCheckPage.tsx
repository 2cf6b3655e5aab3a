import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EmergencyAdvice } from '#common/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { toast } from '../../shared/toasts/index.js';
import { Page, TextLink } from '../../shared/ui/index.js';
import { HighPressure } from '../kit/HighPressure.js';
import { Loaded } from '../kit/Loaded.js';
import { safetyChecksQuery } from '../data/queries.js';
import { SafetyCheckForm } from './SafetyCheckForm.js';
import { SAFETY_CHECK_TEXT as text } from './text/en.js';

const HOME = '/trt/patient';

/** /trt/patient/safety-check: has anything changed? */
export default function SafetyCheckPage() {
  const query = useQuery(safetyChecksQuery);
  const navigate = useNavigate();
  const [advice, setAdvice] = useState<EmergencyAdvice | null>(null);
  const [high, setHigh] = useState(false);
  const sent = (emergency: EmergencyAdvice | null, highPressure: boolean) => {
    if (emergency) return setAdvice(emergency);
    toast.success(text.sent);
    if (highPressure) setHigh(true);
    else {
      void navigate(HOME);
    }
  };
  return (
    <Page title={text.title} lead={text.lead} width={720}>
      {high ? (
        <>
          <HighPressure role="status" />
          <TextLink to={HOME}>{text.back}</TextLink>
        </>
      ) : advice ? (
        <>
          <EmergencyCard kind={advice.kind} advice={advice.text}>
            {text.saved}
          </EmergencyCard>
          <TextLink to={HOME}>{text.back}</TextLink>
        </>
      ) : (
        <Loaded query={query} label={text.title} failed={text.loadFailed} rows={8}>
          {({ answers }) => (
            <SafetyCheckForm before={answers} onSent={sent} onCancel={() => void navigate(HOME)} />
          )}
        </Loaded>
      )}
    </Page>
  );
}
