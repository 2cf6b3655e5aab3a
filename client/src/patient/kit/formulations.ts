import { humanize } from '../../shared/ui/text/codes.js';
import { FORMULATION_NAMES } from './text/formulations.js';

export const formulationName = (id: string): string => FORMULATION_NAMES[id] ?? humanize(id);
