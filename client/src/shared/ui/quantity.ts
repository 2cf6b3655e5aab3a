import { isFormulationId, quantityUnit as unitOf } from '../../../../common/clinical/formulations.js';
import { formatNumber } from './format.js';

/** The unit of a quantity on the wire, whatever product it names. */
export function quantityUnit(formulation: string): string {
  return isFormulationId(formulation) ? unitOf(formulation) : '';
}

/** "4 mL", "1 pump", "30 patches". */
export function quantityText(quantity: number, formulation: string): string {
  const unit = quantityUnit(formulation);
  const named = quantity === 1 ? unit.replace(/(ch)es$|s$/, '$1') : unit;
  return `${formatNumber(quantity)} ${named}`.trim();
}
