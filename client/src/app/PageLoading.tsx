import Box from '@mui/material/Box';
import { Bone, Loading } from '../shared/ui/index.js';
import { loadingPageText } from './text/page-loading.js';

/** A page-shaped placeholder shown while a screen's code loads. */
export function PageLoading() {
  return (
    <Box sx={{ width: '100%', maxWidth: 720, marginInline: 'auto', padding: { xs: 2, md: 0 } }}>
      <Box sx={{ marginBottom: 4 }}>
        <Bone width="46%" height={34} />
      </Box>
      <Loading rows={6} label={loadingPageText} />
    </Box>
  );
}
