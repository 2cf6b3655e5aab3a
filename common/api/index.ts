export type * from './accounts.js';
export type * from './care.js';
export type * from './errors.js';
export type * from './intake.js';
export type * from './lists.js';
