import { useZone } from '../../shared/session/index.js';
import { Notice } from '../../shared/ui/index.js';
import { dayIn } from '../../shared/ui/zones.js';
import { IMPORTED_TEXT } from './text/imported.js';

/** Whoever signs these answers has not typed them. */
export default function ImportedNote({ at }: { at: string }) {
  const zone = useZone();
  return (
    <Notice tone="info" sx={{ marginBottom: 3 }}>
      {IMPORTED_TEXT(dayIn(at, zone))}
    </Notice>
  );
}
