import { useZone } from '../../shared/session/index.js';
import { todayIn } from '../../shared/ui/zones.js';

/** The calendar date where the patient lives. */
export const useToday = (): string => todayIn(useZone());
