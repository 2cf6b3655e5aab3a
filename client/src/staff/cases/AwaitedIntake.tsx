import Box from '@mui/material/Box';
import { Notice } from '../../shared/ui/index.js';
import type { CaseDetail } from '../data/dataProvider.js';
import { PhoneLink } from '../kit/PhoneLink.js';
import { NewMessageButton } from '../messages/NewMessageButton.js';
import { caseName } from './CaseFrame.js';
import { AWAITED_TEXT as words } from './text/en.js';

/** A case without an intake: what it is for, and how to reach the patient. */
export function AwaitedIntake({ detail, readOnly }: { detail: CaseDetail; readOnly: boolean }) {
  if (!detail.case.awaits_intake) return null;
  // Answers that an earlier version cached for an outage do not include it.
  const contact = detail.contact as CaseDetail['contact'] | undefined;
  const other = contact?.emergency_contact_phone;
  return (
    <Notice
      tone="warning"
      title={words.title}
      action={
        !readOnly && <NewMessageButton patientId={detail.case.patient_id} name={caseName(detail)} plain />
      }
    >
      <Box sx={{ maxWidth: '70ch' }}>{words.body}</Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '20px 16px', marginTop: 1.25 }}>
        {contact?.phone ? (
          <span>
            {words.call}: <PhoneLink phone={contact.phone} />
          </span>
        ) : (
          words.noPhone
        )}
        {other && (
          <span>
            {words.emergencyContact(contact?.emergency_contact_name ?? null)}: <PhoneLink phone={other} />
          </span>
        )}
      </Box>
    </Notice>
  );
}
