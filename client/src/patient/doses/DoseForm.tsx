import { useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { DosesResponse, Plan, SavedDose } from '#common/api/index.js';
import type { DoseUnit } from '#common/vocabulary/index.js';
import { api } from '../../shared/api/index.js';
import { EmergencyCard } from '../../shared/emergency/EmergencyCard.js';
import { useEmergencyIn } from '../../shared/emergency/useEmergency.js';
import {
  MomentQuestion,
  NumberQuestion,
  SelectQuestion,
  TextQuestion,
  type TypedNumber,
} from '../../shared/forms/index.js';
import { missing, useAct } from '../../shared/forms/useAct.js';
import { useKeptState, useZone } from '../../shared/session/index.js';
import { fromField, toField, zoneTitle } from '../../shared/ui/zones.js';
import { SmallForm } from '../kit/SmallForm.js';
import { useOnce } from '../kit/useOnce.js';
import { BodyMap } from './BodyMap.js';
import { oddAmount } from './odd-amount.js';
import { OddAmount } from './OddAmount.js';
import { loggedUnits } from '#common/clinical/dose-log.js';
import { sitesOf } from './sites.js';
import { DOSES_TEXT as text } from './text/en.js';

interface Draft {
  at: string;
  dose: TypedNumber;
  unit: DoseUnit;
  site: string;
  note: string;
}
const NOTE_MAX_LENGTH = 1_000;
/** Tolerates small clock differences between the device and the server. */
const TOLERANCE_MS = 5 * 60_000;
/** Maps the request's field names to the controls. */
const CONTROL: Readonly<Record<string, string>> = { taken_at: 'at' };
const idOf = (field: string) => `dose-${CONTROL[field] ?? field}`;

interface DoseFormProps {
  doses: DosesResponse;
  plan: Plan | null;
  /** When the dose was due, if a missed dose is logged late. */
  due: string | null;
  onSaved: (dose: SavedDose) => void;
  onCancel: () => void;
}

/** The dose that counts, or the last one taken; the plan's may be one whose prescription waits. */
function usualAmount(doses: DosesResponse, plan: Plan | null): Pick<Draft, 'dose' | 'unit'> {
  const [last] = doses.doses;
  // One in a unit that this product does not have is no guide.
  const { formulation } = doses.dose ?? plan ?? { formulation: '' };
  if (doses.dose || !last || !loggedUnits(formulation).includes(last.unit))
    return { dose: doses.dose?.dose ?? plan?.starting_dose, unit: 'mg' };
  return { dose: last.dose, unit: last.unit };
}

/** Defaults to now, the dose that counts and the last unit, so that usually only Save is left. */
export function DoseForm({ doses, plan, due, onSaved, onCancel }: DoseFormProps) {
  const zone = useZone();
  const formulation = doses.dose?.formulation ?? plan?.formulation ?? '';
  const now = () => toField(new Date(), zone);
  const [draft, setDraft, release] = useKeptState<Draft>(
    'dose',
    () => ({
      at: due && !Number.isNaN(Date.parse(due)) ? toField(new Date(due), zone) : now(),
      ...usualAmount(doses, plan),
      site: '',
      note: '',
    }),
    (value) => value.note !== '' || value.site !== '',
  );
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const queries = useQueryClient();
  const once = useOnce();
  const emergency = useEmergencyIn(draft.note);
  const odd = typeof draft.dose === 'number' ? oddAmount(draft.dose, draft.unit, doses.dose) : null;
  const said = `${draft.dose} ${draft.unit}`;
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const form = useAct({
    check: () => {
      const at = fromField(draft.at, zone);
      return missing({
        taken_at: !at ? text.missing.when : at.getTime() > Date.now() + TOLERANCE_MS && text.missing.future,
        dose: !(typeof draft.dose === 'number' && draft.dose > 0) && text.missing.amount,
      });
    },
    act: async () => {
      // Asked back once; saving the same amount again is the answer.
      if (odd && askedFor !== said) return setAskedFor(said);
      const note = draft.note.trim();
      const body = {
        taken_at: fromField(draft.at, zone)?.toISOString(),
        dose: draft.dose,
        unit: draft.unit,
        ...(draft.site && { site: draft.site }),
        ...(note && { note }),
      };
      const saved = await once(body, (idempotencyKey) =>
        api.post<SavedDose>('/api/doses', body, { idempotencyKey }),
      );
      release();
      onSaved(saved);
      await queries.invalidateQueries({ queryKey: ['patient'] });
    },
    failed: text.failed,
  });
  const control = (field: string) => {
    const error = form.problems.fields[field];
    return { id: idOf(field), ...(error && { error }) };
  };
  const sites = sitesOf(formulation);
  return (
    <SmallForm
      form={form}
      label={text.form}
      submit={text.save}
      idOf={idOf}
      cancel={{ label: text.cancel, onCancel: () => (release(), onCancel()) }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 }}>
        <MomentQuestion
          {...control('taken_at')}
          label={text.when}
          hint={text.zone(zoneTitle(zone))}
          value={draft.at}
          onChange={(at) => set({ at })}
        />
        <Button variant="outlined" onClick={() => set({ at: now() })}>
          {text.now}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2 }}>
        <NumberQuestion
          {...control('dose')}
          label={text.amount}
          value={draft.dose}
          onChange={(dose) => set({ dose })}
        />
        <SelectQuestion
          {...control('unit')}
          label={text.unit}
          value={draft.unit}
          onChange={(unit) => set({ unit: unit as DoseUnit })}
          options={loggedUnits(formulation).map((unit) => ({ value: unit, label: text.units[unit] }))}
        />
      </Box>
      {sites.length > 0 && (
        <BodyMap
          id={idOf('site')}
          sites={sites}
          suggested={sites.some(({ name }) => name === doses.suggested_site) ? doses.suggested_site : null}
          value={draft.site}
          onChange={(site) => set({ site })}
        />
      )}
      <TextQuestion
        {...control('note')}
        label={text.note}
        long
        value={draft.note}
        onChange={(note) => set({ note })}
        limit={NOTE_MAX_LENGTH}
      />
      {odd && doses.dose && askedFor === said && (
        <OddAmount
          dose={draft.dose as number}
          unit={draft.unit}
          planned={doses.dose.dose}
          meant={odd.meant}
          onMeant={(unit) => set({ unit })}
        />
      )}
      {emergency && <EmergencyCard kind={emergency} />}
    </SmallForm>
  );
}
