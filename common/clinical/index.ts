export * from './facts.js';
export * from './types.js';
export {
  EVIDENCE_MARKS,
  FORMULATIONS,
  FORMULATION_IDS,
  FORMULATION_LIST,
  FREQUENCIES,
  INTERVAL_DAYS,
  ROUTES,
  doseLimits,
  doseText,
  isFormulationId,
  isFrequency,
  isRoute,
  parseDoseMg,
  weeklyDose,
  type Formulation,
  type FormulationId,
  type Frequency,
  type Route,
} from './formulations.js';
export {
  ANALYTES,
  ANALYTE_BY_KEY,
  flagOf,
  isAnalyteKey,
  isUnitOf,
  labValueError,
  type Analyte,
  type AnalyteKey,
  type LabFlag,
} from './labs.js';
export { addDays, addMonths, ageOn, daysBetween, isCalendarDate, isMoment, wallTime } from './dates.js';
