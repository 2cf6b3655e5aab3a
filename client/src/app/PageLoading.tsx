import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Loading } from '../shared/ui/index.js';

/** While a screen's code arrives: the shape of a page. */
export function PageLoading() {
  return (
    <Box sx={{ width: '100%', maxWidth: 720, marginInline: 'auto', padding: { xs: 2, md: 0 } }}>
      <Skeleton variant="rounded" width="46%" height={34} sx={{ marginBottom: 4 }} />
      <Loading rows={6} label="Loading the page" />
    </Box>
  );
}
