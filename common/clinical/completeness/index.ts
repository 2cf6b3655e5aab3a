export { completeness, type Completeness, type JudgedMeasure } from './completeness.js';
export {
  clinicCompleteness,
  summarize,
  type ClinicCompleteness,
  type ClinicMeasure,
  type ClinicPatient,
} from './clinic.js';
export { PRODUCT_FORMS, asOf, type Answered, type CompletenessInput, type ProductForm } from './input.js';
export { MEASURES, MEASURE_STATUSES, type Measure, type MeasureStatus } from './measures.js';
