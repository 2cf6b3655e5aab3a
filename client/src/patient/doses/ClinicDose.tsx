import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../shared/ui/index.js';
import { dosesQuery } from '../data/treatment-queries.js';
import { DoseLine } from './DoseLine.js';
import { DOSES_TEXT as text } from './text/en.js';

/** The next dose of what the clinic gives, on pages without a card of the supply at home; nothing for other products. */
export default function ClinicDose() {
  const doses = useQuery(dosesQuery).data;
  if (!doses?.in_clinic) return null;
  return (
    <Panel title={text.nextTitle}>
      <DoseLine doses={doses} />
    </Panel>
  );
}
