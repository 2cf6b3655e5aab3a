export { freeTestosterone, type FreeTestosterone, type FreeTestosteroneInput } from './free-testosterone.js';
export { steadyState, type Regimen, type SteadyState, type SteadyStateInput } from './model.js';
export {
  fit,
  simulate,
  type Band,
  type CurvePoint,
  type FitInput,
  type FitResult,
  type FittedLevels,
  type Measured,
  type Simulation,
} from './fit.js';
export { settlingWeeks } from './settling.js';
export { course, type CourseInput, type CoursePeriod, type CourseWeek } from './course.js';
export type { DoseHistory, FitDraw, JudgedDraw } from './posterior.js';
export { PK_PRODUCTS, hasPkModel, type JudgedLevel, type PkFormulation } from './products.js';
