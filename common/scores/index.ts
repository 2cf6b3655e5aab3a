export { bmi } from './bmi.js';
export {
  IIEF5_BANDS,
  IIEF5_ITEMS,
  iief5,
  type Iief5Answers,
  type Iief5Band,
  type Iief5Score,
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
