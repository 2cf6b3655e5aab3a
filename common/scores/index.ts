export { bmi } from './bmi.js';
export {
  IIEF5_BANDS,
  IIEF5_ITEMS,
  iief5,
  type Iief5Answers,
  type Iief5Band,
  type Iief5PublishedBand,
  type Iief5Score,
  type Iief5Total,
} from './iief5.js';
export {
  STOPBANG_BANDS,
  STOPBANG_ITEMS,
  stopBang,
  type StopBangAnswers,
  type StopBangBand,
  type StopBangScore,
} from './stopbang.js';
export { ADAM_ITEMS, adam, type AdamAnswers, type AdamItem, type AdamScore } from './adam.js';
export { AMS_BANDS, ams, type AmsBand, type AmsScore } from './ams.js';
export { isLowMood, phq2, phq2AtLeast, type Phq2Score } from './phq2.js';
export { qadam } from './qadam.js';
export { scoreChange, type ScoreChange, type ScoreChangeInput } from './score-change.js';
export { phq9, type Phq9Score } from './phq9.js';
export {
  MCID,
  QUESTIONNAIRES,
  QUESTIONNAIRE_VERSION,
  SCALE,
  SCALES,
  asksOf,
  type Questionnaire,
  type Scale,
} from './questionnaires.js';
