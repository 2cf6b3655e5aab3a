import Box from '@mui/material/Box';
import { TextLink } from '../../shared/ui/index.js';

interface PatientNameProps {
  name: string;
  mrn: string;
  /** The record; without one the name is no link. */
  to?: string | undefined;
}

/** A patient in a table: the name, and the record number under it. */
export function PatientName({ name, mrn, to }: PatientNameProps) {
  return (
    <Box sx={{ minWidth: 110 }}>
      {to === undefined ? (
        name
      ) : (
        <TextLink to={to} bold>
          {name}
        </TextLink>
      )}
      <Box className="tabular" sx={{ color: 'text.secondary' }}>
        {mrn}
      </Box>
    </Box>
  );
}
