import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import { useZone } from '../../shared/session/index.js';
import { TextLink } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { educationQuery } from '../data/queries.js';
import { SIGNING_TEXT } from './text/signing.js';

const text = SIGNING_TEXT.education;

/**
 * The consents speak of risks and benefits: where to read about them, and whether the patient has.
 * @param unread shown only while it is unread: the form has said it before
 */
export default function EducationPointer({ unread = false }: { unread?: boolean }) {
  const zone = useZone();
  const { data } = useQuery({ ...educationQuery, retry: false });
  const readAt = data?.education_acknowledged_at;
  if (unread && (!data || readAt)) return null;
  const link = <TextLink to="/trt/patient/education">{text.link}</TextLink>;
  return (
    <Typography sx={{ marginTop: unread ? 1 : 0, marginBottom: unread ? 0 : 3 }}>
      {readAt ? (
        <>
          {text.before} {link} {text.read(dayIn(readAt, zone))}
        </>
      ) : (
        <>
          {text.unreadBefore} {link} {text.unreadAfter}
        </>
      )}
    </Typography>
  );
}
