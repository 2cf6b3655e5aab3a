import Box from '@mui/material/Box';

/** Why a password was refused, sentence by sentence. */
export function Reasons({ reasons }: { reasons: string[] | undefined }) {
  if (!reasons || reasons.length === 0) return null;
  return (
    <Box component="ul" sx={{ margin: '6px 0 0', paddingLeft: 2.5 }}>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </Box>
  );
}
