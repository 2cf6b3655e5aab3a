import { bracketed } from '../support/bracketed.js';

Object.assign(globalThis, { bracketed });
