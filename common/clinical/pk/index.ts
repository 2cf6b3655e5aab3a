export { freeTestosterone, type FreeTestosterone, type FreeTestosteroneInput } from './free-testosterone.js';
