export { quantityText, quantityUnit } from '#common/clinical/evidence-text.js';
