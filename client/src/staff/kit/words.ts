import { FORMULATIONS, isFormulationId } from '../../../../common/clinical/formulations.js';
import { ANALYTES } from '../../../../common/clinical/labs.js';
import { humanize } from '../../shared/ui/format.js';

/** What a rule key's abbreviations stand for when people read it. */
const SPOKEN: Record<string, string> = {
  adam: 'ADAM',
  bmi: 'BMI',
  ed: 'erectile dysfunction',
  iief: 'IIEF',
  iief5: 'IIEF-5',
  ipss: 'IPSS',
  bp: 'blood pressure',
  ddi: 'interaction:',
  hct: 'hematocrit',
  osa: 'sleep apnea',
  pdmp: 'PDMP',
  psa: 'PSA',
  rx: 'prescription',
  t: 'testosterone',
  trt: 'TRT',
};

/** "pdmp_not_checked" reads "PDMP not checked". */
export function ruleTitle(key: string): string {
  if (key.startsWith('switched_from_'))
    return `Switched from ${formulationName(key.slice('switched_from_'.length))}`;
  return spoken(key).replace(/(\d+) (\d+)/, '$1 to $2');
}

const spoken = (key: string): string =>
  humanize(
    key
      .split('_')
      .map((word) => SPOKEN[word] ?? word)
      .join(' '),
  );

/** A value a rule looked at: "tt_ng_dl_morning_latest" reads "Total testosterone, morning latest". */
export function inputName(name: string): string {
  const analyte = ANALYTES.find(({ key }) => name === key || name.startsWith(`${key}_`));
  if (!analyte) return spoken(name);
  const rest = name.slice(analyte.key.length + 1).replaceAll('_', ' ');
  return rest ? `${analyte.name}, ${rest}` : analyte.name;
}

/** A flag's reason: rule keys joined by commas when the rules set it, else the words a person typed. */
export function flagReasons(reason: string | null): string[] {
  if (!reason) return [];
  const parts = reason.split(',').map((part) => part.trim());
  return parts.every((part) => /^[a-z0-9]+(_[a-z0-9]+)+$/.test(part)) ? parts.map(ruleTitle) : [reason];
}

export function formulationName(id: string): string {
  return isFormulationId(id) ? FORMULATIONS[id].name : humanize(id);
}

export const doseLine = (plan: { dose: number; frequency: string; route: string }): string =>
  `${plan.dose} mg ${plan.frequency}, ${plan.route}`;
